import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import {
  accessesOf,
  codesOf,
  createAccount,
  give,
  logIn,
  luis,
  ROSAS_SALE,
  toLuis,
} from '../../test/sales/shared-sales.ts'
import { ageAuthentication } from '../../test/users/age-authentication.ts'
import type { Visitor } from '../../test/visitor.ts'

let portal: Portal
let rosa: Visitor
let reader: Visitor
beforeAll(async () => {
  portal = await openPortal()
  await createAccount(portal, luis)
  rosa = await portal.as('rosa')
  reader = await logIn(portal, luis)
  return () => portal.close()
})
beforeEach(async () => {
  expect((await give(rosa, toLuis)).status).toBe(201)
  expect(await codesOf(reader)).toEqual([ROSAS_SALE])
})
afterEach(() => portal.pool.query('delete from sale_accesses'))

/** Runs SQL on Rosa's sale, and undoes it. */
async function during(change: string, undo: string, check: () => Promise<void>): Promise<void> {
  const ofSale = (set: string) => portal.pool.query(set.replaceAll('$sale', `'${ROSAS_SALE}'`))
  await ofSale(change)
  await check().finally(() => ofSale(undo))
}

const nothing = async () => expect(await codesOf(reader)).toEqual([])
const sale = (set: string) => `update sales set ${set} where code = $sale`
const coHolder = (rut: string) =>
  `update sale_holders set rut = '${rut}' from sales
   where sales.id = sale_id and code = $sale and role = 'co_holder'`

describe('at the next call Luis sees nothing once', () => {
  test('Rosa took the access back; the statement is gone with it (§12.445, security 5.71)', async () => {
    const [{ id }] = await accessesOf(rosa)
    await ageAuthentication(portal.db, 'rosa')
    expect((await rosa.call('DELETE', `/api/sale-accesses/${id}/`)).status).toBe(200)
    await nothing()
    for (const format of ['pdf', 'csv']) {
      const { status } = await reader.get(`/api/sales/${ROSAS_SALE}/statement.${format}`)
      expect(status).toBe(404)
    }
    expect(await accessesOf(rosa)).toEqual([])
    expect((await rosa.call('DELETE', `/api/sale-accesses/${id}/`)).status).toBe(404)
    await portal.pool.query('update sessions set authenticated_at = now()')
  })

  test('the last day is over, and not on it (§12.445, security 5.71)', async () => {
    const lastDay = (days: number) =>
      portal.pool.query(
        `update sale_accesses set last_day = (now() at time zone 'America/Santiago')::date + $1::integer`,
        [days],
      )
    await lastDay(0)
    expect(await codesOf(reader)).toEqual([ROSAS_SALE])
    await lastDay(-1)
    await nothing()
    expect(await accessesOf(rosa)).toMatchObject([{ state: 'over' }])
  })

  test('accounting withdraws the sale (security 5.71)', () =>
    during(sale('withdrawn_at = now()'), sale('withdrawn_at = null'), nothing))

  test('the sale is not approved any more (security 5.71)', () =>
    during(sale('approved_on = null'), sale(`approved_on = '2023-05-02'`), nothing))

  test('the sale has another holder, who did not give it (security 5.71)', () =>
    during(
      sale(`holder_rut = '${personas.hernan.rut}'`),
      sale(`holder_rut = '${personas.rosa.rut}'`),
      async () => {
        await nothing()
        const { body } = await (await portal.as('hernan')).get('/api/sale-accesses/')
        const [first] = body.results
        expect(first).toMatchObject({ code: ROSAS_SALE, accesses: [] })
      },
    ))

  test('accounting names another co-holder (§12.445, security 5.71)', () =>
    during(coHolder('16.444.555-0'), coHolder('13456789-9'), async () => {
      await nothing()
      expect(await accessesOf(rosa)).toMatchObject([{ state: 'void', name: '' }])
    }))

  test('accounting names none (security 5.71)', () =>
    during(coHolder(''), coHolder('13456789-9'), nothing))
})

test('the spelling of the co-holder’s rut does not matter', () =>
  during(coHolder('13.456.789-9'), coHolder('13456789-9'), async () => {
    expect(await codesOf(reader)).toEqual([ROSAS_SALE])
  }))
