import { beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
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
import type { Visitor } from '../../test/visitor.ts'
import { applyRetention } from '../personal-data/apply-retention.ts'
import { eraseMember } from '../personal-data/erase-member.ts'

let portal: Portal
let rosa: Visitor
beforeEach(async () => {
  portal = await openPortalForTest({})
  await createAccount(portal, luis)
  rosa = await portal.as('rosa')
  await give(rosa, toLuis)
})

async function stored(): Promise<unknown[]> {
  return (await portal.pool.query('select * from sale_accesses')).rows
}

describe('the export of personal data', () => {
  const exported = { sale_code: ROSAS_SALE, kind: 'co_holder', last_day: '', revoked_at: null }

  test('has the access on both sides, without the other person (security 15.24)', async () => {
    const reader = await logIn(portal, luis)
    const ofRosa = (await rosa.get('/api/client/data.json')).body
    const ofLuis = (await reader.get('/api/client/data.json')).body
    expect(ofRosa.sale_accesses).toMatchObject([{ ...exported, side: 'holder' }])
    expect(ofLuis.sale_accesses).toMatchObject([{ ...exported, side: 'reader' }])
    expect(ofLuis.sales).toEqual([])
    expect(JSON.stringify(ofLuis)).not.toContain(personas.rosa.rut)
    expect((await rosa.get('/api/client/data.pdf')).status).toBe(200)
  })
})

describe('an erasure', () => {
  const forced = { dryRun: false, force: true }

  test.each([
    ['Rosa', personas.rosa.rut],
    ['Luis', luis.rut],
  ])('of %s ends and deletes the access (security 15.24)', async (name, rut) => {
    const reader = await logIn(portal, luis)
    expect(await codesOf(reader)).toEqual([ROSAS_SALE])
    expect(await eraseMember(portal, { rut }, forced)).toMatchObject({ result: 'erased' })
    expect(await stored()).toEqual([])
    if (name === 'Rosa') expect(await codesOf(reader)).toEqual([])
    else expect((await rosa.get('/api/sale-accesses/')).body.results[0].kinds).toEqual([])
  })
})

test('an access is deleted some years after its end, and not before (security 15.24)', async () => {
  const services = { db: portal.db, config: portal.config }
  const years = portal.config.retention.closedRequestYears
  await portal.pool.query(`update sale_accesses set given_at = now() - interval '90 years'`)
  expect(await applyRetention(services)).toMatchObject({ saleAccesses: 0 })
  const [{ id }] = await accessesOf(rosa)
  await rosa.call('DELETE', `/api/sale-accesses/${id}/`)
  expect(await applyRetention(services)).toMatchObject({ saleAccesses: 0 })
  await portal.pool.query(
    `update sale_accesses set revoked_at = now() - $1 * interval '1 year' - interval '1 day'`,
    [years],
  )
  expect(await applyRetention(services)).toMatchObject({ saleAccesses: 1 })
  expect(await stored()).toEqual([])
})
