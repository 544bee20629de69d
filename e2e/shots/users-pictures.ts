import type { Page } from '@playwright/test'
import { logInAs } from '../stories/portal.ts'

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()
const form = (page: Page) => page.getByRole('dialog', { name: 'Usuarios' })

async function openUsers(page: Page, as: 'carla' | 'ivan' = 'carla', query = ''): Promise<void> {
  await logInAs(page, as)
  await page.goto(`/users${query}`)
  await page.getByRole('table', { name: 'Usuarios' }).waitFor()
}

/** What the sample does not have, or would have for the other pictures too. */
async function answerList(page: Page, path: string, results: object[], lastPage = 1) {
  await page.route(
    ({ pathname }) => pathname === path,
    (route) => route.fulfill({ json: { results, current: 1, lastPage } }),
  )
}

function user(id: number, firstName: string, lastName: string, more: object) {
  const profile = { id, name: 'Socio', social_security: `${10_000_000 + id}-0`, is_client: true }
  return {
    id,
    first_name: firstName,
    last_name: lastName,
    email: `${firstName}.${lastName}@correo.example`.toLowerCase(),
    username: profile.social_security,
    is_active: false,
    is_superuser: false,
    permissions: [],
    group_ids: [],
    profile: { ...profile, updated_at: '2026-11-20T12:00:00Z' },
    deleted_at: null,
    invitation: { state: 'active', invited_at: null, delivery: null, failure: '' },
    ...more,
  }
}

const invited = { state: 'invited', invited_at: '2026-11-19T15:00:00Z', failure: '' }

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

const person = (id: number, name: string) => ({ id, name })
const entry = {
  at: '2026-11-20T14:05:00Z',
  actor: person(15, 'Carla Neira Bustos'),
  on_behalf_of: null,
  object_type: 'user',
  object_id: '4',
  subject: person(4, 'Rosa Muñoz Sepúlveda'),
  before: {},
  after: {},
  reason: '',
  address: '200.73.112.9',
  request_id: 'b1946ac9-2492-4d23-a6f0-4c5f8c1e7a55',
}

const trail = [
  {
    ...entry,
    id: 9,
    action: 'user.changed',
    before: { email: 'rosa.munoz@correo.example', is_active: true },
    after: { email: 'rosa.m@correo.example', is_active: false },
  },
  { ...entry, id: 8, action: 'member.viewed_as', reason: 'Llamó por el saldo de su reserva' },
  {
    ...entry,
    id: 7,
    action: 'group.changed',
    object_type: 'group',
    object_id: '2',
    subject: null,
    before: { permissions: ['requests.answer_requests'] },
    after: { permissions: ['requests.answer_requests', 'procedures.change_procedures'] },
  },
  {
    ...entry,
    id: 6,
    action: 'user.created',
    after: {
      first_name: 'Ana',
      last_name: 'Mora',
      email: 'ana.mora@correo.example',
      social_security: '16543987-2',
      is_active: true,
      group_ids: [],
    },
  },
  { ...entry, id: 5, actor: null, action: 'session.login_failed', object_type: '' },
  {
    ...entry,
    id: 4,
    actor: null,
    subject: null,
    action: 'load.applied',
    object_type: 'load',
    object_id: '31',
    address: '',
    request_id: '',
  },
]

const accesses = [
  {
    at: '2026-11-20T14:05:00Z',
    who: 'Carla Neira Bustos',
    action: 'Vio el portal como tú',
    reason: 'Llamó por el saldo de su reserva',
  },
  {
    at: '2026-11-12T12:41:00Z',
    who: 'Mario Fuentes Alarcón',
    action: 'Vio tus datos',
    reason: '',
  },
]

export const usersPictures: Record<string, (page: Page) => Promise<unknown>> = {
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
    await press(page, 'Invitar a todos')
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
    await press(page, 'Editar Rosa Muñoz Sepúlveda')
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
  'users-edit-stronger': async (page) => {
    await openUsers(page)
    await press(page, 'Editar Mario Fuentes Alarcón')
    await form(page).getByText('No puedes cambiar la contraseña').waitFor()
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
    await press(page, 'Ver como socio a Rosa Muñoz Sepúlveda')
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
    await press(page, 'Eliminar Elena Vidal Riquelme')
    await page.getByRole('dialog').waitFor()
  },
  'users-trashed': async (page) => {
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
  groups: async (page) => {
    await logInAs(page, 'ivan')
    await page.goto('/groups')
    await page.getByRole('table').waitFor()
  },
  'groups-edit': async (page) => {
    await logInAs(page, 'ivan')
    await page.goto('/groups')
    await press(page, 'Editar Administración')
    await page.getByRole('dialog').waitFor()
  },
  'groups-in-use': async (page) => {
    await logInAs(page, 'ivan')
    await page.goto('/groups')
    await press(page, 'Eliminar Administración')
    await page.getByRole('dialog', { name: 'Eliminar' }).waitFor()
  },
  activity: async (page) => {
    await answerList(page, '/api/audit/', trail, 27)
    await logInAs(page, 'ivan')
    await page.goto('/activity')
    await page.getByRole('table').waitFor()
    await page.getByText('6 datos').click()
    await page.getByText('Origen').first().click()
  },
  'activity-filters': async (page) => {
    await answerList(page, '/api/audit/', trail)
    await logInAs(page, 'ivan')
    await page.goto('/activity?actor=carla&from=2026-11-01')
    await page.getByRole('table').waitFor()
  },
  'profile-accesses': async (page) => {
    await answerList(page, '/api/client/accesses/', accesses, 3)
    await logInAs(page, 'rosa')
    await page.goto('/profile')
    await page.getByText('Llamó por el saldo de su reserva').waitFor()
  },
  'profile-new-email': async (page) => {
    await logInAs(page, 'rosa')
    await page.goto('/profile')
    await page.getByLabel('Correo', { exact: true }).fill('rosa@otro.example')
    await page.getByRole('button', { name: 'Guardar' }).first().click()
    await page.getByText('Ingresa tu contraseña actual').waitFor()
  },
}
