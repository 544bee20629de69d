import { userRefusals } from '@carpeta/domain/people/user-rules'
import { beforeEach, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openAccounting, sellTo } from '../../test/news/accounting-books.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { createAccount, give, luis } from '../../test/sales/shared-sales.ts'
import { addTotp } from '../../test/second-factor/factors.ts'
import { NEW_PASSWORD } from '../../test/users/account-calls.ts'
import { ana, UserCalls } from '../../test/users/user-calls.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { exec, sql } from '../db/query.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'

const refused = { status: 403, body: userRefusals.sharesPurchase.text }

let portal: Portal
let users: UserCalls
let carla: Visitor
beforeEach(async () => {
  portal = await openPortalForTest({})
  users = new UserCalls(portal)
  carla = await portal.as('carla')
})

/** Accounting named Carla as a buyer of Rosa's purchase, whose co-holder is Luis. */
const buyWithRosa = () =>
  portal.pool.query(
    `insert into sale_buyers (sale_id, rut)
      select id, replace($1, '-', '') from sales where code = 'V-1001'`,
    [personas.carla.rut],
  )

test('Carla, who bought with Rosa, makes no way into her account, nor an account of her rut (security 5.860)', async () => {
  await createAccount(portal, { ...luis, rut: '17654321-3' })
  await buyWithRosa()
  const { rows } = await portal.pool.query(`select id from users where rut = '17654321-3'`)
  const newEmail = { email: 'carla.otra@correo.example' }
  expect(await users.change(carla, 'rosa', { password: NEW_PASSWORD })).toEqual(refused)
  expect(await users.change(carla, 'rosa', newEmail)).toEqual(refused)
  expect(await users.change(carla, 'rosa', { ...newEmail, identity_checked: true })).toEqual(
    refused,
  )
  expect(await users.change(carla, 'rosa', { profile: { social_security: '9000001-2' } })).toEqual(
    refused,
  )
  const asLuis = { profile: { social_security: luis.rut } }
  expect(await users.change(carla, rows[0].id, asLuis)).toEqual(refused)
  expect(await users.create(carla, { ...ana, ...asLuis })).toEqual(refused)
  // She may still change what gives her no access, and the accounts of others.
  expect((await users.change(carla, 'rosa', { last_name: 'Muñoz' })).status).toBe(200)
  expect((await users.change(carla, 'hernan', { password: NEW_PASSWORD })).status).toBe(200)
  expect(
    (await users.create(carla, { ...ana, profile: { social_security: '9000001-2' } })).status,
  ).toBe(201)
})

test('nor does she print the letter of a member with whom she bought, but those of others (security 5.860)', async () => {
  const [id, other] = [await users.idOf('tomas'), await users.idOf('hernan')]
  await portal.pool.query(
    `insert into sale_buyers (sale_id, rut)
      select id, replace($1, '-', '') from sales where holder_rut = $2`,
    [personas.carla.rut, personas.tomas.rut],
  )
  const { status, body } = await carla.post('/api/letters/', json({ ids: [id] }))
  expect({ status, body }).toEqual({ ...refused, status: 409 })
  await portal.pool.query('update users set password_hash = null where id = $1', [other])
  expect((await carla.post('/api/letters/', json({ ids: [id, other] }))).status).toBe(200)
  const { rows } = await portal.pool.query(
    `select user_id from account_links where purpose = 'letter'`,
  )
  expect(rows).toEqual([{ user_id: other }])
})

test('nor does she invite, alone or with others, to an email that she typed before (security 5.940)', async () => {
  const invited = { ...ana, email: 'carla.otra@correo.example', invite: true }
  const asLuis = { profile: { social_security: '17654321-3' } }
  const { body } = await users.create(carla, { ...invited, ...asLuis })
  const { id } = body as { id: number }
  await portal.pool.query(
    `insert into sale_buyers (sale_id, rut)
      select id, replace(unnest($1::text[]), '-', '') from sales where code = 'V-1001'`,
    [[personas.carla.rut, '17654321-3']],
  )
  const { status, body: answer } = await carla.post(`/api/users/${id}/invite/`)
  expect({ status, body: answer }).toEqual(refused)
  await portal.pool.query(`update users set invited_at = null where id = $1`, [id])
  const several = await carla.post('/api/users/invite/', json({ ids: [id] }))
  expect([several.status, several.body.queued]).toEqual([200, 0])
})

test('nor does she leave Rosa’s account to its mailbox alone, which both may read (security 5.942)', async () => {
  const rosa = await portal.as('rosa')
  await addTotp(rosa)
  await buyWithRosa()
  const ivan = await portal.as('ivan')
  const id = await users.idOf('rosa')
  const reset = await carla.post(`/api/users/${id}/second-factor/reset/`)
  expect({ status: reset.status, body: reset.body }).toEqual(refused)
  expect((await rosa.get('/api/auth/user/')).status).toBe(200)
  expect((await users.change(carla, 'rosa', { is_active: false })).status).toBe(200)
  expect(await users.change(carla, 'rosa', { is_active: true })).toEqual(refused)
  expect((await users.change(ivan, 'rosa', { is_active: true })).status).toBe(200)
  expect((await users.remove(ivan, 'rosa')).status).toBe(200)
  expect(await users.restore(carla, id)).toEqual(refused)
  expect((await users.restore(ivan, id)).status).toBe(200)
})

test('nor does she keep Rosa’s account at an address that Rosa leaves (security 5.942)', async () => {
  const rosa = await portal.as('rosa')
  const change = { email: 'rosa.nueva@correo.example', old_password: SAMPLE_PASSWORD }
  expect((await users.change(rosa, 'rosa', change)).status).toBe(200)
  await buyWithRosa()
  const pending = `/api/users/${await users.idOf('rosa')}/email-change/`
  const { status, body } = await carla.call('DELETE', pending)
  expect({ status, body }).toEqual(refused)
  expect((await rosa.call('DELETE', pending)).status).toBe(200)
})

const opens = async (rut: string, password = NEW_PASSWORD) =>
  (await portal.visitor().logIn(rut, password)).status === 200
const ended = async () =>
  (
    await portal.pool.query(
      `select rut from audit_entries join users on users.id = subject_id
        where action = 'user.unused_access_ended' order by rut`,
    )
  ).rows.map(({ rut }) => rut)

test('a password that she typed before opens nothing once she is given an access to a purchase of its owner (security 5.912)', async () => {
  const company = await portal.as('losRobles')
  const [{ code }] = (await company.get('/api/sale-accesses/')).body.results
  const giveTo = async (rut: string) => {
    const access = { sale_code: code, kind: 'representative', social_security: rut }
    expect((await give(company, access)).status).toBe(201)
  }
  await giveTo(personas.hernan.rut)
  for (const member of ['hernan', 'tomas'] as const) {
    expect((await users.change(carla, member, { password: NEW_PASSWORD })).status).toBe(200)
  }
  await giveTo(luis.rut)
  expect(await ended()).toEqual([])
  const hernan = portal.visitor()
  expect((await hernan.logIn(personas.hernan.rut, NEW_PASSWORD)).status).toBe(200)
  await giveTo(personas.carla.rut)
  expect(await ended()).toEqual([personas.hernan.rut])
  expect((await hernan.get('/api/auth/user/')).status).toBe(401)
  expect(await opens(personas.hernan.rut)).toBe(false)
  expect(await opens(personas.tomas.rut)).toBe(true)
})

test('nor once a load gives her the purchase, or a colleague the rut of its buyer (security 5.912)', async () => {
  const books = openAccounting(portal)
  const loadAs = (name: 'hernan' | 'carla') => {
    sellTo(books.sale('V-1001'), personas[name])
    return books.load()
  }
  await loadAs('hernan')
  expect((await users.change(carla, 'hernan', { password: NEW_PASSWORD })).status).toBe(200)
  expect((await users.change(carla, 'tomas', { password: NEW_PASSWORD })).status).toBe(200)
  await loadAs('carla')
  expect([await opens(personas.hernan.rut), await ended()]).toEqual([false, [personas.hernan.rut]])
  await portal.pool.query(
    `insert into sale_buyers (sale_id, rut)
      select id, replace(unnest($1::text[]), '-', '') from sales where code = 'V-2001'`,
    [[personas.tomas.rut, '9000001-2']],
  )
  expect(await opens(personas.tomas.rut)).toBe(true)
  const ivan = await portal.as('ivan')
  const taken = { profile: { social_security: '9000001-2' } }
  expect((await users.change(ivan, 'carla', taken)).status).toBe(200)
  expect(await opens(personas.tomas.rut)).toBe(false)
})

test('nor one that she was typing while the access was given (security 5.943)', async () => {
  const company = await portal.as('losRobles')
  const [{ code }] = (await company.get('/api/sale-accesses/')).body.results
  const giveTo = (rut: string) =>
    give(company, { sale_code: code, kind: 'representative', social_security: rut })
  expect((await giveTo(personas.hernan.rut)).status).toBe(201)
  const carlaId = await users.idOf('carla')
  await portal.db.transaction(async (tx) => {
    // As her call, whose check found no purchase of both, and which has not ended.
    await exec(
      tx,
      sql`update users set temporary_password_until = now() + interval '1 day',
          temporary_password_by = ${carlaId}
        where rut = ${personas.hernan.rut}`,
    )
    expect((await giveTo(personas.carla.rut)).status).toBe(201)
  })
  expect([await opens(personas.hernan.rut, SAMPLE_PASSWORD), await ended()]).toEqual([true, []])
  await enqueueJob(portal.db, 'end_unused_access', {})
  await portal.sentEmails()
  expect([await opens(personas.hernan.rut, SAMPLE_PASSWORD), await ended()]).toEqual([
    false,
    [personas.hernan.rut],
  ])
})

test('nor one of who is given an access while a load under way, which did not see it, gives her the purchase (security 5.943)', async () => {
  const { rut } = personas.hernan
  const company = await portal.as('losRobles')
  const [{ code }] = (await company.get('/api/sale-accesses/')).body.results
  const access = { sale_code: code, kind: 'representative', social_security: rut }
  expect((await users.change(carla, 'hernan', { password: NEW_PASSWORD })).status).toBe(200)
  const books = openAccounting(portal)
  sellTo(books.sale(code), personas.carla)
  // The load has ended what it saw.
  await books.load({
    onFinish: async () => expect((await give(company, access)).status).toBe(201),
  })
  await enqueueJob(portal.db, 'end_unused_access', {})
  await portal.sentEmails()
  expect([await opens(rut), await ended()]).toEqual([false, [rut]])
})

test('what a colleague prepares afterwards for whom she wrote the email stays (security 5.960)', async () => {
  const rut = '17654321-3'
  const form = { ...ana, email: 'ana.nueva@correo.example', profile: { social_security: rut } }
  const { id } = (await users.create(carla, form)).body as { id: number }
  await portal.pool.query(
    `insert into sale_buyers (sale_id, rut)
      select id, replace(unnest($1::text[]), '-', '') from sales where code = 'V-1001'`,
    [[personas.carla.rut, rut]],
  )
  const lookAgain = async () => {
    await enqueueJob(portal.db, 'end_unused_access', {})
    await portal.sentEmails()
  }
  await lookAgain()
  expect(await ended()).toEqual([rut])
  const ivan = await portal.as('ivan')
  expect((await ivan.post(`/api/users/${id}/invite/`)).status).toBe(200)
  await portal.sentEmails()
  await lookAgain()
  const { rows } = await portal.pool.query('select invitation_state from users where id = $1', [id])
  expect([rows, await ended()]).toEqual([[{ invitation_state: 'invited' }], [rut]])

  expect((await users.change(ivan, id, { password: NEW_PASSWORD })).status).toBe(200)
  await lookAgain()
  expect(await opens(rut)).toBe(true)
})
