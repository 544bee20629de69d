import type { Page } from '@playwright/test'
import { type PersonaName, personas } from '../../apps/api/seeds/personas.ts'
import { expectUnbrokenText } from '../support/appearance.ts'
import { expectAccessible, expectLoaded } from '../support/checks.ts'
import {
  DYING_LINK,
  openPlainPortal,
  PLAIN_PASSWORD,
  type PlainPortal,
} from '../support/plain-api.ts'
import { expect, fillLogin, openPage, test } from '../support/portal.ts'
import { confirmSent, fileInputs, pdf, submitButton } from '../support/request-form.ts'
import { confirm, filterByRut, press, rows, userForm } from '../support/users-screen.ts'

// The web against an API that answers exactly what the specification says, and 404 to everything else.

const PHONE = { width: 360, height: 740 }
const TABLET = { width: 820, height: 1100 }
const DESKTOP = { width: 1440, height: 900 }

let portal: PlainPortal
test.beforeEach(async ({ page }) => {
  portal = await openPlainPortal()
  await watchShifts(page)
})
test.afterEach(() => portal.close())

async function logIn(page: Page, who: PersonaName, { web } = portal): Promise<void> {
  await openPage(page, `${web}/`)
  await fillLogin(page, personas[who].rut, PLAIN_PASSWORD)
  await expect(page).toHaveURL(/\/dashboard/)
}

/** Collects what moves on a page without anybody's doing. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & Shift)[]) {
        // So little is a line of text in the font that arrived.
        if (entry.hadRecentInput || entry.value < 0.005) continue
        const moved = entry.sources.map(({ node }) => (node as Element)?.outerHTML?.slice(0, 120))
        shifts.push(`${entry.value.toFixed(4)} ${moved.join(' | ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
    interface Shift {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    }
  })
}

/** Opens a page: nothing of it moves by itself. */
async function openSteady(page: Page, path: string): Promise<void> {
  await page.goto(portal.web + path)
  await expectSound(page)
  const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
  expect(shifts, path).toEqual([])
}

/** Nothing failed or is loading for ever. */
async function expectSound(page: Page): Promise<void> {
  await expectLoaded(page)
  await page.waitForLoadState('networkidle')
  await expectUnbrokenText(page)
  await expect(
    page.getByText(/No encontrado|Ocurrió un error|Reintentar|No pudimos|No hay conexión/),
  ).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
}

const asked = (path: string) => portal.calls.filter((call) => call.path === path)
/** The login asks for no passkeys either. */
const unknownCalls = () => portal.calls.filter(({ status }) => status === 404)

// The page keeps the places that it measured: each device has a browser of its own.
for (const [device, viewport] of [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const) {
  test(`on ${device} a member reads every page (§12.702, §12.707)`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await logIn(page, 'rosa')
    await openSteady(page, '/dashboard')
    await expectAccessible(page)
    for (const [name, text] of [
      ['Antecedentes Personales', '1. TITULAR'],
      ['Estado de Cuenta', '6. PAGOS'],
      ['Escrituración', 'PROCESO DE ESCRITURACIÓN'],
      ['Solicitar Trámites', 'Copia de contrato'],
      ['Mis Trámites', 'Puede retirarla en la oficina.'],
    ] as const) {
      await page.getByRole('tab', { name }).click()
      await expect(page.getByText(text).first()).toBeVisible()
      await expectSound(page)
      await openSteady(page, `/dashboard?tab=${new URL(page.url()).searchParams.get('tab')}`)
    }
    await page.goto(`${portal.web}/dashboard?tab=solicitar-tramites&tramite=3`)
    await expect(page.getByLabel('Comentarios')).toBeVisible()
    await expectSound(page)
    await openSteady(page, '/profile')
    await expectAccessible(page)
    for (const path of ['/change-password', '/help', '/help/payment', '/privacy', '/nada']) {
      await page.goto(portal.web + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectSound(page)
    }
    expect(unknownCalls()).toEqual([])
  })
}

test('Rosa sends a request with three documents, one by one (§12.705)', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await logIn(page, 'rosa')
  await page.goto(`${portal.web}/dashboard?tab=solicitar-tramites`)
  await page.getByRole('button', { name: 'Solicitar trámite: Cesión de derechos' }).click()
  await fileInputs(page)
    .first()
    .setInputFiles([pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')])
  await page.getByLabel('Comentarios').fill('Para mi hija.')
  await submitButton(page).click()
  const id = await confirmSent(page)
  await expect(page.getByText('Cesión de derechos')).toBeVisible()
  await expectSound(page)
  const sent = ['/api/request/create/', '/api/upload-document/', '/api/request/send/']
  expect(sent.map((path) => asked(path).map(({ body }) => body))).toMatchObject([
    [{ procedure_id: 3, sale_code: 'V-1001', comment: 'Para mi hija.' }],
    ['a.pdf', 'b.pdf', 'c.pdf'].map((document) => ({ request_id: id, document })),
    [{ request_id: Number(id) }],
  ])
  expect(unknownCalls()).toEqual([])
})

test('staff have only the pages that the API has, on a phone and a desktop (§12.702, §12.707)', async ({
  page,
}) => {
  await logIn(page, 'ivan')
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    for (const path of ['/dashboard', '/users', '/profile']) {
      await openSteady(page, path)
      await expectAccessible(page)
    }
    await expect(page.getByRole('link', { name: 'Puesta en marcha' })).toHaveCount(0)
    await page.goto(`${portal.web}/manual`)
    await expect(page.getByRole('link', { name: '5. Cuentas' })).toBeVisible()
  }
  for (const path of ['/groups', '/setup', '/requests']) {
    await page.goto(portal.web + path)
    await expect(page).toHaveURL(/\/dashboard/)
  }
  expect(unknownCalls()).toEqual([])
})

test('Carla finds, adds, edits, deletes and restores users, on a phone, a tablet and a desktop (§12.704)', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await logIn(page, 'carla')
  await page.goto(`${portal.web}/users`)
  await expect(rows(page)).toHaveCount(13)
  await press(page, 'Añadir usuario')
  await userForm(page).getByLabel('Nombre').fill('Olga')
  await userForm(page).getByLabel('Apellido').fill('Paredes')
  await userForm(page).getByLabel('Correo').fill('olga@correo.example')
  await userForm(page).getByLabel('Rut').fill('19876543-0')
  await userForm(page).getByLabel('Contraseña', { exact: true }).fill('Quillay#4471')
  await userForm(page).getByLabel('Repite la contraseña').fill('Quillay#4471')
  await press(page, 'Guardar')
  await expect(page.getByText('Se ha guardado correctamente: Olga Paredes')).toBeVisible()
  await filterByRut(page, '19.876.543-0')
  let name = 'Olga Paredes'
  for (const [viewport, lastName] of [
    [PHONE, 'Paredes Ulloa'],
    [TABLET, 'Paredes Lara'],
    [DESKTOP, 'Paredes Vidal'],
  ] as const) {
    await page.setViewportSize(viewport)
    await press(page, `Editar ${name}`)
    await userForm(page).getByLabel('Apellido').fill(lastName)
    await press(page, 'Guardar')
    name = `Olga ${lastName}`
    await expect(page.getByText(`Se ha guardado correctamente: ${name}`)).toBeVisible()
    await press(page, `Eliminar ${name}`)
    await confirm(page, 'Se ha eliminado correctamente!')
    await page.getByRole('tab', { name: 'Ver eliminados' }).click()
    await press(page, `Restaurar ${name}`)
    await confirm(page, 'Se ha restaurado correctamente!')
    await page.getByRole('tab', { name: 'Ver todos' }).click()
    await expect(rows(page).filter({ hasText: name })).toContainText('Activado')
    await expectSound(page)
  }

  await page.goto(`${portal.web}/users`)
  await expect(rows(page).filter({ hasText: 'Tomás' })).toContainText('Desactivado')
  await page.getByRole('button', { name: 'Usuario', exact: true }).click()
  await expect(rows(page).nth(1)).toContainText('Ana')
  await page.getByRole('button', { name: /^Filtros/, expanded: false }).click()
  await expect(page.getByRole('combobox', { name: 'Estado' })).toHaveCount(0)
  await page.getByLabel('Nombre', { exact: true }).fill('rosa')
  await press(page, 'Filtrar')
  await expect(rows(page)).toHaveCount(2)
  await expectSound(page)

  // By the keyboard alone.
  const edit = page.getByRole('button', { name: 'Editar Rosa Muñoz Sepúlveda' })
  await page.getByRole('button', { name: 'Añadir usuario' }).focus()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(edit).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(userForm(page).getByLabel('Nombre')).toBeFocused()
  await page.keyboard.type('Rosa Elena')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Se ha guardado correctamente/)).toBeVisible()
  expect(unknownCalls()).toEqual([])
})

test('a token that the API refuses is fetched again, at login and logout (§12.700)', async ({
  page,
}) => {
  await openPage(page, `${portal.web}/`)
  // The login asks for a token by itself: the browser has it before it becomes an old one.
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name)
  await expect.poll(cookies).toContain('csrftoken')
  portal.forgetTokens()
  await fillLogin(page, personas.rosa.rut, PLAIN_PASSWORD)
  await expect(page).toHaveURL(/\/dashboard/)
  portal.forgetTokens()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(({ pathname }) => pathname === '/')
  const statuses = (path: string) => asked(path).map(({ status }) => status)
  expect(statuses('/api/auth/login/')).toEqual([403, 200])
  expect(statuses('/api/auth/logout/')).toEqual([403, 200])
})

test('on another host, whose token only its answer tells, Rosa does all she does (§12.707)', async ({
  page,
}) => {
  const elsewhere = await openPlainPortal({ isElsewhere: true })
  try {
    await logIn(page, 'rosa', elsewhere)
    await expect(page.getByRole('table', { name: 'Cuotas' })).toBeVisible()
    await expectSound(page)
    await page.goto(`${elsewhere.web}/dashboard?tab=solicitar-tramites`)
    await page.getByRole('button', { name: 'Solicitar trámite: Copia de contrato' }).click()
    await fileInputs(page).setInputFiles([pdf('cedula.pdf')])
    await submitButton(page).click()
    await confirmSent(page)
    await expectSound(page)
    await page.goto(`${elsewhere.web}/profile#cuenta`)
    await page.getByLabel('Nombre').fill('Rosa Elena')
    await press(page, 'Guardar')
    await expect(page.getByText('Tus datos se han guardado.')).toBeVisible()
    await expectSound(page)
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await expect(page).toHaveURL(({ pathname }) => pathname === '/')
    expect(elsewhere.calls).toContainEqual(
      expect.objectContaining({ path: '/api/auth/logout/', status: 200 }),
    )
  } finally {
    await elsewhere.close()
  }
})

test('links activate and restore; one that dies meanwhile is told at the form (§8.10)', async ({
  page,
}) => {
  async function choose() {
    await page.getByLabel('Ingresa una contraseña', { exact: true }).fill(PLAIN_PASSWORD)
    const repeat = page.getByLabel('Repite la contraseña', { exact: true })
    await repeat.pressSequentially(PLAIN_PASSWORD)
    await page.getByRole('button', { name: /^(Activar Cuenta|Cambiar contraseña)$/ }).click()
  }
  for (const token of ['activar', 'restaurar']) {
    await page.goto(`${portal.web}/client/check?token=${token}`)
    await choose()
    await expect(page).toHaveURL(/\/dashboard/)
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await expect(page).toHaveURL(({ pathname }) => pathname === '/')
  }
  await page.goto(`${portal.web}/client/check?token=${DYING_LINK}`)
  await choose()
  await expect(page.locator('form').getByRole('alert')).toContainText(
    'El link ya no está disponible',
  )
  await page.goto(`${portal.web}/client/check?token=nada`)
  await expect(page.getByRole('heading', { name: 'El link ya no está disponible' })).toBeVisible()
})
