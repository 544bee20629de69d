import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chainPendingEntries, signEntries } from '../src/audit/chain.ts'
import { recordAuditEvent } from '../src/audit/record-audit-event.ts'
import { verifyAuditChain } from '../src/audit/verify-chain.ts'
import { prepareDatabase } from '../src/cli/prepare-database.ts'
import { connect, type Transaction } from '../src/db/client.ts'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { exec, many, sql } from '../src/db/query.ts'
import { operator } from '../src/http/caller.ts'
import { insertManyUsers } from '../test/many-users.ts'
import { testConfig } from '../test/test-config.ts'
import { result } from './result.ts'

// Commits of a small change, with an audit entry and without, by 16 connections to a PostgreSQL that
// waits for the disk as in production; then how fast the entries are chained and verified. It only prints.

const CONNECTIONS = 16
const SECONDS = 8
const ROUNDS = 3

const folder = mkdtempSync(join(tmpdir(), 'carpeta-bench-'))
// The account `postgres` must enter it, or the database would be stored elsewhere and stay.
chmodSync(folder, 0o755)
const server = await startEmbeddedPostgres(folder)
try {
  await measure()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const config = testConfig({ DATA_DIR: folder })
  const { secretKeys } = config
  const portalUrl = server.url('postgres')
  const owner = connect(portalUrl)
  const prepared = await prepareDatabase({ ...owner, portalUrl, hasTwoUsers: false }, config)
  const { db, close } = connect(portalUrl, {
    max: CONNECTIONS,
    beforeCommit: signEntries(secretKeys),
  })
  await exec(db, sql`create table bench_changes (id integer primary key, changes integer not null)`)
  await exec(
    db,
    sql`insert into bench_changes select n, 0 from generate_series(1, ${CONNECTIONS}) n`,
  )

  await insertManyUsers(db, 2 * CONNECTIONS)
  const users = await many<{ id: number }>(db, sql`select id from users order by id`)
  const personOf = (at: number) => users[at - 1]?.id ?? null
  const change = (tx: Transaction, id: number) =>
    exec(tx, sql`update bench_changes set changes = changes + 1 where id = ${id}`)
  const plain = (id: number) => db.transaction((tx) => change(tx, id))
  const audited = (id: number) =>
    db.transaction(async (tx) => {
      await change(tx, id)
      const object = { type: 'request', id }
      const staff = { ...operator, id: personOf(id), address: '203.0.113.7', requestId: 'llamada' }
      const event = {
        action: 'request.changed' as const,
        object,
        subjectId: personOf(id + CONNECTIONS),
      }
      await recordAuditEvent(tx, staff, { ...event, after: { state: 'sent' } })
    })

  for (let round = 1; round <= ROUNDS; round++) {
    const without = await commitsPerSecond(plain)
    const withEntry = await commitsPerSecond(audited)
    const share = withEntry / without
    result({ what: 'commits with an entry, of those without', value: share, unit: '' })
    console.log(
      `commits a second: ${without.toFixed(0)} without an audit entry, ${withEntry.toFixed(0)} with one (${((100 * withEntry) / without).toFixed(0)} %)`,
    )
  }
  const chained = await timed(() => chainPendingEntries(db, secretKeys))
  const { chained: entries } = chained.result
  console.log(`entries chained a second: ${(entries / chained.seconds).toFixed(0)} of ${entries}`)
  const verified = await timed(() => verifyAuditChain(db, { secretKeys }))
  if (verified.result.firstFault) throw new Error('the chain is not intact')
  console.log(`entries verified a second: ${(entries / verified.seconds).toFixed(0)}`)
  result({ what: 'entries chained', value: entries / chained.seconds, unit: 'a second' })
  result({ what: 'entries verified', value: entries / verified.seconds, unit: 'a second' })
  await close()
  await prepared.close()
  await owner.close()
}

async function commitsPerSecond(commit: (id: number) => Promise<unknown>): Promise<number> {
  const end = performance.now() + SECONDS * 1000
  let commits = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, at) => {
      while (performance.now() < end) {
        await commit(at + 1)
        commits++
      }
    }),
  )
  return commits / SECONDS
}

async function timed<Result>(work: () => Promise<Result>) {
  const start = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - start) / 1000 }
}
