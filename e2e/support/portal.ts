import {
  type APIRequestContext,
  type APIResponse,
  type BrowserContext,
  test as base,
  devices,
  expect,
  type Page,
  request as requests,
} from '@playwright/test'
import { type PersonaName, personas, SAMPLE_PASSWORD } from '../../apps/api/seeds/personas.ts'
import { portalServer } from '../portal-server.ts'

export { expect } from '@playwright/test'

interface Fixtures {
  /** Opens a page in a browser of its own, with no session. */
  otherBrowser: () => Promise<Page>
}

/** Every story fails on an error of a page's own: an exception, or an error on the console. */
export const test = base.extend<Fixtures>({
  page: async ({ page }, use) => {
    const errors = collectErrors(page)
    await use(page)
    expect(errors).toEqual([])
  },
  otherBrowser: async ({ browser }, use) => {
    const opened: { page: Page; errors: string[] }[] = []
    await use(async () => {
      const page = await browser.newPage()
      opened.push({ page, errors: collectErrors(page) })
      return page
    })
    await Promise.all(opened.map(({ page }) => page.close()))
    expect(opened.flatMap(({ errors }) => errors)).toEqual([])
  },
})

function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    // The browser itself reports every 4xx; the stories check those by what the screen says.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      errors.push(message.text())
    }
  })
  return errors
}

/** Opens a page and waits until it is hydrated: a rut typed earlier is not formatted. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  // On a wide screen staff have the pages at the side, and on a small laptop both.
  const side = page.getByRole('navigation', { name: 'Menú principal' })
  await expect(page.getByRole('button', { name: 'Abrir menú' }).or(side).first()).toBeEnabled()
}

export async function fillLogin(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel(/^(Rut|Correo)$/).fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
}

/** On the screen that the link of an email leads to. */
export async function chooseNewPassword(page: Page): Promise<void> {
  await page.getByLabel('Ingresa una contraseña').fill(NEW_PASSWORD)
  await page.getByLabel('Repite la contraseña').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
}

type Somebody = PersonaName | { rut: string }

const rutOf = (who: Somebody) => (typeof who === 'string' ? personas[who].rut : who.rut)

/** Of the accounts that the stories open: nobody may choose the sample's password. */
export const GUEST_PASSWORD = 'Peumo-alto#5821'

/** What they choose instead. */
export const NEW_PASSWORD = 'Quillay#4471'

function passwordOf(rut: string): string {
  const isPersona = Object.values(personas).some((persona) => persona.rut === rut)
  return isPersona ? SAMPLE_PASSWORD : GUEST_PASSWORD
}

/** Logs in on the screen, for the stories about logging in. */
export async function logInOnScreen(page: Page, who: Somebody): Promise<void> {
  await page.goto('/')
  await fillLogin(page, rutOf(who), passwordOf(rutOf(who)))
  await expect(page).toHaveURL(/\/dashboard/)
}

/** Logs in by the API, stores what the screen would store, and opens a page. */
export async function logInAs(page: Page, who: Somebody, path = '/dashboard'): Promise<void> {
  const context = page.context()
  const { user, cookies } = await sessionOf(rutOf(who), context)
  const localStorage = [
    { name: 'user', value: JSON.stringify(user) },
    { name: 'last_action', value: String(Date.now()) },
  ]
  await context.setStorageState({ cookies, origins: [{ origin: portalServer.url, localStorage }] })
  await page.goto(path)
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(({ pathname }) => pathname === '/')
  // The former page is shown a moment longer, and may have a field of the same name.
  await expect(page.getByRole('heading', { name: 'Ingresar a mi cuenta' })).toBeVisible()
}

interface Session {
  user: unknown
  cookies: Awaited<ReturnType<APIRequestContext['storageState']>>['cookies']
  openedAt: number
  /** The story and the browser that use it. */
  story: string
  context: BrowserContext | null
}

const sessions = new Map<string, Session>()
/** Less than what counts as a recent login, by the length of a story. */
const REUSED_MS = 5 * 60_000

/**
 * A session of an earlier story, or a new one: an account logs in sixty times an hour. Browsers of one story
 * have sessions of their own; calls, without a browser, share one.
 */
async function sessionOf(rut: string, context: BrowserContext | null): Promise<Session> {
  const story = base.info().testId
  const key = `${rut} ${context ? 'page' : 'calls'}`
  const last = sessions.get(key)
  if (last && (last.context === context || last.story !== story) && (await isLive(last))) {
    sessions.set(key, { ...last, story, context })
    return last
  }
  // The list of sessions names it.
  const { userAgent } = devices['Pixel 7']
  const request = await requests.newContext({ baseURL: portalServer.url, userAgent })
  const user = await logInByApi(request, rut)
  const { cookies } = await request.storageState()
  await request.dispose()
  const session = { user, cookies, openedAt: Date.now(), story, context }
  sessions.set(key, session)
  return session
}

async function isLive({ cookies, openedAt }: Session): Promise<boolean> {
  if (Date.now() - openedAt > REUSED_MS) return false
  return (await fetch(`${portalServer.url}/api/auth/user/`, { headers: headersOf(cookies) })).ok
}

function headersOf(cookies: Session['cookies']): Record<string, string> {
  return {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    'X-CSRFTOKEN': cookies.find(({ name }) => name === 'csrftoken')?.value ?? '',
  }
}

async function logInByApi(
  request: APIRequestContext,
  username: string,
  password = passwordOf(username),
): Promise<unknown> {
  const answer = await send(request, 'POST', '/api/auth/login/', { username, password })
  return answer.json()
}

/** @param cookies replace those of the request's browser */
async function send(
  request: APIRequestContext,
  method: Method,
  path: string,
  data?: object,
  cookies?: Session['cookies'],
): Promise<APIResponse> {
  const answer = await request.fetch(path, {
    method,
    data,
    headers: cookies ? headersOf(cookies) : await ownHeaders(request),
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer
}

async function ownHeaders(request: APIRequestContext) {
  const { token } = await (await request.get('/api/auth/csrftoken/')).json()
  return { 'X-CSRFTOKEN': token }
}

type Method = 'GET' | 'POST' | 'PATCH'
type Call = <Answer = { id: number }>(
  method: Method,
  path: string,
  data?: object,
) => Promise<Answer>

/** Calls that a member of staff makes, for what a story needs beforehand. */
export async function asStaff(request: APIRequestContext, name: PersonaName): Promise<Call> {
  const { cookies } = await sessionOf(personas[name].rut, null)
  return async (method, path, data) => (await send(request, method, path, data, cookies)).json()
}

export interface Guest {
  rut: string
  firstName: string
  lastName: string
  email: string
}

/** Somebody who is not of the sample cooperative and belongs to one story. */
export function guest(rut: string, firstName: string, lastName: string): Guest {
  const email = `${firstName}.${lastName.replace(' ', '.')}@correo.example`.toLowerCase()
  return { rut, firstName, lastName, email }
}

/** The password that Carla sets; its owner changes it at the first login. */
export const TEMPORARY_PASSWORD = 'Boldo-verde#6094'

/** An account for somebody of one story, who has chosen the password: the sample's are shared. */
export async function openAccount(
  request: APIRequestContext,
  person: Guest,
  opening?: Opening,
): Promise<void> {
  await openTemporaryAccount(request, person, opening)
  await logInByApi(request, person.rut, TEMPORARY_PASSWORD)
  await send(request, 'POST', '/api/client/password/change/', {
    old_password: TEMPORARY_PASSWORD,
    new_password: GUEST_PASSWORD,
  })
}

interface Opening {
  /** Carla unless the account gets groups, which only a superuser gives. */
  by?: PersonaName
  groupIds?: number[]
}

/** Staff open an account with a temporary password. */
export async function openTemporaryAccount(
  request: APIRequestContext,
  person: Guest,
  { by = 'carla', groupIds = [] }: Opening = {},
): Promise<void> {
  const staff = await asStaff(request, by)
  await staff('POST', '/api/users/', {
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    password: TEMPORARY_PASSWORD,
    profile: { social_security: person.rut },
    group_ids: groupIds,
  })
}
