import { reauthenticationMessages } from '@carpeta/domain/access/reauthentication-rules'
import { ownSaleRefusal } from '@carpeta/domain/sales/own-sale'
import { saleAccessMessages } from '@carpeta/domain/sales/sale-access-rules'
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
  marcela,
  ROSAS_SALE,
  toLuis,
} from '../../test/sales/shared-sales.ts'
import { ageAuthentication } from '../../test/users/age-authentication.ts'
import { MISSING } from '../../test/users/user-calls.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import type { Email } from '../email/render-email.ts'
import { rateLimitRules } from '../throttle/limits.ts'

let portal: Portal
let rosa: Visitor
beforeEach(async () => {
  portal = await openPortalForTest({})
  rosa = await portal.as('rosa')
})

const isOfAccess = ({ subject }: Email) => /compra|acceso/.test(subject)
const sent = async () => (await portal.sentEmails()).filter(isOfAccess)
const emails = async () => (await sent()).map(({ to, subject }) => ({ to, subject }))

describe('Rosa', () => {
  test('lets Luis, whom accounting names, read her sale until a day (§12.440)', async () => {
    expect((await rosa.get('/api/sale-accesses/')).body.results).toMatchObject([
      {
        code: ROSAS_SALE,
        co_holder: 'Luis Alberto Parra Inostroza',
        kinds: ['co_holder'],
        accesses: [],
      },
    ])
    await give(rosa, { ...toLuis, last_day: '2099-12-31' })
    expect(await accessesOf(rosa)).toEqual([
      {
        id: expect.any(Number),
        kind: 'co_holder',
        name: 'Luis Alberto Parra Inostroza',
        social_security: luis.rut,
        given_at: expect.any(String),
        given_by: 'holder',
        last_day: '2099-12-31',
        state: 'valid',
        entry: 'no_account',
      },
    ])
  })

  test('gets the same answer whether Luis has an account or not; only his entry in the list tells (security 5.70)', async () => {
    const without = await give(rosa, toLuis)
    const listed = await accessesOf(rosa)
    await portal.pool.query('delete from sale_accesses')
    await createAccount(portal, luis)
    const answer = await give(rosa, toLuis)
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 201, body: {} })
    expect(without).toMatchObject({ status: 201, body: {} })
    const same = ({ id, given_at, entry, ...access }: Record<string, unknown>) => access
    expect((await accessesOf(rosa)).map(same)).toEqual(listed.map(same))
  })

  test('reads whether Luis, whom accounting names, can enter yet (§12.1313, §12.2101)', async () => {
    const entry = async () => (await accessesOf(rosa))[0].entry
    await give(rosa, toLuis)
    expect(await entry()).toBe('no_account')
    await createAccount(portal, luis)
    expect(await entry()).toBe('ready')
    await portal.pool.query('update users set password_hash = null where rut = $1', [luis.rut])
    expect(await entry()).toBe('not_active')
    await portal.pool.query('update users set is_active = false where rut = $1', [luis.rut])
    expect(await entry()).toBe('closed')
    await portal.pool.query(`update sale_accesses set last_day = '2020-01-01'`)
    expect(await entry()).toBeNull()
  })

  test('makes a task for Carla until Luis has an account (§12.1313)', async () => {
    const carla = await portal.as('carla')
    const awaited = async () => (await carla.get('/api/staff/counts/')).body.users.awaited_readers
    expect(await awaited()).toEqual([])
    await give(rosa, toLuis)
    const holder_id = await userIdOf(portal.db, 'rosa')
    expect(await awaited()).toEqual([{ id: expect.any(Number), holder_id, sale_code: ROSAS_SALE }])
    await createAccount(portal, luis)
    expect(await awaited()).toEqual([])
  })

  test('gives it once, however often she sends it; another last day replaces it (security 5.75)', async () => {
    await Promise.all([give(rosa, toLuis), give(rosa, toLuis), give(rosa, toLuis)])
    const [first, ...others] = await accessesOf(rosa)
    expect(others).toEqual([])
    await give(rosa, { ...toLuis, last_day: '2099-01-01' })
    const [second, ...more] = await accessesOf(rosa)
    expect(more).toEqual([])
    expect(second).toMatchObject({ last_day: '2099-01-01', state: 'valid' })
    expect(second.id).not.toBe(first.id)
  })

  test('must have confirmed her password, to give but not to take back (security 5.74)', async () => {
    await ageAuthentication(portal.db, 'rosa')
    const refused = await give(rosa, toLuis)
    expect(refused).toMatchObject({ status: 403, body: reauthenticationMessages.required.text })
    expect(refused.headers['x-error-code']).toBe('reauthentication_required')
    expect(await accessesOf(rosa)).toEqual([])
  })

  test('gives no access to the sale of Hernán, nor takes one back (security 5.74)', async () => {
    expect(await give(rosa, { ...toLuis, sale_code: 'V-2001' })).toMatchObject(MISSING)
    await give(rosa, toLuis)
    const [{ id }] = await accessesOf(rosa)
    const hernan = await portal.as('hernan')
    expect(await hernan.call('DELETE', `/api/sale-accesses/${id}/`)).toMatchObject(MISSING)
    expect(await accessesOf(rosa)).toHaveLength(1)
  })

  test('has no representative, and a past day is refused', async () => {
    const representative = { ...toLuis, kind: 'representative', social_security: marcela.rut }
    expect(await give(rosa, representative)).toMatchObject({
      status: 409,
      body: saleAccessMessages.notCompany.text,
    })
    expect(await give(rosa, { ...toLuis, last_day: '2020-01-01' })).toMatchObject({
      status: 400,
      body: { last_day: [saleAccessMessages.past.text] },
    })
  })

  test('cannot try more often than the limit (security 5.74)', async () => {
    for (let count = 0; count < rateLimitRules.saleAccesses.points; count++) {
      await give(rosa, { ...toLuis, sale_code: 'V-0' })
    }
    expect((await give(rosa, toLuis)).status).toBe(429)
  })
})

test('without a co-holder in accounting Hernán gives no access (§12.440)', async () => {
  const hernan = await portal.as('hernan')
  expect(await give(hernan, { ...toLuis, sale_code: 'V-2001' })).toMatchObject({
    status: 409,
    body: saleAccessMessages.coHolder.text,
  })
})

test('Hernán, who holds Rosa’s sale since a load, gives Luis the access that she gave before', async () => {
  await createAccount(portal, luis)
  await give(rosa, toLuis)
  await portal.pool.query('update sales set holder_rut = $1 where code = $2', [
    personas.hernan.rut,
    ROSAS_SALE,
  ])
  const reader = await logIn(portal, luis)
  expect(await codesOf(reader)).toEqual([])
  const hernan = await portal.as('hernan')
  expect((await give(hernan, toLuis)).status).toBe(201)
  expect(await codesOf(reader)).toEqual([ROSAS_SALE])
  expect(await accessesOf(hernan)).toMatchObject([{ social_security: luis.rut, state: 'valid' }])
})

describe('Inmobiliaria Los Robles', () => {
  const ruts = [marcela.rut, '15333444-7', '16444555-0', '17555666-4']

  test('types the rut of a person, and gives at most three (§12.441)', async () => {
    const company = await portal.as('losRobles')
    const [{ code }] = (await company.get('/api/sale-accesses/')).body.results
    const to = (rut: string) =>
      give(company, { sale_code: code, kind: 'representative', social_security: rut })
    expect((await to('')).body).toEqual({
      social_security: [saleAccessMessages.representative.text],
    })
    expect((await to('76.192.083-9')).body).toEqual({
      social_security: [saleAccessMessages.own.text],
    })
    const given = []
    for (const rut of ruts) given.push(await to(rut))
    expect(given.map(({ status }) => status)).toEqual([201, 201, 201, 409])
    expect(given[3]?.body).toBe(saleAccessMessages.tooMany.text)
    const [newest] = await accessesOf(company)
    expect(newest).toMatchObject({ name: '', social_security: ruts[2] })
    await company.call('DELETE', `/api/sale-accesses/${newest.id}/`)
    expect((await to(ruts[3] ?? '')).status).toBe(201)
  })
})

describe('the emails', () => {
  test('tell Rosa and Luis of what she gives and takes back (§12.446, §12.2117, §12.2261)', async () => {
    await createAccount(portal, luis)
    await give(rosa, toLuis)
    const [{ id }] = await accessesOf(rosa)
    await rosa.call('DELETE', `/api/sale-accesses/${id}/`)
    expect(await emails()).toEqual([
      { to: 'rosa.munoz@correo.example', subject: 'Otra persona puede ver tu compra' },
      { to: luis.email, subject: 'Puedes ver una compra' },
      { to: 'rosa.munoz@correo.example', subject: 'Otra persona ya no ve tu compra' },
      { to: luis.email, subject: 'Ya no puedes ver una compra' },
    ])
    const texts = (await sent()).map(({ text }) => text).join('\n')
    expect(texts).not.toMatch(/13\.?456\.?789|UF/)
    expect(texts).toContain('la puede ver y pagar, sin cambiar ni ver tus datos personales')
    expect(texts).toContain('Como co-titular, puedes ver y pagar la compra')
    expect(texts).not.toContain('solo para leerla')
  })

  test('ask staff for no account for an access that was taken back before they went (§12.2175)', async () => {
    await give(rosa, toLuis)
    const [{ id }] = await accessesOf(rosa)
    await rosa.call('DELETE', `/api/sale-accesses/${id}/`)
    expect(await emails()).toEqual([
      { to: personas.rosa.email, subject: 'Otra persona puede ver tu compra' },
      { to: personas.rosa.email, subject: 'Otra persona ya no ve tu compra' },
    ])
  })

  test('go to staff who manage users, not to Luis, while he has no account (§12.446, security 5.70)', async () => {
    await give(rosa, toLuis)
    const told = await emails()
    expect(told.map(({ to }) => to)).not.toContain(luis.email)
    const waiting = told.filter(({ subject }) => subject === 'Un acceso espera una cuenta')
    expect(waiting.map(({ to }) => to).toSorted()).toEqual([
      'carla.neira@vistaalbiobio.example',
      'ivan.rojas@vistaalbiobio.example',
    ])
    const { rows } = await portal.pool.query('select id from users where rut = $1', [luis.rut])
    expect(rows).toEqual([])
  })
})

describe('Carla, who manages users,', () => {
  let carla: Visitor
  let members: string
  beforeEach(async () => {
    carla = await portal.as('carla')
    members = `/api/staff/members/${await userIdOf(portal.db, 'rosa')}/`
  })
  const giveToLuis = () => carla.post(`${members}sale-accesses/`, json(toLuis))

  test('gives and takes back an access, which the file shows and Rosa is told of (§12.447)', async () => {
    expect((await giveToLuis()).status).toBe(201)
    const { own_sales } = (await carla.get(members)).body
    expect(own_sales).toMatchObject([
      { code: ROSAS_SALE, accesses: [{ given_by: 'cooperative', account_id: null }] },
    ])
    await createAccount(portal, luis)
    const reader = await logIn(portal, luis)
    expect(await codesOf(reader)).toEqual([ROSAS_SALE])
    const [{ id }] = own_sales[0].accesses
    expect((await carla.call('DELETE', `/api/staff/sale-accesses/${id}/`)).status).toBe(200)
    expect(await codesOf(reader)).toEqual([])
    const after = (await carla.get(members)).body.own_sales[0].accesses
    expect(after).toMatchObject([{ state: 'revoked', account_id: expect.any(Number) }])
    expect(await emails()).toContainEqual({
      to: 'rosa.munoz@correo.example',
      subject: 'Otra persona puede ver tu compra',
    })
  })

  test('must have confirmed her password, and gives none to herself (security 5.74)', async () => {
    const own = '9876543-3'
    await portal.pool.query(
      `update sale_holders set rut = $1 where role = 'co_holder' and sale_id =
        (select id from sales where code = $2)`,
      [own, ROSAS_SALE],
    )
    expect(await giveToLuis()).toMatchObject({
      status: 403,
      body: saleAccessMessages.ownByStaff.text,
    })
    await ageAuthentication(portal.db, 'carla')
    await portal.pool.query(`update sale_holders set rut = $1 where rut = $2`, [luis.rut, own])
    expect(await giveToLuis()).toMatchObject({
      status: 403,
      body: reauthenticationMessages.required.text,
    })
  })

  test('gives and takes back none of a purchase of her own (security 5.861)', async () => {
    expect((await giveToLuis()).status).toBe(201)
    await portal.pool.query(
      `insert into sale_buyers (sale_id, rut)
        select id, replace($1, '-', '') from sales where code = $2`,
      [personas.carla.rut, ROSAS_SALE],
    )
    const [{ id }] = await accessesOf(rosa)
    const refused = { status: 403, body: ownSaleRefusal.text }
    expect(await carla.call('DELETE', `/api/staff/sale-accesses/${id}/`)).toMatchObject(refused)
    expect(await accessesOf(rosa)).toMatchObject([{ state: 'valid' }])
    await rosa.call('DELETE', `/api/sale-accesses/${id}/`)
    expect(await giveToLuis()).toMatchObject(refused)
    expect(await accessesOf(rosa)).toEqual([])
  })

  test('gives as many as her members need: the limit is for each of them (security 2.113)', async () => {
    const useUp = (key: string) =>
      portal.pool.query(
        `insert into rate_limits (key, points, expire)
          values ($1, $2, extract(epoch from now()) * 1000 + 60000)
          on conflict (key) do update set points = excluded.points`,
        [`sale-access:${key}`, rateLimitRules.saleAccesses.points],
      )
    const [herself, member] = [
      await userIdOf(portal.db, 'carla'),
      await userIdOf(portal.db, 'rosa'),
    ]
    await useUp(String(herself))
    expect((await giveToLuis()).status).toBe(201)
    await useUp(`${herself}:${member}`)
    expect((await giveToLuis()).status).toBe(429)
  })

  test('sees in the file of Luis whose sale he reads (§12.447)', async () => {
    await createAccount(portal, luis)
    await give(rosa, toLuis)
    const { rows } = await portal.pool.query('select id from users where rut = $1', [luis.rut])
    const { read_sales } = (await carla.get(`/api/staff/members/${rows[0].id}/`)).body
    expect(read_sales).toMatchObject([
      { code: ROSAS_SALE, kind: 'co_holder', state: 'valid', holder_id: expect.any(Number) },
    ])
  })
})
