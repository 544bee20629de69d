import type { WireAuditEntry } from '@carpeta/contract/audit'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { ownSaleRefusal } from '@carpeta/domain/sales/own-sale'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPaymentsPortal, ROSAS_SALE } from '../../test/payments-portal.ts'
import { createAccount, give, logIn, luis, toLuis } from '../../test/sales/shared-sales.ts'
import { pdf } from '../../test/sample-files.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'

const p = openPaymentsPortal()

const sellTo = (rut: string) =>
  p.portal.pool.query('update sales set holder_rut = $1 where code = $2', [rut, ROSAS_SALE])
afterEach(() => sellTo(personas.rosa.rut))

const refused = [403, ownSaleRefusal.text]

async function idOf(name: string): Promise<number> {
  const text = 'select id from users where first_name = $1'
  return (await p.portal.pool.query(text, [name])).rows[0].id
}

/** Rosa lets Mario read her purchase. @returns the access */
async function shareWithMario(): Promise<number> {
  const { rows } = await p.portal.pool.query(
    `insert into sale_accesses (sale_id, reader_rut, kind, holder_rut, given_by)
     select id, $1, 'representative', holder_rut, $2 from sales where code = $3 returning id`,
    [personas.mario.rut, await idOf('Rosa'), ROSAS_SALE],
  )
  return rows[0].id
}

async function answersTo(staff: Visitor, id: number): Promise<unknown[]> {
  const calls: [string, object][] = [
    ['refund', { reason: 'x' }],
    ['match', { payment_key: 'K-1' }],
    ['unmatch', { reason: 'x' }],
    ['expire', { reason: 'x' }],
  ]
  const answers = []
  for (const [action, body] of calls) {
    const answer = await staff.post(`/api/payments/${id}/${action}/`, json(body))
    answers.push([answer.status, answer.body])
  }
  return answers
}

describe('Mario, who matches payments and holds a purchase himself,', () => {
  test('neither gives back, matches nor expires what his co-holder paid for it (security 5.583)', async () => {
    await sellTo(personas.mario.rut)
    await createAccount(p.portal, luis)
    const mario = await p.portal.as('mario')
    expect((await give(mario, toLuis)).status).toBe(201)
    const coHolder = await logIn(p.portal, luis)
    const begun = await p.start({ choice: 'overdue' }, coHolder)
    const token = p.webpay.decide(begun.body.redirect.token, 'approve')
    expect((await p.comeBack(token, coHolder)).body.state).toBe('authorized')
    expect(await answersTo(mario, begun.body.id)).toEqual([refused, refused, refused, refused])
    expect(p.webpay.carriedOut.refund).toBe(0)
  })

  test('nor does he once she has taken his access back, or where accounting names him (security 5.680)', async () => {
    const paid = await p.pay()
    const accessId = await shareWithMario()
    const query = (text: string, values: unknown[]) => p.portal.pool.query(text, values)
    await query('update sale_accesses set revoked_at = now() where id = $1', [accessId])
    expect(await answersTo(p.mario, paid.body.id)).toEqual([refused, refused, refused, refused])
    await query('delete from sale_accesses where id = $1', [accessId])
    const buyer = personas.mario.rut.replace('-', '')
    await query('insert into sale_buyers (sale_id, rut) select id, $1 from sales where code = $2', [
      buyer,
      ROSAS_SALE,
    ])
    expect(await answersTo(p.mario, paid.body.id)).toEqual([refused, refused, refused, refused])
    await query('delete from sale_buyers where rut = $1', [buyer])
    expect(p.webpay.carriedOut.refund).toBe(0)
  })

  test('reads no notes and documents of its requests, and gets none assigned (security 5.681)', async () => {
    const { id, documentIds } = await storeRequest(p.portal)
    await sellTo(personas.mario.rut)
    const mario = await p.portal.as('mario')
    const ivan = await p.portal.as('ivan')
    const assignment = { version: 0, user_id: await idOf('Mario') }
    const assigned = await ivan.post(`/api/requests/${id}/assign/`, json(assignment))
    expect([assigned.status, assigned.body]).toEqual([400, requestMessages.assignedToBuyer.text])
    const read = await mario.get(`/api/requests/${id}/?as=staff`)
    expect([read.status, read.body]).toEqual(refused)
    expect((await mario.get(`/api/requests/${id}/`)).status).toBe(404)
    expect((await mario.get(`/api/requests/${id}/member/`)).status).toBe(403)
    expect((await mario.get(`/api/documents/${documentIds[0]}/`)).status).toBe(404)
  })

  test('reads no report, receipt or candidates of what others paid for it, and judges none (security 5.702, 5.820)', async () => {
    const paid = await p.pay()
    const paid_on = todayInSantiago(new Date())
    const form = { sale_code: ROSAS_SALE, paid_on, amount: '294.000', comment: 'Desde mi cuenta' }
    const { body } = await p.rosa.post('/api/payment-reports/', upload(pdf('pago.pdf'), form))
    const read = async () =>
      Promise.all(
        [
          `/api/payment-reports/${body.id}/`,
          `/api/payment-reports/${body.id}/receipt/`,
          `/api/payments/${paid.body.id}/candidates/`,
        ].map(async (path) => (await p.mario.get(path)).status),
      )
    expect(await read()).toEqual([200, 200, 200])
    const accessId = await shareWithMario()
    expect(await read()).toEqual([403, 404, 403])
    for (const [action, sent] of [
      ['confirm', { payment_key: 'K-1' }],
      ['decline', { reason: 'x' }],
      ['unmatch', { reason: 'x' }],
    ] as const) {
      const answer = await p.mario.post(`/api/payment-reports/${body.id}/${action}/`, json(sent))
      expect([answer.status, answer.body]).toEqual(refused)
    }
    await p.portal.pool.query('delete from sale_accesses where id = $1', [accessId])
  })

  test('reads in no list why a colleague gave a payment for it back, nor the titles of its documents (security 5.822)', async () => {
    const paid = await p.pay()
    const ivan = await p.portal.as('ivan')
    const given = json({ reason: 'Lo pidió por su separación' })
    expect((await ivan.post(`/api/payments/${paid.body.id}/refund/`, given)).status).toBe(200)
    const holder_id = await idOf('Rosa')
    const form = { category: 'deed', title: 'Carta de cobranza', date: '2026-03-14', holder_id }
    const file = upload(pdf('carta.pdf'), { ...form, holder_id: String(holder_id) })
    const published = await ivan.post(`/api/sales/${ROSAS_SALE}/documents/`, file)
    expect(published.status).toBe(201)
    await p.portal.pool.query(
      `insert into group_permissions
       select min(group_id), unnest(array['documents.publish_documents', 'users.manage_users'])
       from user_groups where user_id = $1`,
      [await idOf('Mario')],
    )
    const mario = await p.portal.as('mario')
    const read = async () => {
      const { results } = (await mario.get('/api/payments/?state=refunded')).body
      const { documents } = (await mario.get(`/api/staff/members/${await idOf('Rosa')}/`)).body
      const titles = documents.map(({ title }: { title: string }) => title)
      return [results[0].pesos, results[0].refund_reason, titles]
    }
    const [pesos] = await read()
    expect(await read()).toEqual([pesos, 'Lo pidió por su separación', ['Carta de cobranza']])
    const accessId = await shareWithMario()
    expect(await read()).toEqual([pesos, '', []])
    await p.portal.pool.query('delete from sale_accesses where id = $1', [accessId])
  })

  test('reads in the audit log who gave it back and when, and not why, also once it is deleted (security 5.850, security 5.893)', async () => {
    const why = 'Lo pidió por su divorcio'
    const paid = await p.pay()
    const { id: requestId } = await storeRequest(p.portal)
    const ivan = await p.portal.as('ivan')
    await ivan.post(`/api/payments/${paid.body.id}/refund/`, json({ reason: why }))
    const assignment = { version: 0, user_id: await idOf('Iván') }
    await ivan.post(`/api/requests/${requestId}/assign/`, json(assignment))
    const { rows: added } = await p.portal.pool.query(
      `insert into group_permissions
       select min(group_id), unnest(array['audit.view_audit', 'users.manage_users'])
       from user_groups where user_id = $1 on conflict do nothing returning group_id, permission`,
      [await idOf('Mario')],
    )
    // The other tests are about a colleague without them.
    onTestFinished(async () => {
      await p.portal.pool.query(
        'delete from group_permissions where group_id = $1 and permission = any($2)',
        [added[0].group_id, added.map(({ permission }) => permission)],
      )
    })
    const mario = await p.portal.as('mario')
    const about = [`payment ${paid.body.id}`, `request ${requestId}`]
    const changes = (entries: WireAuditEntry[]) =>
      entries
        .filter(({ object_type, object_id }) => about.includes(`${object_type} ${object_id}`))
        .filter(({ action }) => action === 'payment.refunded' || action === 'request.changed')
        .map(({ action, before, after, reason }) => [action, { ...before, ...after }, reason])
    const read = async () => ({
      list: changes((await mario.get('/api/audit/?subject=Rosa')).body.results),
      file: changes((await mario.get(`/api/staff/members/${await idOf('Rosa')}/`)).body.audit),
      isInCsv: (await mario.get('/api/audit/export.csv')).body.includes(why),
    })
    const all = [
      ['request.changed', expect.objectContaining({ event: 'assigned' }), ''],
      ['payment.refunded', { pesos: expect.anything() }, why],
    ]
    expect(await read()).toEqual({ list: all, file: all, isInCsv: true })
    const accessId = await shareWithMario()
    const little = all.map(([action]) => [action, {}, ownSaleRefusal.text])
    expect(await read()).toEqual({ list: little, file: little, isInCsv: false })
    // Retention deletes both long before the audit log.
    await p.portal.pool.query('delete from payment_orders where id = $1', [paid.body.id])
    await p.portal.pool.query('delete from requests where id = $1', [requestId])
    expect(await read()).toEqual({ list: little, file: little, isInCsv: false })
    await p.portal.pool.query('delete from sale_accesses where id = $1', [accessId])
    expect(await read()).toEqual({ list: all, file: all, isInCsv: true })
  })

  test('files none for the member who shares it with him (security 5.681)', async () => {
    const { rows } = await p.portal.pool.query(`select min(id) as id from procedures`)
    const accessId = await shareWithMario()
    const filing = { member_id: await idOf('Rosa'), procedure_id: rows[0].id }
    const form = json({ ...filing, sale_code: ROSAS_SALE, comment: 'Pide una copia' })
    const filed = await p.mario.post('/api/filings/', form)
    expect([filed.status, filed.body]).toEqual(refused)
    await p.portal.pool.query('delete from sale_accesses where id = $1', [accessId])
    expect((await p.mario.post('/api/filings/', form)).status).toBe(201)
  })

  test('answers no request about it, which its former holder sent (security 5.583)', async () => {
    const { id } = await storeRequest(p.portal)
    await sellTo(personas.mario.rut)
    const mario = await p.portal.as('mario')
    const review = () => mario.post(`/api/requests/${id}/review/`, json({ version: 0 }))
    const answer = await review()
    expect([answer.status, answer.body]).toEqual(refused)
    await sellTo(personas.rosa.rut)
    expect((await review()).status).toBe(200)
  })
})
