import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import { type PersonaName, personas, SAMPLE_PASSWORD } from '../../apps/api/seeds/personas.ts'

export { expect } from '@playwright/test'

/** Every story fails on an error of the page's own: an exception, or something said to the console. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      // The browser itself reports every 4xx; the stories check those by what the screen says.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        complaints.push(message.text())
      }
    })
    await use(page)
    expect(complaints).toEqual([])
  },
})

export async function fillLogin(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel(/^(Rut|Correo)$/).fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
}

export async function logInAs(page: Page, name: PersonaName): Promise<void> {
  await page.goto('/')
  await fillLogin(page, personas[name].rut, SAMPLE_PASSWORD)
  await expect(page).toHaveURL(/\/dashboard/)
}

export interface Guest {
  rut: string
  firstName: string
  lastName: string
  email: string
}

type Call = (method: 'POST' | 'PATCH', path: string, data: object) => Promise<{ id: number }>

/** Calls as one of the staff would make them, for what a story needs beforehand. */
export async function asStaff(request: APIRequestContext, name: PersonaName): Promise<Call> {
  const call: Call = async (method, path, data) => {
    const { token } = await (await request.get('/api/auth/csrftoken/')).json()
    const answer = await request.fetch(path, { method, data, headers: { 'X-CSRFTOKEN': token } })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  await call('POST', '/api/auth/login/', {
    username: personas[name].rut,
    password: SAMPLE_PASSWORD,
  })
  return call
}

/** Somebody of a story's own, opened by Carla: the cast is everybody's, and so are its passwords. */
export async function openAccount(request: APIRequestContext, guest: Guest): Promise<void> {
  const carla = await asStaff(request, 'carla')
  await carla('POST', '/api/users/', {
    first_name: guest.firstName,
    last_name: guest.lastName,
    email: guest.email,
    password: SAMPLE_PASSWORD,
    profile: { social_security: guest.rut },
  })
}

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
  // A page that was just made narrower becomes cards a moment later.
  await expect.poll(excess).toBeLessThanOrEqual(0)
}

interface ExportedSale {
  code: string
  // biome-ignore lint/suspicious/noExplicitAny: the accounting system's own document
  [section: string]: any
}

/** The accounting export as the file has it, read without any of the portal's own code. */
export function exportedSale(code: string): ExportedSale {
  const file = new URL('../../apps/api/seeds/sample-export.ndjson', import.meta.url)
  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(1)
  const sale = lines
    .map((line): ExportedSale => JSON.parse(line))
    .find((each) => each.code === code)
  if (!sale) throw new Error(`The export has no ${code}`)
  return sale
}

/** '1.234,50', worked out apart from the portal's formatter. */
export function uf(amount: number): string {
  return new Intl.NumberFormat('de-DE', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(Math.round(amount * 100) / 100)
}

export function pesos(amount: number): string {
  return `$${new Intl.NumberFormat('de-DE').format(amount)}`
}

/** '15 %', '12,5 %'. */
export function percent(fraction: number): string {
  const value = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 }).format(fraction * 100)
  return `${value}\u00a0%`
}

export function short(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-')
  return `${day}-${month}-${year}`
}
