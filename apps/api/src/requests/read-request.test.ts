import { readSale } from '@carpeta/contract/read-sale'
import { memberRequestSchema, staffRequestSchema } from '@carpeta/contract/requests'
import { endpoints } from '@carpeta/contract/staff-requests'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { nextPayment } from '@carpeta/domain/payments/next-payment'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import type { Portal } from '../../test/open-portal.ts'
import { openRequestsPortal } from '../../test/requests-portal.ts'
import { COPY, storeRequest } from '../../test/stored-requests.ts'
import { json, type Visitor } from '../../test/visitor.ts'

const requests = openRequestsPortal()
const { createDraft, sendDraft } = requests

let portal: Portal
let rosa: Visitor
let hernan: Visitor
let mario: Visitor
let carla: Visitor
beforeAll(() => {
  ;({ portal, rosa, hernan, mario, carla } = requests)
})
beforeEach(() => requests.reset())

describe('reading a request', () => {
  test('is for its member and, once it is sent, for staff who answer', async () => {
    const id = await createDraft(rosa)
    const read = async (person: Visitor) => (await person.get(`/api/requests/${id}/`)).status
    expect(await read(rosa)).toBe(200)
    expect(await read(mario)).toBe(404)
    await sendDraft(rosa, id)
    expect(await read(mario)).toBe(200)
    expect(await read(hernan)).toBe(404)
    expect(await read(carla)).toBe(404)
    expect(await read(portal.visitor())).toBe(401)
    expect((await rosa.get('/api/requests/999999/')).status).toBe(404)
    expect((await rosa.get('/api/requests/abc/')).status).toBe(404)
  })

  test('Rosa sees the cooperative’s name instead of staff’s, and no internal notes', async () => {
    const id = await createDraft(rosa)
    await sendDraft(rosa, id)
    const { body } = await mario.get(`/api/requests/${id}/`)
    await mario.post(`/api/requests/${id}/review/`, json({ version: body.version }))
    await mario.post(`/api/requests/${id}/note/`, json({ text: 'Ojo con la fecha' }))
    const { body: hers } = await rosa.get(`/api/requests/${id}/`)
    expect(hers.events.map(({ kind }: { kind: string }) => kind)).toEqual(['sent', 'review'])
    expect(hers.events[1].actor).toBe('Cooperativa Vista al Biobío')
    expect(JSON.stringify(hers)).not.toMatch(/Mario|Ojo con la fecha/)
  })

  test('Rosa, who is also staff, reads her own request as a member, never as staff (security 5.25)', async () => {
    const id = await createDraft(rosa)
    await sendDraft(rosa, id)
    await mario.post(`/api/requests/${id}/note/`, json({ text: 'Ojo con la fecha' }))
    await portal.pool.query(`
      insert into user_groups select users.id, groups.id from users, groups
      where users.rut = '12345678-5' and groups.name = 'Atención de socios'`)
    const { body: hers } = await rosa.get(`/api/requests/${id}/`)
    expect(memberRequestSchema.strict().parse(hers)).toEqual(hers)
    expect(JSON.stringify(hers)).not.toContain('Ojo con la fecha')
    expect((await rosa.get(`/api/requests/${id}/?as=staff`)).status).toBe(403)
    const theirs = await createDraft(hernan, { sale: 'V-2001' })
    expect((await rosa.get(`/api/requests/${theirs}/?as=staff`)).status).toBe(404)
    await sendDraft(hernan, theirs)
    for (const query of ['', '?as=staff']) {
      const { body } = await rosa.get(`/api/requests/${theirs}/${query}`)
      expect(staffRequestSchema.strict().parse(body)).toEqual(body)
    }
    await portal.pool.query(`
      delete from user_groups where user_id = (select id from users where rut = '12345678-5')`)
    const { body: again } = await rosa.get(`/api/requests/${id}/?as=staff`)
    expect(again).toEqual(hers)
  })
})

describe('the member beside a request', () => {
  let id: number
  beforeEach(async () => {
    await requests.reset()
    id = (await storeRequest(portal)).id
  })

  const get = (person: Visitor, request = id) => person.get(`/api/requests/${request}/member/`)

  async function memberOf(person: Visitor, request = id) {
    const { status, body } = await get(person, request)
    expect(status).toBe(200)
    expect(endpoints['GET /api/requests/:id/member/'].answer.strict().parse(body)).toEqual(body)
    return body
  }

  test('Iván reads Rosa’s phone, how far her deed is, and her other requests (§12.423)', async () => {
    const other = await storeRequest(portal, { title: COPY, state: 'resolved' })
    await storeRequest(portal, { title: COPY, state: 'draft' })
    await storeRequest(portal, { by: 'hernan' })
    await portal.pool.query(
      `update deed_trackings set drafted_on = '2026-05-02', buyer_signed_on = '2026-06-03',
       seller_signed_on = null, releasing_bank_signed_on = null, entered_lender_on = null,
       lender_signed_on = null, closed_on = null, entered_registry_on = null,
       left_registry_on = current_date + 9
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

  test('Iván reads what Rosa owes and pays next, by the rule of her own card (§12.1350)', async () => {
    const { body: sales } = await requests.rosa.get('/api/sales-data/')
    const payment = nextPayment(readSale(sales[0]), todayInSantiago(new Date()))
    if (payment.kind !== 'due') throw new Error('Rosa owes instalments')
    const { overdue, next } = payment
    const { due } = (await memberOf(requests.ivan)).sale
    expect(due).toEqual({
      kind: 'due',
      overdue: { count: overdue?.count, amount: overdue?.amount, due_on: overdue?.dueOn },
      next: next && { count: next.count, amount: next.amount, due_on: next.dueOn },
      awaited: [],
    })
    expect(due.overdue.count).toBeGreaterThan(0)
  })

  test('a sale without a deed and without a phone says neither (§12.424)', async () => {
    const [sale] = [`(select id from sales where code = 'V-1001')`]
    await portal.pool.query(`delete from deed_trackings where sale_id = ${sale}`)
    await portal.pool.query(`update sale_holders set phone = '' where sale_id = ${sale}`)
    expect((await memberOf(requests.ivan)).sale).toMatchObject({ deed: null, phone: '' })
  })

  test('phone and debt of another holder, to whom the sale went, are not read as Rosa’s (§12.424, §12.1350)', async () => {
    const holdBy = (name: 'rosa' | 'hernan') =>
      portal.pool.query(`update sales set holder_rut = $1 where code = 'V-1001'`, [
        personas[name].rut,
      ])
    await portal.pool.query(`
      update sale_holders set phone = '+56 9 5555 0142'
      where role = 'holder' and sale_id = (select id from sales where code = 'V-1001')`)
    expect((await memberOf(requests.ivan)).sale.phone).toBe('+56 9 5555 0142')
    await holdBy('hernan')
    const { sale } = await memberOf(requests.ivan)
    await holdBy('rosa')
    expect(sale).toMatchObject({ phone: '', due: null })
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
})
