import { AsyncLocalStorage } from 'node:async_hooks'
import { pbkdf2, pbkdf2Sync } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { verify } from '@node-rs/argon2'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { json, Visitor } from '../../test/visitor.ts'
import { openRestoreRequest, type SealedRestoreRequest } from '../account/links.ts'
import { buildApp } from '../app.ts'
import { exec, many, sql } from '../db/query.ts'
import { rateLimitsFor } from '../throttle/rate-limits.ts'
import { hashPassword, hashQueue } from './passwords.ts'

// Times prove nothing on a busy machine, so these tests count hashes and statements. The spies call
// the real functions.
vi.mock('@node-rs/argon2', { spy: true })
vi.mock('node:crypto', { spy: true })
vi.mock('node:timers/promises', { spy: true })

const UNKNOWN = '1-9'
const OURS = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

// The hashes of the sample have the lowest cost.
const ours = await hashPassword(SAMPLE_PASSWORD, null)

let portal: Portal
beforeEach(async () => {
  portal = await openPortalForTest({})
  await exec(
    portal.db,
    sql`update users set password_hash = ${ours} where password_hash is not null`,
  )
  await exec(portal.db, sql`update users set is_active = false where rut = ${personas.pia.rut}`)
  await exec(portal.db, sql`update users set deleted_at = now() where rut = ${personas.bruno.rut}`)
})

/** Known, unknown, not activated, deactivated and deleted. */
const ruts = [
  personas.rosa.rut,
  UNKNOWN,
  personas.tomas.rut,
  personas.pia.rut,
  personas.bruno.rut,
] as const

const statements = new AsyncLocalStorage<string[]>()
const { query } = pg.Client.prototype
vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args) {
  const statement = args[0] as string | { text: string }
  statements.getStore()?.push(typeof statement === 'string' ? statement : statement.text)
  return Reflect.apply(query, this, args)
})

/** The statements that a call sends to the database, without their parameters; jobs that run meanwhile have their own. */
function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  return statements.run([], async () => {
    await call()
    return statements.getStore() ?? []
  })
}

test.each(ruts)(
  'a refused login of %s costs one hash, the same for all (security 1.2)',
  async (rut) => {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    vi.mocked(verify).mockClear()
    expect((await visitor.logIn(rut, 'Otra#2026')).status).toBe(400)
    expect(vi.mocked(verify).mock.calls.map(([hash]) => hash)).toEqual([
      expect.stringMatching(OURS),
    ])
  },
)

test('a refused login runs the same statements for every rut (security 1.2, security 13.12)', async () => {
  const asked = []
  for (const rut of ruts) {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    asked.push(await statementsOf(() => visitor.logIn(rut, 'Otra#2026')))
  }
  expect(asked[0]?.length).toBeGreaterThan(2)
  for (const each of asked) expect(each).toEqual(asked[0])
})

/** As Django writes it; its own has hundreds of thousands of rounds. */
function pbkdf2Hash(password: string, rounds: number): string {
  const key = pbkdf2Sync(password, 'saltsalt', rounds, 32, 'sha256').toString('base64')
  return `pbkdf2_sha256$${rounds}$saltsalt$${key}`
}

const formerHashes = [
  [personas.hernan.rut, pbkdf2Hash('Clave#123', 2600)],
  [personas.elena.rut, pbkdf2Hash('Clave#123', 6000)],
  [
    personas.mario.rut,
    `argon2$argon2id$v=19$m=102400,t=2,p=8$${'c2Fs'.repeat(4)}c2E$${'aGFz'.repeat(10)}aGE`,
  ],
] as const

async function giveFormerHashes(): Promise<void> {
  for (const [rut, hash] of formerHashes) {
    await exec(portal.db, sql`update users set password_hash = ${hash} where rut = ${rut}`)
  }
}

const allRuts = [...ruts, ...formerHashes.map(([rut]) => rut)]

/** The work of hashes meanwhile: argon2 by its parameters, and all rounds of pbkdf2. */
async function workDuring(work: () => Promise<unknown>) {
  vi.mocked(verify).mockClear()
  vi.mocked(pbkdf2).mockClear()
  await work()
  const argon2 = vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split('$').at(3))
  const rounds = vi.mocked(pbkdf2).mock.calls.map(([, , count]) => count)
  return { argon2: argon2.toSorted(), rounds: rounds.reduce((sum, count) => sum + count, 0) }
}

test('while hashes of the former system remain, a refused login costs the same work whichever hash it meets (security 1.11)', async () => {
  await giveFormerHashes()
  for (const rut of allRuts) {
    const work = await workDuring(() => portal.visitor().logIn(rut, 'Otra#2026'))
    expect(work).toEqual({ argon2: ['m=102400,t=2,p=8', 'm=19456,t=2,p=1'], rounds: 6000 })
  }
})

test('three concurrent refusals, as many as are verified at once, cost the same for a former hash, a new one and no account (security 1.11)', async () => {
  await giveFormerHashes()
  const works = []
  for (const rut of [personas.hernan.rut, personas.rosa.rut, UNKNOWN]) {
    const refuseThree = () =>
      Promise.all(Array.from({ length: 3 }, () => portal.visitor().logIn(rut, 'Otra#2026')))
    works.push(await workDuring(refuseThree))
  }
  expect(works[0]?.rounds).toBe(18_000)
  expect(works[1]).toEqual(works[0])
  expect(works[2]).toEqual(works[0])
})

test('a login costs only its own hash', async () => {
  await giveFormerHashes()
  const rosa = await workDuring(() => portal.logIn('rosa'))
  expect(rosa).toEqual({ argon2: ['m=19456,t=2,p=1'], rounds: 0 })
  const { rut } = personas.hernan
  const hernan = await workDuring(() => portal.visitor().logIn(rut, 'Clave#123'))
  expect(hernan).toEqual({ argon2: [], rounds: 2600 })
})

test('no refusal comes before the shortest time, counted from its own hash; a success does not wait (§11.39, security 1.2, security 1.11)', async () => {
  const { db, pool, config } = portal
  const floorMs = 36_000
  await giveFormerHashes()
  const app = await buildApp({ db, limits: rateLimitsFor(pool), config, refusalFloorMs: floorMs })
  onTestFinished(() => app.close())
  vi.mocked(verify).mockClear()
  vi.mocked(delay).mockClear()
  const floors = () => vi.mocked(delay).mock.calls.map(([ms]) => ms)

  // The first two hashes keep the queue busy until the gate opens.
  const gate = Promise.withResolvers<boolean>()
  vi.mocked(verify).mockReturnValueOnce(gate.promise).mockReturnValueOnce(gate.promise)
  const refused: number[] = []
  for (const rut of [personas.rosa.rut, UNKNOWN, ...allRuts.slice(2)]) {
    void new Visitor(app).logIn(rut, 'Otra#2026').then(({ status }) => refused.push(status))
  }
  await vi.waitFor(() => expect(vi.mocked(verify).mock.calls).toHaveLength(2), 60_000)
  // Rosa's own login waits for a place in the queue too.
  const login = new Visitor(app).logIn(personas.rosa.rut, SAMPLE_PASSWORD)
  await vi.waitFor(async () => {
    const taken = await many(db, sql`select from login_attempts`)
    expect(taken).toHaveLength(allRuts.length)
  }, 60_000)
  expect(floors()).toEqual([floorMs, floorMs])
  gate.resolve(false)
  expect((await login).status).toBe(200)
  const each = Array(allRuts.length + 1).fill(floorMs)
  await vi.waitFor(() => expect(floors()).toEqual(each), 60_000)
  expect(refused).toEqual([])
})

test('a refused login by an email costs the same whether two accounts, one or none have it: two hashes in one turn of the queue, and the shortest time once (security 1.420, security 1.500)', async () => {
  const { db, pool, config } = portal
  const shared = 'casa@correo.example'
  const both = [personas.rosa.rut, personas.hernan.rut]
  await exec(db, sql`update users set email = ${shared} where rut = any(${both})`)
  const app = await buildApp({ db, limits: rateLimitsFor(pool), config, refusalFloorMs: 1 })
  onTestFinished(() => app.close())
  await giveFormerHashes()
  // Hashes of the logins before.
  await vi.waitFor(() => expect(hashQueue.activeCount).toBe(0), 60_000)
  const works = []
  for (const name of [shared, personas.elena.email, personas.tomas.email, 'nadie@correo.example']) {
    vi.mocked(delay).mockClear()
    const refuse = async () =>
      expect((await new Visitor(app).logIn(name, 'Otra#2026')).status).toBe(400)
    works.push(await workDuring(refuse))
    expect(vi.mocked(delay).mock.calls.map(([ms]) => ms)).toEqual([1])
  }
  expect(works[0]?.rounds).toBe(12_000)
  for (const work of works) expect(work).toEqual(works[0])
})

test('a restore request runs the same statements for every rut, and sends no email itself (security 1.4)', async () => {
  const asked = []
  for (const rut of ruts) {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    const ask = () => visitor.post('/api/send-restore-password-ss/', json({ social_security: rut }))
    asked.push(await statementsOf(ask))
  }
  expect(asked[0]?.length).toBeGreaterThan(1)
  for (const each of asked) expect(each).toEqual(asked[0])
  const rows = await many<{ payload: SealedRestoreRequest }>(
    portal.db,
    sql`select jobs.payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = task_id
    where identifier = 'send_restore_email' order by jobs.id`,
  )
  const actor = {
    id: null,
    onBehalfOfId: null,
    address: '127.0.0.1',
    requestId: expect.any(String),
  }
  const requests = rows.map(({ payload }) => openRestoreRequest(payload, portal.config))
  expect(requests).toEqual(ruts.map((rut) => ({ rut, actor })))
})
