import { definitions } from '@carpeta/contract/requests/staff-requests-schemas'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Portal } from '../../../test/open-portal.ts'
import { openRequestsPortal } from '../../../test/requests-portal.ts'
import { COPY, storeRequest } from '../../../test/stored-requests.ts'
import type { Visitor } from '../../../test/visitor.ts'

const requests = openRequestsPortal()

let portal: Portal
let id: number
beforeAll(() => {
  ;({ portal } = requests)
})
beforeEach(async () => {
  await requests.reset()
  id = (await storeRequest(portal)).id
})

const get = (person: Visitor, request = id) => person.get(`/api/requests/${request}/member/`)

async function memberOf(person: Visitor, request = id) {
  const { status, body } = await get(person, request)
  expect(status).toBe(200)
  expect(definitions.getRequestMember.answer.strict().parse(body)).toEqual(body)
  return body
}

test('Iván reads Rosa’s phone, how far her deed is, and her other requests (§12.423)', async () => {
  const other = await storeRequest(portal, { title: COPY, state: 'resolved' })
  await storeRequest(portal, { title: COPY, state: 'draft' })
  await storeRequest(portal, { by: 'hernan' })
  await portal.pool.query(
    `update deed_trackings set drafted_on = '2026-05-02', buyer_signed_on = '2026-06-03',
       seller_signed_on = null, releasing_bank_signed_on = null, entered_lender_on = null,
       lender_signed_on = null, closed_on = null, entered_registry_on = null, left_registry_on = null
     where sale_id = (select id from sales where code = 'V-1001')`,
  )
  const { requests: others, sale } = await memberOf(requests.ivan)
  expect(others).toEqual([expect.objectContaining({ id: other.id, state: 'resolved' })])
  expect(sale.phone).toMatch(/\d{4}/)
  expect(sale.deed).toEqual({
    done: 2,
    steps: 9,
    last_step: 'Firma Socio',
    last_on: '2026-06-03',
  })
})

test('a sale without a deed and without a phone says neither (§12.424)', async () => {
  const [sale] = [`(select id from sales where code = 'V-1001')`]
  await portal.pool.query(`delete from deed_trackings where sale_id = ${sale}`)
  await portal.pool.query(`update sale_holders set phone = '' where sale_id = ${sale}`)
  expect((await memberOf(requests.ivan)).sale).toMatchObject({ deed: null, phone: '' })
})

test('of an erased holder nothing of the sale is read (security 13.26)', async () => {
  const erase = (at: string) =>
    portal.pool.query(`update sales set holder_erased_at = ${at} where code = 'V-1001'`)
  await erase('now()')
  expect(await memberOf(requests.ivan)).not.toHaveProperty('sale')
  await erase('null')
})

test('Mario, who sees no sales, reads the requests only; the read is recorded for Rosa (§12.424, security 13.26)', async () => {
  expect(Object.keys(await memberOf(requests.mario))).toEqual(['requests'])
  const { rows } = await portal.pool.query(
    `select subject.first_name from audit_entries
       join users actor on actor.id = actor_id join users subject on subject.id = subject_id
     where action = 'member.read' and object_type = 'request' and object_id = $1
       and actor.first_name = 'Mario'`,
    [String(id)],
  )
  expect(rows).toEqual([{ first_name: 'Rosa' }])
})

test('an anonymous visitor, Rosa and Carla are refused; a draft and an unknown request are a 404 (security 13.26)', async () => {
  expect((await get(portal.visitor())).status).toBe(401)
  expect((await get(requests.rosa)).status).toBe(403)
  expect((await get(requests.carla)).status).toBe(403)
  expect((await get(requests.mario, 999_999)).status).toBe(404)
  const draft = await storeRequest(portal, { title: COPY, state: 'draft' })
  expect((await get(requests.mario, draft.id)).status).toBe(404)
})
