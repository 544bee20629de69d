import { endpoints } from '@carpeta/contract/staff'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
