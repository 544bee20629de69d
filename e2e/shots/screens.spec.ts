import { fileURLToPath } from 'node:url'
import { type Page, test } from '@playwright/test'
import { fillLogin, logInAs } from '../stories/portal.ts'

const folder = fileURLToPath(new URL('../../shots', import.meta.url))

/** Each picture: its name, and how a person comes to see it. */
const pictures: Record<string, (page: Page) => Promise<unknown>> = {
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
  menu: async (page) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Abrir menú' }).click()
  },
  'not-found': (page) => page.goto('/nada'),
  'dashboard-rosa': (page) => logInAs(page, 'rosa'),
  'dashboard-hernan': (page) => logInAs(page, 'hernan'),
  'dashboard-hernan-chosen': async (page) => {
    await logInAs(page, 'hernan')
    await page.getByRole('button', { name: 'Ver Mirador de Lenga' }).click()
  },
  'dashboard-elena': (page) => logInAs(page, 'elena'),
  'dashboard-pia': (page) => logInAs(page, 'pia'),
  'dashboard-bruno': (page) => logInAs(page, 'bruno'),
  'dashboard-los-robles': (page) => logInAs(page, 'losRobles'),
  'dashboard-carla': (page) => logInAs(page, 'carla'),
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
}

for (const [name, visit] of Object.entries(pictures)) {
  test(name, async ({ page }, { project }) => {
    await visit(page)
    if (name !== 'dashboard-loading') await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: `${folder}/${project.name}/${name}.png`, fullPage: true })
  })
}
