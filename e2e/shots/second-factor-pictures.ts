import type { Page } from '@playwright/test'
import { SAMPLE_PASSWORD } from '../../apps/api/seeds/personas.ts'
import { fillLogin, logInAs } from '../support/portal.ts'
import { addAuthenticator, confirmPassword } from '../support/second-factor.ts'
import { press } from './stage.ts'

const FACTOR = '**/api/auth/second-factor/'
const CODE = 'Ingresa el código de tu segundo factor'

const codes = [
  '7K2M-9QXD-4TBA',
  '0H5N-WZ8C-R3PE',
  '1B6V-TQ2K-X9MD',
  '2C7W-YR3N-Z0HF',
  '3D8X-ZS4P-A1JG',
  '4E9Y-AT5Q-B2KH',
  '5F0Z-BV6R-C3MJ',
  '6G1A-CW7S-D4NK',
  '8J3B-DX8T-E5PM',
  '9M4C-EY9V-F6QN',
]

const factor = {
  is_required: false,
  passkeys: [
    {
      id: 1,
      name: 'Mi teléfono Android',
      is_backed_up: true,
      created_at: '2026-10-02T15:00:00Z',
      last_used_at: '2026-11-20T13:12:00Z',
    },
    {
      id: 2,
      name: 'Llave de seguridad de la oficina, en el cajón de arriba',
      is_backed_up: false,
      created_at: '2026-11-12T15:00:00Z',
      last_used_at: null,
    },
  ],
  totp: { created_at: '2026-10-02T15:00:00Z', last_used_at: '2026-11-18T13:12:00Z' },
  recovery_codes_left: 3,
}

async function askFor(page: Page, methods: string[]): Promise<void> {
  await page.route('**/api/auth/login/', (route) =>
    route.fulfill({
      status: 403,
      headers: { 'x-error-code': 'second_factor_required' },
      json: { detail: CODE, methods },
    }),
  )
  await page.goto('/')
  await fillLogin(page, '12345678-5', SAMPLE_PASSWORD)
  await page.getByRole('heading', { name: 'Confirma que eres tú' }).waitFor()
}

async function openProfile(page: Page): Promise<void> {
  await page.route(FACTOR, (route) => route.fulfill({ json: factor }))
  await logInAs(page, 'rosa', '/profile#seguridad')
  await page
    .getByText(/llaves? de acceso( y|$)/)
    .first()
    .waitFor()
}

async function openEnrollment(page: Page): Promise<void> {
  await page.route('**/api/auth/user/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: { ...(await response.json()), must_enroll_second_factor: true },
    })
  })
  await logInAs(page, 'mario')
  await page.getByRole('heading', { name: 'Protege tu cuenta' }).waitFor()
}

async function openUser(page: Page): Promise<void> {
  await page.route('**/api/users/*/sign-in/', (route) =>
    route.fulfill({ json: { methods: ['passkey', 'totp', 'recovery_code'], open_sessions: 2 } }),
  )
  await logInAs(page, 'carla', '/users')
  await press(page, 'Editar Rosa Muñoz Sepúlveda')
  await page.getByText('2 sesiones abiertas').scrollIntoViewIfNeeded()
}

export const secondFactorPictures: Record<string, (page: Page) => Promise<unknown>> = {
  'login-passkey-none': async (page) => {
    await addAuthenticator(page)
    await page.goto('/')
    await page.getByRole('button', { name: 'Ingresar con una llave de acceso' }).click()
    await page.getByText('No se usó ninguna llave de acceso').waitFor()
  },
  'login-code': (page) => askFor(page, ['totp', 'recovery_code']),
  'login-code-wrong': async (page) => {
    await askFor(page, ['passkey', 'totp', 'recovery_code'])
    await page.unroute('**/api/auth/login/')
    await page.route('**/api/auth/login/', (route) =>
      route.fulfill({ status: 400, json: { code: ['El código no es correcto'] } }),
    )
    await page.getByLabel('Código', { exact: true }).fill('123456')
    await press(page, 'Ingresar')
    await page.getByText('El código no es correcto').waitFor()
  },
  'login-recovery-code': async (page) => {
    await askFor(page, ['totp', 'recovery_code'])
    await press(page, 'Usar un código de recuperación')
  },
  'login-passkey-second': (page) => askFor(page, ['passkey', 'recovery_code']),
  'profile-security': openProfile,
  'profile-security-down': async (page) => {
    const down = { status: 503, json: 'Servicio no disponible. Inténtalo más tarde.' }
    await page.route(FACTOR, (route) => route.fulfill(down))
    await logInAs(page, 'rosa', '/profile#seguridad')
    await page.getByRole('button', { name: 'Reintentar' }).waitFor()
  },
  'profile-security-loading': async (page) => {
    await page.route(FACTOR, () => {})
    await logInAs(page, 'rosa', '/profile#seguridad')
    await page.getByText('Los recibes todos').waitFor()
  },
  'profile-passkey-add': async (page) => {
    await openProfile(page)
    await press(page, 'Agregar una llave de acceso')
    await page.getByRole('dialog').getByLabel('Nombre').waitFor()
  },
  'profile-passkey-remove': async (page) => {
    await openProfile(page)
    await press(page, 'Quitar Mi teléfono Android')
    await page.getByRole('dialog').waitFor()
  },
  'profile-totp-add-confirm': async (page) => {
    await logInAs(page, 'rosa', '/profile#seguridad')
    await press(page, 'Configurar una aplicación de códigos')
    await page.getByRole('dialog', { name: 'Confirma tu contraseña' }).waitFor()
  },
  'profile-totp-add': async (page) => {
    await logInAs(page, 'rosa', '/profile#seguridad')
    await press(page, 'Configurar una aplicación de códigos')
    await confirmPassword(page, SAMPLE_PASSWORD)
    await page.getByRole('img', { name: /^Código QR/ }).waitFor()
  },
  'profile-recovery-codes': async (page) => {
    await page.route('**/api/auth/recovery-codes/', (route) =>
      route.fulfill({ json: { recovery_codes: codes } }),
    )
    await openProfile(page)
    await press(page, 'Crear códigos nuevos')
    await page.getByRole('dialog').getByRole('button', { name: 'Crear códigos nuevos' }).click()
    await page.getByRole('button', { name: 'Ya los guardé' }).waitFor()
  },
  'profile-session-end': async (page) => {
    const results = ['Chrome en Android', 'Firefox en Windows'].map((device, index) => ({
      id: index,
      device,
      place: index === 0 ? 'Chile' : 'Lugar desconocido',
      started_at: `2026-11-20T1${index + 1}:40:00Z`,
      last_used_at: '2026-11-20T13:12:00Z',
      is_current: index === 0,
    }))
    await page.route('**/api/client/sessions/?*', (route) => route.fulfill({ json: { results } }))
    await logInAs(page, 'rosa', '/profile#sesiones')
    await press(page, 'Cerrar la sesión en Firefox en Windows')
    await page.getByRole('dialog').waitFor()
  },
  'second-factor-required': openEnrollment,
  'users-access': openUser,
  'users-reset-factor': async (page) => {
    await openUser(page)
    await press(page, 'Restablecer segundo factor')
    await page.getByRole('dialog', { name: '¿Restablecer' }).waitFor()
  },
}
