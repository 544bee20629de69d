import { setTimeout as delay } from 'node:timers/promises'
import { verify } from '@node-rs/argon2'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { json, Visitor } from '../../test/visitor.ts'
import { buildApp } from '../app.ts'
import { exec, many, sql } from '../db/query.ts'
import { rateLimitsFor } from '../throttle/rate-limits.ts'

// Times prove nothing on a busy machine, so these tests count hashes and statements. The spies call
// the real functions.
vi.mock('@node-rs/argon2', { spy: true })
vi.mock('node:timers/promises', { spy: true })

const UNKNOWN = '1-9'
const OURS = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

let portal: Portal
beforeEach(async () => {
  portal = await openPortalForTest({})
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

/** The statements to the database meanwhile, without their parameters. */
async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.map(([statement]) => {
      const config: unknown = statement
      return typeof config === 'string' ? config : (config as { text: string }).text
    })
  } finally {
    query.mockRestore()
  }
}

test.each(ruts)('a refused login of %s costs one hash, the same for all', async (rut) => {
  const visitor = portal.visitor()
  await visitor.fetchToken()
  vi.mocked(verify).mockClear()
  expect((await visitor.logIn(rut, 'Otra#2026')).status).toBe(400)
  expect(vi.mocked(verify).mock.calls.map(([hash]) => hash)).toEqual([expect.stringMatching(OURS)])
})

test('a refused login runs the same statements for every rut', async () => {
  const asked = []
  for (const rut of ruts) {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    asked.push(await statementsDuring(() => visitor.logIn(rut, 'Otra#2026')))
  }
  expect(asked[0]?.length).toBeGreaterThan(2)
  for (const statements of asked) expect(statements).toEqual(asked[0])
})

test('no refusal comes before the shortest time, even after a slower hash; a success does not wait', async () => {
  const { db, pool, config } = portal
  const slowHash = 'pbkdf2_sha256$260000$saltsalt$K6g/CIrMI0Lg720P8pQOIZjuJBeIBSXCWcy09CoyMtY='
  await exec(
    db,
    sql`update users set password_hash = ${slowHash} where rut = ${personas.hernan.rut}`,
  )
  const hourMs = 3_600_000
  const app = await buildApp({ db, limits: rateLimitsFor(pool), config, refusalFloorMs: hourMs })
  onTestFinished(() => app.close())
  vi.mocked(verify).mockClear()
  vi.mocked(delay).mockClear()

  const refused: number[] = []
  for (const rut of [...ruts, personas.hernan.rut]) {
    void new Visitor(app).logIn(rut, 'Otra#2026').then(({ status }) => refused.push(status))
  }
  await vi.waitFor(() => expect(vi.mocked(verify).mock.settledResults).toHaveLength(5), 20_000)
  // Rosa's hash is the last in the queue: after her login all others have been verified.
  expect((await new Visitor(app).logIn(personas.rosa.rut, SAMPLE_PASSWORD)).status).toBe(200)
  expect(refused).toEqual([])
  expect(vi.mocked(delay).mock.calls.map(([ms]) => ms)).toEqual(Array(7).fill(hourMs))
})

test('a restore request runs the same statements for every rut, and sends no email itself', async () => {
  const asked = []
  for (const rut of ruts) {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    const ask = () => visitor.post('/api/send-restore-password-ss/', json({ social_security: rut }))
    asked.push(await statementsDuring(ask))
  }
  for (const statements of asked) expect(statements).toEqual(asked[0])
  const rows = await many(
    portal.db,
    sql`select jobs.payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = task_id
    where identifier = 'request_restore' order by jobs.id`,
  )
  const actor = {
    id: null,
    onBehalfOfId: null,
    address: '127.0.0.1',
    requestId: expect.any(String),
  }
  expect(rows).toEqual(ruts.map((rut) => ({ payload: { rut, actor } })))
})
