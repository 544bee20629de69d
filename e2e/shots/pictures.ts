import type { Page } from '@playwright/test'
import { personas } from '../../apps/api/seeds/personas.ts'
import { linkInEmail } from '../support/mailbox.ts'
import { fillLogin, logInAs } from '../support/portal.ts'
import { allPaymentsPictures } from './all-payments-pictures.ts'
import { announcementPictures } from './announcement-pictures.ts'
import { auditPictures } from './audit-pictures.ts'
import { cataloguePictures } from './catalogue-pictures.ts'
import { documentPictures } from './document-pictures.ts'
import { helpPictures } from './help-pictures.ts'
import { importPictures } from './import-pictures.ts'
import { newsPictures } from './news-pictures.ts'
import { offlinePictures } from './offline-pictures.ts'
import { onlinePaymentPictures } from './online-payment-pictures.ts'
import { pagePictures } from './page-pictures.ts'
import { paymentPictures } from './payment-pictures.ts'
import { questionPictures } from './question-pictures.ts'
import { reportPictures } from './report-pictures.ts'
import { requestPictures } from './request-pictures.ts'
import { saleAccessPictures } from './sale-access-pictures.ts'
import { secondFactorPictures } from './second-factor-pictures.ts'
import { setupPictures } from './setup-pictures.ts'
import { statementPictures } from './statement-pictures.ts'
import { systemPictures } from './system-pictures.ts'
import { usersPictures } from './users-pictures.ts'
import { workbenchPictures } from './workbench-pictures.ts'

/** Each picture by its name, with the steps that lead to it. */
export const pictures: Record<string, (page: Page) => Promise<unknown>> = {
  login: (page) => page.goto('/'),
  'login-email': (page) => page.goto('/login-email'),
  'login-message': (page) =>
    page.goto(
      '/?message=Se ha cerrado la sesión por inactividad. Para continuar, vuelva a iniciar sesión',
    ),
  'login-empty': async (page) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
  },
  'login-wrong': async (page) => {
    await page.goto('/')
    await fillLogin(page, '1-9', 'Otra#2026')
    await page.getByText('Los datos ingresados no son correctos').waitFor()
  },
  'login-forgot': async (page) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Olvidé mi contraseña' }).click()
    await page.getByRole('dialog').waitFor()
  },
  'login-first-time': async (page) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Primera vez' }).click()
    await page.getByRole('dialog').waitFor()
  },
  'login-forgot-sent': async (page) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Olvidé mi contraseña' }).click()
    await page.getByRole('dialog').getByLabel('Rut').fill('6-K')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByText('Te enviamos un correo electrónico').waitFor()
  },
  'link-dead': (page) => page.goto('/client/check'),
  activate: async (page) => {
    await page.goto(await linkInEmail(personas.tomas.email, 'Activa tu Carpeta Virtual'))
    await page.getByRole('heading', { name: 'Activar cuenta' }).waitFor()
  },
  'activate-typing': async (page) => {
    await page.goto(await linkInEmail(personas.tomas.email, 'Activa tu Carpeta Virtual'))
    await page.getByLabel('Ingresa una contraseña', { exact: true }).fill('quillay4')
    await page.getByLabel('Repite la contraseña', { exact: true }).fill('otra')
  },
  'confirm-email-dead': (page) => page.goto('/confirm-email?code=abc'),
  'confirm-new-email-dead': (page) => page.goto('/confirm-new-email?token=abc'),
  'revert-email': (page) => page.goto('/revert-email?token=abc'),
  'not-me': (page) => page.goto('/not-me?token=abc'),
  'not-me-done': async (page) => {
    await page.route('**/api/client/not-me/', (route) => route.fulfill({ json: { token: 'abc' } }))
    await page.goto('/not-me?token=abc')
    await page.getByRole('button', { name: 'Recuperar mi cuenta' }).click()
    await page.getByRole('link', { name: 'Elegir una contraseña nueva' }).waitFor()
  },
  profile: async (page) => {
    await logInAs(page, 'rosa')
    await page.goto('/profile')
    await page.getByText('Llave de acceso: ninguna').waitFor()
  },
  'profile-open': async (page) => {
    await logInAs(page, 'rosa', '/profile')
    await page.getByText('Llave de acceso: ninguna').waitFor()
    await page.locator('details').evaluateAll((all) => {
      for (const each of all) if (each instanceof HTMLDetailsElement) each.open = true
    })
    await page.getByText('Esta sesión').waitFor()
  },
  'profile-data-request-sent': async (page) => {
    await page.route('**/api/request/create/', (route) =>
      route.fulfill({ status: 201, json: { id: 128 } }),
    )
    await page.route('**/api/request/send/', (route) => route.fulfill({ json: { id: 128 } }))
    await logInAs(page, 'rosa')
    await page.goto('/profile#mis-datos')
    for (const kind of ['Rectificación', 'Oposición']) {
      await page.getByText(new RegExp(`^${kind}`)).click()
    }
    await page.getByLabel(/^Qué necesitas: Rectificación/).fill('Mi fono es otro.')
    await page.getByRole('button', { name: /^Pedir: Rectificación/ }).click()
    await page.getByText('Recibimos lo que pediste').waitFor()
  },
  'not-allowed': async (page) => {
    await page.route('**/api/sales-data/', (route) =>
      route.fulfill({
        status: 403,
        headers: { 'x-error-code': 'forbidden' },
        json: { detail: 'Usted no tiene permiso' },
      }),
    )
    await logInAs(page, 'rosa')
    await page.getByText('Sin autorización').waitFor()
  },
  'change-password': async (page) => {
    await logInAs(page, 'rosa')
    await page.goto('/change-password')
  },
  'holder-data': async (page) => {
    await logInAs(page, 'rosa')
    await page.getByRole('tab', { name: 'Antecedentes Personales' }).click()
  },
  deed: async (page) => {
    await logInAs(page, 'rosa')
    await page.getByRole('tab', { name: 'Escrituración' }).click()
  },
  'deed-done': async (page) => {
    await logInAs(page, 'pia')
    await page.getByRole('tab', { name: 'Escrituración' }).click()
  },
  'deed-none': async (page) => {
    await logInAs(page, 'bruno')
    await page.getByRole('tab', { name: 'Escrituración' }).click()
  },
  menu: async (page) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Abrir menú' }).click()
  },
  'member-menu': async (page) => {
    await logInAs(page, 'rosa')
    await page.getByRole('button', { name: 'Abrir menú' }).click()
  },
  'not-found': (page) => page.goto('/nada'),
  'dashboard-rosa': (page) => logInAs(page, 'rosa'),
  'dashboard-hernan': (page) => logInAs(page, 'hernan'),
  'dashboard-hernan-chosen': async (page) => {
    await logInAs(page, 'hernan')
    await page.getByRole('button', { name: /^Ver .*Mirador de Lenga/ }).click()
  },
  'dashboard-elena': (page) => logInAs(page, 'elena'),
  'dashboard-pia': (page) => logInAs(page, 'pia'),
  'dashboard-bruno': (page) => logInAs(page, 'bruno'),
  'dashboard-los-robles': (page) => logInAs(page, 'losRobles'),
  'dashboard-carla': (page) => logInAs(page, 'carla'),
  'dashboard-ivan': (page) => logInAs(page, 'ivan'),
  'dashboard-loading': async (page) => {
    await page.route('**/api/sales-data/', () => {})
    await logInAs(page, 'rosa')
  },
  'dashboard-down': async (page) => {
    const down = { status: 503, json: 'Servicio no disponible. Inténtalo más tarde.' }
    await page.route('**/api/sales-data/', (route) => route.fulfill(down))
    await logInAs(page, 'rosa')
    await page.getByRole('button', { name: 'Reintentar' }).waitFor()
  },
  ...pagePictures,
  ...offlinePictures,
  ...saleAccessPictures,
  ...secondFactorPictures,
  ...statementPictures,
  ...paymentPictures,
  ...onlinePaymentPictures,
  ...newsPictures,
  ...questionPictures,
  ...requestPictures,
  ...workbenchPictures,
  ...reportPictures,
  ...setupPictures,
  ...systemPictures,
  ...usersPictures,
  ...auditPictures,
  ...cataloguePictures,
  ...allPaymentsPictures,
  ...announcementPictures,
  ...importPictures,
  ...documentPictures,
  ...helpPictures,
}

/** Waits until a picture shows what its name says. */
export async function settle(page: Page, name: string): Promise<void> {
  if (!/-(loading|sending|uploading)$/.test(name)) {
    await page.waitForLoadState('networkidle')
    // Network idleness does not cover a page reached from another one.
    await page.waitForFunction(() => !document.body.innerText.includes('Cargando…'))
  }
  await page.evaluate(() => document.fonts.ready)
  // What follows the scrolling would stand in mid-page.
  await page.evaluate(() => window.scrollTo(0, 0))
}
