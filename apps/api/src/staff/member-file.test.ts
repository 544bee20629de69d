import { readSale } from '@carpeta/contract/read-sale'
import { endpoints, type MemberPayment } from '@carpeta/contract/staff'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { nextPayment } from '@carpeta/domain/payments/next-payment'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { noSuchMailbox, openRefusingPortal } from '../../test/users/refusing-portal.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, type Visitor } from '../../test/visitor.ts'

let portal: Portal
let ivan: Visitor
let carla: Visitor
beforeAll(async () => {
  portal = await openPortal()
  ivan = await portal.as('ivan')
  carla = await portal.as('carla')
})
afterAll(() => portal.close())

const get = (id: number, person: Visitor) => person.get(`/api/staff/members/${id}/`)

async function fileOf(id: number, person: Visitor) {
  const { status, body } = await get(id, person)
  expect(status).toBe(200)
  expect(endpoints['GET /api/staff/members/:id/'].answer.parse(body)).toEqual(body)
  return body
}

test('Iván reads Rosa’s account, sale, requests, logins and audit log (§12.391)', async () => {
  await portal.pool.query('delete from requests')
  const request = await storeRequest(portal)
  await portal.as('rosa')
  const rosa = await userIdOf(portal.db, 'rosa')
  const file = await fileOf(rosa, ivan)
  expect(file.user).toMatchObject({ first_name: 'Rosa', account_state: 'active', groups: [] })
  expect(file.logins[0]).toMatchObject({ is_failed: false })
  expect(file.sales).toEqual([
    expect.objectContaining({
      code: 'V-1001',
      project: 'Altos de Tumbes',
      completed_on: '',
      withdrawn_at: null,
      as_of: '2026-11-20T09:00:00Z',
    }),
  ])
  const { body: sales } = await (await portal.as('rosa')).get('/api/sales-data/')
  const {
    resumen,
    contado_preliminar: cash,
    credito_hipotecario_preliminar: mortgage,
  } = sales[0].compromiso
  const balance = resumen.deuda + cash.compromiso + mortgage.compromiso
  expect(Number(file.sales[0].balance)).toBeCloseTo(balance, 4)
  expect(file.requests).toEqual([expect.objectContaining({ id: request.id, state: 'sent' })])
  expect(file.audit.length).toBeGreaterThan(0)
})

test('Iván answers what Rosa owes, pays next and where to call her, by the rule of her own card, with its UF of today (§12.1351, §12.2036)', async () => {
  const [sale] = (await fileOf(await userIdOf(portal.db, 'rosa'), ivan)).sales
  const { body: own } = await (await portal.as('rosa')).get('/api/sales-data/')
  const payment = nextPayment(readSale(own[0]), todayInSantiago(new Date()))
  if (payment.kind !== 'due') throw new Error('Rosa owes instalments')
  const { overdue, next } = payment
  expect(sale.due).toEqual({
    kind: 'due',
    overdue: { count: overdue?.count, amount: overdue?.amount, due_on: overdue?.dueOn },
    next: next && { count: next.count, amount: next.amount, due_on: next.dueOn },
    awaited: [],
  })
  expect(sale.phone).toBe(own[0].venta.cliente_fono)
  const { uf_of_today: uf } = await fileOf(await userIdOf(portal.db, 'rosa'), ivan)
  const { ufOfToday } = readSale(own[0])
  expect(uf).toEqual(ufOfToday)
  await portal.pool.query(`update sales set withdrawn_at = now() where code = 'V-1001'`)
  const [withdrawn] = (await fileOf(await userIdOf(portal.db, 'rosa'), ivan)).sales
  await portal.pool.query(`update sales set withdrawn_at = null where code = 'V-1001'`)
  expect(withdrawn.due).toBeNull()
})

test('an open request comes before ten newer closed ones (§12.1353)', async () => {
  await portal.pool.query('delete from requests')
  const { id } = await storeRequest(portal)
  for (let count = 0; count < 10; count += 1) await storeRequest(portal, { state: 'resolved' })
  const { requests } = await fileOf(await userIdOf(portal.db, 'rosa'), ivan)
  expect(requests).toHaveLength(10)
  expect(requests[0]).toMatchObject({ id, state: 'sent' })
})

describe('Rosa’s last payments', () => {
  const ofRosa = `(select id from users where rut = '12345678-5'), (select id from sales where code = 'V-1001')`

  beforeAll(async () => {
    await portal.pool.query(`
      insert into payment_orders (user_id, sale_id, choice, state, pesos, uf, uf_value, uf_date, folio,
          session_id, created_at, authorized_at, payment_key, recorded_on, payment_on, payment_uf)
        select ${ofRosa}, 'next', state, 290000, 7.35, 39400, '2026-11-01', folio, folio, at, authorized_at,
          key, case when key is not null then date '2026-11-02' end, payments.deposited_on, payments.amount
        from (values
          ('authorized', 'P-1', '2026-11-20 12:00-03'::timestamptz, '2026-11-20 12:01-03'::timestamptz, null),
          ('rejected', 'P-2', '2026-11-20 11:00-03', null, null),
          ('authorized', 'P-3', '2026-11-02 12:00-03', '2026-11-02 12:00-03',
            (select key from payments where sale_id = (select id from sales where code = 'V-1001') limit 1))
        ) orders (state, folio, at, authorized_at, key)
        left join payments using (key) where payments.sale_id is null
          or payments.sale_id = (select id from sales where code = 'V-1001') order by folio`)
    await portal.pool.query(`
      insert into payment_reports (user_id, sale_id, paid_on, amount, state, closed_at, payment_key)
        select ${ofRosa}, paid_on::date, 150000, state, closed_at, key from (values
          ('2026-11-19', 'reported', null::timestamptz, null),
          ('2026-11-18', 'confirmed', now(), 'k'),
          ('2026-11-17', 'cancelled', now(), null)
        ) reports (paid_on, state, closed_at, key)`)
  })
  afterAll(() => portal.pool.query('delete from payment_orders; delete from payment_reports'))

  test('are accounting’s, and what she paid online or reported that accounting does not have (§12.1352)', async () => {
    const { payments } = await fileOf(await userIdOf(portal.db, 'rosa'), ivan)
    const said = payments.map(({ source, paid_on, state }: MemberPayment & { state?: string }) =>
      [source, paid_on, state].filter(Boolean).join(' '),
    )
    expect(said.slice(0, 3)).toEqual([
      'online 2026-11-20 rejected',
      'online 2026-11-20 authorized',
      'reported 2026-11-19 reported',
    ])
    expect(said.slice(3)).toEqual([
      expect.stringMatching(/^accounting 20/),
      expect.stringMatching(/^accounting 20/),
      expect.stringMatching(/^accounting 20/),
    ])
  })

  test('are accounting’s alone for who does not match payments, with pesos by the UF of their day (§12.1352, §12.2224, security 5.60)', async () => {
    const group = `(select group_id from user_groups where user_id = (select id from users where rut = '9876543-3') limit 1)`
    await portal.pool.query(`
      insert into group_permissions (group_id, permission) values (${group}, 'users.view_as_member')
      on conflict do nothing`)
    await portal.pool.query(
      `delete from group_permissions where permission = 'payments.match_payments'`,
    )
    const { payments } = await fileOf(await userIdOf(portal.db, 'rosa'), await portal.as('carla'))
    const sources = payments.map(({ source }: MemberPayment) => source)
    expect(new Set(sources)).toEqual(new Set(['accounting']))
    // By the UF of 12-11-2026 and of 03-10-2026; not while that is unknown.
    const pesos = payments.slice(0, 2).map((payment: MemberPayment) => payment.pesos)
    expect(pesos).toEqual(['136744', '285584'])
    await portal.pool.query(`delete from uf_values where date = '2026-11-12'`)
    const { payments: later } = await fileOf(
      await userIdOf(portal.db, 'rosa'),
      await portal.as('carla'),
    )
    expect(later[0]).toMatchObject({ uf: '3.5', pesos: null })
  })
})

test('Iván reads which documents were published for Rosa, and whether she opened them; Carla does not (§12.1354, security 5.60)', async () => {
  const rosa = await userIdOf(portal.db, 'rosa')
  const publish = async (title: string, options: { isOpened?: boolean; isWithdrawn?: boolean }) => {
    const { rows } = await portal.pool.query(
      `with file as (
         insert into documents (storage_key, name, type, uploaded_by)
         values ($1, 'a.pdf', 'application/pdf', $2::integer) returning id),
       published as (
         insert into member_documents (sale_id, owner_rut, category, title, date, visible_from, visible_to_co_holder,
             published_by, withdrawn_at, withdrawn_by, reason)
         select id, '12345678-5', 'other', $1, '2026-11-01', '2026-11-01', true, $2::integer,
           case when $3 then now() end, case when $3 then $2::integer end, '' from sales where code = 'V-1001'
         returning id)
       insert into member_document_versions (member_document_id, document_id, version)
         select published.id, file.id, 1 from published, file returning document_id`,
      [title, rosa, options.isWithdrawn === true],
    )
    if (options.isOpened) {
      await portal.pool.query(
        'insert into member_document_reads (document_id, user_id) values ($1, $2)',
        [rows[0].document_id, rosa],
      )
    }
  }
  await publish('Promesa', { isOpened: true })
  await publish('Anexo', {})
  await publish('Retirado', { isWithdrawn: true })
  const { documents } = await fileOf(rosa, ivan)
  expect(documents).toEqual([
    expect.objectContaining({ sale_code: 'V-1001', title: 'Anexo', opened_at: null }),
    expect.objectContaining({ title: 'Promesa', opened_at: expect.any(String) }),
  ])
  expect(await fileOf(rosa, carla)).not.toHaveProperty('documents')
})

test('the read is recorded for Rosa, and so is that of her audit log (security 5.60)', async () => {
  const rosa = await userIdOf(portal.db, 'rosa')
  await fileOf(rosa, ivan)
  const { rows } = await portal.pool.query(
    `select distinct action from audit_entries
     where subject_id = $1 and actor_id = (select id from users where first_name = 'Iván')`,
    [rosa],
  )
  expect(rows.map(({ action }) => action).toSorted()).toEqual(['audit.read', 'member.read'])
})

test('Carla reads neither requests nor the audit log; sales only with the figures’ permission (§12.391, security 5.60)', async () => {
  const rosa = await userIdOf(portal.db, 'rosa')
  const file = await fileOf(rosa, carla)
  expect(file).not.toHaveProperty('requests')
  expect(file).not.toHaveProperty('audit')
  await portal.pool.query(
    `delete from group_permissions
     where permission in ('users.view_as_member', 'sales.import_sales', 'payments.match_payments')`,
  )
  expect(await fileOf(rosa, carla)).not.toHaveProperty('sales')
})

describe('the emails of the account', () => {
  const at = expect.any(String)
  const isMissing = expect.stringContaining('550 5.1.1 no such mailbox here')

  test.each([
    ['is refused', noSuchMailbox, 'failed', isMissing],
    ['waits for the mail server', { code: 451, message: '4.7.1 try later' }, 'queued', ''],
    ['arrives', undefined, 'sent', ''],
  ])('have one row for Tomás’ invitation that %s (§12.49)', async (_, answer, state, detail) => {
    const { portal, work } = await openRefusingPortal(() => answer)
    const by = await portal.as('carla')
    const tomas = await userIdOf(portal.db, 'tomas')
    const waiting = { kind: 'activate', at, state: 'queued', detail: '' }
    expect((await fileOf(tomas, by)).emails).toEqual([waiting])
    await work()
    const { user, emails } = await fileOf(tomas, by)
    expect(user.account_state).toBe('invited')
    expect(emails).toEqual([{ kind: 'activate', at, state, detail }])
  })

  test.each([
    ['was invited', "now() - interval '30 days'"],
    ['was never invited', 'null'],
  ])('tell that one did not reach Rosa, who %s (§12.49)', async (_, invitedAt) => {
    const { portal, work } = await openRefusingPortal(() => noSuchMailbox)
    const rosa = await userIdOf(portal.db, 'rosa')
    await portal.pool.query(`update users set invited_at = ${invitedAt} where id = $1`, [rosa])
    const by = await portal.as('carla')
    await by.post('/api/send-restore-password-ss/', json({ social_security: '12345678-5' }))
    await work()
    expect((await fileOf(rosa, by)).emails).toEqual([
      { kind: 'other', at: null, state: 'failed', detail: isMissing },
      { kind: 'restore', at, state: 'sent', detail: '' },
    ])
  })

  test('tell that the confirmation of Rosa’s new email did not arrive (§12.49)', async () => {
    const email = 'rosa.nueva@correo.example'
    const { portal, work } = await openRefusingPortal((to) =>
      to === email ? noSuchMailbox : undefined,
    )
    const rosa = await userIdOf(portal.db, 'rosa')
    const by = await portal.as('carla')
    await by.call('PATCH', `/api/users/${rosa}/`, json({ email }))
    await work()
    expect((await fileOf(rosa, by)).emails).toEqual([
      { kind: 'email_change', at, state: 'failed', detail: expect.stringMatching(`^${email}: `) },
    ])
  })
})

test('Iván, who bought Rosa’s sale before her, reads neither its figures nor its payments (security 5.945)', async () => {
  const rosa = await userIdOf(portal.db, 'rosa')
  const before = await fileOf(rosa, ivan)
  expect(before.sales[0].due).not.toBeNull()
  expect(before.payments).not.toEqual([])
  await portal.pool.query(
    `insert into sale_buyers (sale_id, rut)
      select id, replace($1, '-', '') from sales where code = 'V-1001'`,
    [personas.ivan.rut],
  )
  const { sales, payments } = await fileOf(rosa, ivan)
  const hidden = { balance: null, pending_instalments: null, due: null, phone: '' }
  expect(sales).toEqual([{ ...before.sales[0], ...hidden }])
  expect(payments).toBeUndefined()
  const hernan = await fileOf(await userIdOf(portal.db, 'hernan'), ivan)
  expect(hernan.sales[0].balance).not.toBeNull()
  await portal.pool.query('delete from sale_buyers where rut = $1', [
    personas.ivan.rut.replace('-', ''),
  ])
})

test('an anonymous visitor, Rosa and Mario are refused; an unknown or deleted user is a 404', async () => {
  const rosa = await userIdOf(portal.db, 'rosa')
  expect((await get(rosa, portal.visitor())).status).toBe(401)
  expect((await get(rosa, await portal.as('rosa'))).status).toBe(403)
  expect((await get(rosa, await portal.as('mario'))).status).toBe(403)
  expect((await get(999_999, carla)).status).toBe(404)
  const bruno = await userIdOf(portal.db, 'bruno')
  await portal.pool.query('update users set deleted_at = now() where id = $1', [bruno])
  expect((await get(bruno, carla)).status).toBe(404)
})
