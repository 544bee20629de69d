import type { Page } from '@playwright/test'
import { buildUserRow } from '../../apps/web/src/testing/build-user.ts'
import { logInAs } from '../support/portal.ts'
import { chooseOfRow } from '../support/users-screen.ts'
import { answerList, press, pressOther } from './stage.ts'

const form = (page: Page) => page.getByRole('dialog', { name: 'Usuarios' })

async function openUsers(page: Page, as: 'carla' | 'ivan' = 'carla', query = ''): Promise<void> {
  await logInAs(page, as)
  await page.goto(`/users${query}`)
  await page.getByRole('table', { name: 'Usuarios' }).waitFor()
}

type UserRow = ReturnType<typeof buildUserRow>

interface More extends Partial<Pick<UserRow, 'email' | 'is_active' | 'deleted_at'>> {
  invitation?: Partial<UserRow['invitation']>
}

function user(id: number, firstName: string, lastName: string, { invitation, ...more }: More) {
  const rut = `${10_000_000 + id}-0`
  const account = {
    id,
    first_name: firstName,
    last_name: lastName,
    email: `${firstName}.${lastName}@correo.example`.toLowerCase(),
    username: rut,
    is_active: false,
    profile: { ...buildUserRow().profile, id, social_security: rut },
    ...more,
  }
  return buildUserRow(account, invitation)
}

const invited = { state: 'invited', invited_at: '2026-11-19T15:00:00Z' } as const

const inEveryState = [
  user(1, 'Ana', 'Mora', { is_active: true }),
  user(7, 'Gabriel', 'Nahuelpán', {
    is_active: true,
    invitation: {
      ...invited,
      state: 'active',
      delivery: 'failed',
      failure: '552 5.2.2 Mailbox full',
    },
  }),
  user(2, 'Berta', 'Cid', { email: '', invitation: { ...invited, state: 'no_email' } }),
  user(3, 'Clara', 'Ruiz', { invitation: { ...invited, state: 'not_invited' } }),
  user(4, 'Diego', 'Paz', { invitation: { ...invited, delivery: 'queued' } }),
  user(5, 'Elisa', 'Toro', { invitation: { ...invited, delivery: 'sent' } }),
  user(6, 'Fabián', 'Soto', {
    invitation: {
      ...invited,
      delivery: 'failed',
      failure: '550 5.1.1 <fabian.soto@correo.example>: Recipient address rejected',
    },
  }),
]

export const usersPictures: Record<string, (page: Page) => Promise<unknown>> = {
  'member-file': async (page) => {
    // Her log has something that she did herself.
    await logInAs(page, 'rosa')
    await openUsers(page, 'ivan')
    await page.getByRole('link', { name: /^Rosa .*Sepúlveda/ }).click()
    await page.getByRole('region', { name: 'Bitácora' }).waitFor()
  },
  'staff-search': async (page) => {
    await openUsers(page, 'ivan')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Socio, venta, solicitud o página' }).fill('muñoz')
    await page.getByRole('dialog').getByRole('option').first().waitFor()
  },
  users: (page) => openUsers(page),
  'users-superuser': (page) => openUsers(page, 'ivan'),
  'users-filters': async (page) => {
    await openUsers(page, 'carla', '?fullname=so')
  },
  'users-none': async (page) => {
    await logInAs(page, 'carla')
    await page.goto('/users?fullname=nadie')
    await page.getByText('No hay resultados').waitFor()
  },
  'users-loading': async (page) => {
    await logInAs(page, 'carla')
    await page.route('**/api/users/?*', () => {})
    await page.goto('/users')
    await page.getByText('Cargando…').waitFor()
  },
  'users-down': async (page) => {
    await logInAs(page, 'carla')
    const down = { status: 503, json: 'Servicio no disponible. Inténtalo más tarde.' }
    await page.route('**/api/users/?*', (route) => route.fulfill(down))
    await page.goto('/users')
    await page.getByRole('button', { name: 'Reintentar' }).waitFor()
  },
  'users-invitations': async (page) => {
    await answerList(page, '/api/users/', inEveryState, 12)
    await page.route('**/api/users/invitations/', (route) =>
      route.fulfill({ json: { queued: 34, sent: 66, failed: 1 } }),
    )
    await openUsers(page)
  },
  'users-limited': async (page) => {
    await answerList(page, '/api/users/', inEveryState, 40, { isLimited: true })
    await openUsers(page, 'carla', '?fullname=so')
    await page.getByText('Hay más de 1.000 resultados').waitFor()
  },
  'users-row-menu': async (page) => {
    await answerList(page, '/api/users/', inEveryState)
    await openUsers(page)
    await press(page, 'Acciones de Elisa Toro')
    await page.getByRole('menuitem', { name: 'Eliminar' }).waitFor()
  },
  'users-selected': async (page) => {
    await answerList(page, '/api/users/', inEveryState)
    await openUsers(page)
    await page.getByLabel('Seleccionar a Clara Ruiz').check()
    await page.getByLabel('Seleccionar a Elisa Toro').check()
  },
  'users-invite-selected': async (page) => {
    await answerList(page, '/api/users/', inEveryState)
    await openUsers(page)
    await page.getByLabel('Seleccionar a Clara Ruiz').check()
    await press(page, 'Invitar')
    await page.getByRole('dialog').waitFor()
  },
  'users-invite-all': async (page) => {
    await answerList(page, '/api/users/', inEveryState, 120)
    await openUsers(page)
    await pressOther(page, 'Invitar a todos…')
    await page.getByRole('button', { name: 'Enviar 120 correos' }).waitFor()
  },
  'users-new': async (page) => {
    await openUsers(page)
    await press(page, 'Añadir usuario')
    await form(page).waitFor()
  },
  'users-new-invited': async (page) => {
    await openUsers(page)
    await press(page, 'Añadir usuario')
    await form(page).getByLabel('Enviar invitación').check({ force: true })
  },
  'users-new-empty': async (page) => {
    await openUsers(page)
    await press(page, 'Añadir usuario')
    await press(page, 'Guardar')
    await page.getByText('Ingrese una contraseña').waitFor()
  },
  'users-edit': async (page) => {
    await openUsers(page)
    await page.getByRole('button', { name: /^Editar Rosa .*Sepúlveda/ }).click()
    await form(page).getByLabel('Contraseña nueva').fill('quillay4')
  },
  'users-edit-groups': async (page) => {
    await openUsers(page, 'ivan')
    await press(page, 'Editar Mario Fuentes Alarcón')
    await form(page).getByRole('checkbox', { name: 'Contabilidad' }).waitFor()
  },
  'users-edit-own': async (page) => {
    await openUsers(page)
    await press(page, 'Editar Carla Neira Bustos')
    await form(page).waitFor()
  },
  'users-edit-other-permissions': async (page) => {
    await openUsers(page)
    await press(page, 'Editar Mario Fuentes Alarcón')
    await form(page).getByText('No puedes cambiar el nombre').waitFor()
  },
  'users-edit-changed': async (page) => {
    const changed =
      'La cuenta cambió mientras la editabas. Ciérrala y ábrela de nuevo para ver cómo está.'
    await page.route('**/api/users/*/', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 400, json: { __all__: [changed] } })
        : route.fallback(),
    )
    await openUsers(page)
    await press(page, 'Editar Rosa Muñoz Sepúlveda')
    await press(page, 'Guardar')
    await form(page).getByText(changed).waitFor()
  },
  'users-view-as': async (page) => {
    await openUsers(page)
    await chooseOfRow(page, 'Rosa Muñoz Sepúlveda', 'Ver como socio')
    await page.getByLabel('Motivo').waitFor()
  },
  'users-taken': async (page) => {
    await openUsers(page)
    await press(page, 'Editar Rosa Muñoz Sepúlveda')
    await form(page).getByLabel('Rut').fill('11111111-1')
    await press(page, 'Guardar')
    await page.getByText('Ya existe un usuario con este rut').waitFor()
  },
  'users-delete': async (page) => {
    await openUsers(page)
    await chooseOfRow(page, 'Elena Vidal Riquelme', 'Eliminar')
    await page.getByRole('dialog').waitFor()
  },
  'users-deleted': async (page) => {
    const deleted_at = '2026-11-20T15:30:00Z'
    await answerList(page, '/api/users/trashed/', [
      user(3, 'Clara', 'Ruiz', { deleted_at }),
      user(1, 'Ana', 'Mora', { deleted_at, is_active: true }),
    ])
    await openUsers(page, 'carla', '?ver=eliminados')
  },
  'users-restore-refused': async (page) => {
    await answerList(page, '/api/users/trashed/', [
      user(3, 'Clara', 'Ruiz', { deleted_at: '2026-11-20T15:30:00Z' }),
    ])
    await page.route('**/restore/', (route) =>
      route.fulfill({
        status: 400,
        json: { social_security: ['Ya existe un usuario con este rut'] },
      }),
    )
    await openUsers(page, 'carla', '?ver=eliminados')
    await press(page, 'Restaurar Clara Ruiz')
    await press(page, 'OK')
    await page.getByRole('dialog', { name: 'Ocurrió un error' }).waitFor()
  },
}
