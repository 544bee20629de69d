import { unprovenEmail } from '@carpeta/domain/people/unproven-email'
import type { Page } from '@playwright/test'
import { personas } from '../../apps/api/seeds/personas.ts'
import { fillLogin, logInAs, openPage } from '../support/portal.ts'

// What any page may show: a lost connection, an unknown address, the end of the session.

const loseServer = (page: Page) => page.route('**/api/**', (route) => route.abort())

/** The same code in each picture. */
const failUnexpectedly = (page: Page, calls: string) =>
  page.route(calls, (route) =>
    route.fulfill({ status: 500, headers: { 'x-request-id': 'K7M2P-9XQ4T' }, json: {} }),
  )

export const pagePictures: Record<string, (page: Page) => Promise<unknown>> = {
  'no-connection-login': async (page) => {
    await openPage(page, '/')
    await loseServer(page)
    await fillLogin(page, personas.rosa.rut, 'Peumo-alto#5821')
    await page.getByText('Lo que escribiste sigue en la página.').waitFor()
  },
  'no-connection-dashboard': async (page) => {
    await logInAs(page, 'rosa', '/profile#sesiones')
    await page.getByText('Esta sesión').waitFor()
    await loseServer(page)
    await page.getByRole('link', { name: 'Volver' }).click()
    await page.getByText('No hay conexión.').waitFor()
  },
  'help-code-login': async (page) => {
    await openPage(page, '/')
    await failUnexpectedly(page, '**/api/auth/login/')
    await fillLogin(page, personas.rosa.rut, 'Peumo-alto#5821')
    await page.getByText('Código de ayuda').waitFor()
  },
  'who-saw-my-data': async (page) => {
    const at = '2026-11-20T02:30:00Z'
    const mario = { at, who: 'Mario Fuentes Alarcón', role: 'Atención de socios', reason: '' }
    const results = [
      { ...mario, action: 'Respondió tu solicitud Nº 9' },
      { ...mario, action: 'Vio tu solicitud Nº 9' },
      {
        ...{ at, who: 'Carla Neira Bustos', role: 'Administración' },
        ...{
          action: 'Miró tu carpeta tal como la ves, sin poder cambiar nada',
          reason: 'Llamó porque no encuentra su última cuota',
        },
      },
      {
        at,
        who: 'Luis Parra Inostroza',
        role: 'tu co-titular',
        action: 'Vio tu compra V-1001',
        reason: '',
      },
    ]
    await page.route('**/api/client/accesses/*', (route) =>
      route.fulfill({ json: { results, current: 1, lastPage: 1 } }),
    )
    await logInAs(page, 'rosa', '/accesses')
    await page.getByRole('table').waitFor()
  },
  'help-code-profile': async (page) => {
    await failUnexpectedly(page, '**/api/client/sessions/**')
    await logInAs(page, 'rosa', '/profile#sesiones')
    await page.getByText('Código de ayuda').first().waitFor()
  },
  'not-found-logged-in': (page) => logInAs(page, 'rosa', '/nada'),
  'session-ended': async (page) => {
    await page.route('**/api/client/**', (route) =>
      route.fulfill({ status: 401, json: { detail: 'No ha ingresado' } }),
    )
    await logInAs(page, 'rosa', '/profile')
    await page.getByRole('dialog', { name: 'Ingresar' }).waitFor()
  },
  'change-password-temporary': async (page) => {
    await page.route(/\/api\/auth\/(login|user)\//, async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        json: { ...(await response.json()), must_change_password: true },
      })
    })
    await logInAs(page, 'rosa', '/change-password')
    await page.getByLabel(unprovenEmail.remove).check()
  },
  'change-password-wrong': async (page) => {
    const wrong = 'La contraseña actual no es correcta'
    await page.route('**/api/client/password/change/', (route) =>
      route.fulfill({ status: 400, headers: { 'x-error-code': 'wrong_password' }, json: wrong }),
    )
    await logInAs(page, 'rosa', '/change-password')
    await page.getByLabel('Ingresa tu contraseña actual').fill('Otra#2026')
    await page.getByLabel('Ingresa una nueva contraseña').fill('Peumo-alto#5821')
    await page.getByLabel('Repite la contraseña').fill('Peumo-alto#5821')
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    await page.getByText(wrong).waitFor()
  },
}
