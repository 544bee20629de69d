import type { Page } from '@playwright/test'
import { logInAs } from '../support/portal.ts'
import { answerList, press } from './stage.ts'

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

const auditEvents = [
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
    action: 'Miró tu carpeta tal como la ves, sin poder cambiar nada',
    reason: 'Llamó por el saldo de su reserva',
  },
  {
    at: '2026-11-12T12:41:00Z',
    who: 'Mario Fuentes Alarcón',
    action: 'Vio tus datos',
    reason: '',
  },
]

/** Groups, the audit log and what a profile shows of it. */
export const auditPictures: Record<string, (page: Page) => Promise<unknown>> = {
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
    await answerList(page, '/api/audit/', auditEvents, 27, { users: [] })
    await logInAs(page, 'ivan')
    await page.goto('/activity')
    await page.getByRole('table').waitFor()
    await page.getByText('6 datos').click()
  },
  'activity-filters': async (page) => {
    await answerList(page, '/api/audit/', auditEvents, 1, { users: [], isLimited: true })
    await logInAs(page, 'ivan')
    await page.goto('/activity?actor=carla&from=2026-11-01')
    await page.getByRole('table').waitFor()
  },
  'profile-accesses': async (page) => {
    await answerList(page, '/api/client/accesses/', accesses, 3)
    await logInAs(page, 'rosa')
    await page.goto('/accesses')
    await page.getByText('Llamó por el saldo de su reserva').waitFor()
  },
  'profile-refused-email': async (page) => {
    await page.route(
      ({ pathname }) => pathname === '/api/auth/user/',
      async (route) => {
        const response = await route.fetch()
        const refused = { pending_email: 'rosa@novea.example', pending_email_refused: true }
        await route.fulfill({ response, json: { ...(await response.json()), ...refused } })
      },
    )
    await logInAs(page, 'rosa')
    await page.goto('/profile#cuenta')
    await page.getByText(/^El correo de confirmación no se pudo entregar/).waitFor()
  },
  'profile-new-email': async (page) => {
    await logInAs(page, 'rosa')
    await page.goto('/profile#cuenta')
    await page.getByLabel('Correo', { exact: true }).fill('rosa@otro.example')
    await page.getByRole('button', { name: 'Guardar' }).first().click()
    await page.getByText('Ingresa tu contraseña actual').waitFor()
  },
}
