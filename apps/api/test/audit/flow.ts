import { beforeAll, expect } from 'vitest'
import { type PersonaName, personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { startWebpaySimulator, type WebpaySimulator } from '../../src/payments/webpay-simulator.ts'
import { openPortal, type Portal } from '../open-portal.ts'
import { webpaySettings } from '../payments-portal.ts'
import { type Answer, json, type Visitor } from '../visitor.ts'

/** A portal with logged-in people, shared by the flows of a test file. */
export interface Cast {
  portal: Portal
  webpay: WebpaySimulator
  rosa: Visitor
  hernan: Visitor
  pia: Visitor
  carla: Visitor
  mario: Visitor
  ivan: Visitor
  /** Passwords and links, which no entry may contain. */
  secrets: string[]
}

/** A call that records an action. */
export interface Flow {
  perform: (cast: Cast) => Promise<unknown>
  /** First names; null for an unknown user. */
  who: string | null
  whose: string | null
}

export const NEW_PASSWORD = 'Quillay#7731'
export const ROSAS_SALE = 'V-1001'

/** Opens the portal for a test file. */
export function openCast(): () => Cast {
  let cast: Cast
  beforeAll(async () => {
    const webpay = await startWebpaySimulator()
    const env = { REGISTRATION_OPEN: 'true', ...webpaySettings(webpay.url) }
    const portal = await openPortal('sample', env)
    cast = {
      portal,
      webpay,
      rosa: await portal.as('rosa'),
      hernan: await portal.as('hernan'),
      pia: await portal.as('pia'),
      carla: await portal.as('carla'),
      mario: await portal.as('mario'),
      ivan: await portal.as('ivan'),
      secrets: [SAMPLE_PASSWORD, NEW_PASSWORD],
    }
    return async () => {
      await portal.close()
      await webpay.close()
    }
  })
  return () => cast
}

export function flow(who: Flow['who'], whose: Flow['whose'], perform: Flow['perform']): Flow {
  return { who, whose, perform }
}

export function done({ status, body }: Answer): void {
  expect(status, JSON.stringify(body)).toBeLessThan(300)
}

export const rutOf = (name: PersonaName) => personas[name].rut

export const patch = (person: Visitor, url: string, body: object) =>
  person.call('PATCH', url, json(body))

export async function newcomer({ portal }: Cast): Promise<Visitor> {
  const visitor = portal.visitor()
  await visitor.fetchToken()
  return visitor
}

export async function idByName({ portal }: Cast, firstName: string): Promise<number> {
  const { rows } = await portal.pool.query('select id from users where first_name = $1', [
    firstName,
  ])
  return rows[0].id
}

export const idOf = (cast: Cast, name: PersonaName) => idByName(cast, personas[name].firstName)

export async function newest(
  { portal }: Cast,
  table: 'announcements' | 'answer_templates' | 'help_pages' | 'procedures' | 'groups' | 'passkeys',
): Promise<number> {
  const { rows } = await portal.pool.query(`select max(id) as id from ${table}`)
  return rows[0].id
}
