import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { chainNow, verifyChain } from '../../test/audit/verify-log.ts'
import { cloneDatabase } from '../../test/open-portal.ts'
import { testConfig } from '../../test/test-config.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { AUDIT_CHAIN_LOCK } from '../db/advisory-locks.ts'
import {
  type Connection,
  connect,
  type Database,
  type JobDatabase,
  type Transaction,
} from '../db/client.ts'
import { exec, sql } from '../db/query.ts'
import { operator } from '../http/caller.ts'
import { chainPendingEntries, signEntries } from './chain.ts'
import { insertPending } from './chain-store.ts'
import { recordAuditEvent } from './record-audit-event.ts'

const { secretKeys } = testConfig()

/** The running portal, and the owner of the tables. */
let portal: Connection
let owner: Connection
beforeEach(async () => {
  owner = await cloneDatabase('empty')
  onTestFinished(owner.close)
  portal = await connectWith(secretKeys, 'postgres_app')
})

async function connectWith(keys: SecretKeys, role: string | null = null): Promise<Connection> {
  const url = String(owner.pool.options.connectionString)
  const connection = connect(url, { beforeCommit: signEntries(keys), role })
  onTestFinished(connection.close)
  return connection
}

const write = (db: Database | Transaction, reason: string) =>
  recordAuditEvent(db, operator, { action: 'load.applied', reason })

class GivenUp extends Error {}

/** A transaction that stays open until it is told how to end. */
async function begin(db: JobDatabase) {
  const begun = Promise.withResolvers<Transaction>()
  const end = Promise.withResolvers<void>()
  const over = db.transaction((tx) => {
    begun.resolve(tx)
    return end.promise
  })
  return {
    tx: await begun.promise,
    commit: async () => {
      end.resolve()
      await over
    },
    rollBack: async () => {
      end.reject(new GivenUp())
      await expect(over).rejects.toThrow(GivenUp)
    },
  }
}

/** Chains, and loses the connection before the commit. */
async function crash(db: JobDatabase): Promise<void> {
  const crashing: JobDatabase = {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        await work(tx)
        throw new GivenUp()
      }),
  }
  await expect(chainPendingEntries(crashing, secretKeys)).rejects.toThrow(GivenUp)
}

async function chainedReasons(): Promise<string[]> {
  const { rows } = await owner.pool.query(
    'select reason from audit_chain join audit_entries on id = entry_id order by position',
  )
  return rows.map(({ reason }) => reason)
}

/** Without triggers, as an administrator of the database. */
async function tamper(statements: string): Promise<void> {
  await owner.pool.query(
    `begin; set local session_replication_role = replica; ${statements}; commit`,
  )
}

const newest = '(select max(id) from audit_entries)'

test('whatever transactions do, in any order, the chain has what was committed, once, and only grows (§12.545, security 13.29)', async () => {
  const step = fc.record({
    kind: fc.constantFrom('write', 'write', 'commit', 'rollBack', 'chain', 'chain', 'crash'),
    at: fc.nat(3),
  })
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      run++
      const start = await chainedReasons()
      const open = new Map<number, Awaited<ReturnType<typeof begin>> & { reasons: string[] }>()
      const committed: string[] = []
      let chained = start
      for (const [index, { kind, at }] of steps.entries()) {
        const transaction = open.get(at)
        if (kind === 'write') {
          const into = transaction ?? { ...(await begin(portal.db)), reasons: [] }
          open.set(at, into)
          into.reasons.push(`${run}.${index}`)
          await write(into.tx, `${run}.${index}`)
        } else if (kind === 'chain' || kind === 'crash') {
          if (kind === 'chain') await chainPendingEntries(portal.db, secretKeys)
          else await crash(portal.db)
          const now = await chainedReasons()
          expect(now.slice(0, chained.length)).toEqual(chained)
          if (kind === 'crash') expect(now).toEqual(chained)
          else expect(now.slice(start.length).toSorted()).toEqual(committed.toSorted())
          chained = now
        } else if (transaction) {
          open.delete(at)
          await transaction[kind as 'commit' | 'rollBack']()
          if (kind === 'commit') committed.push(...transaction.reasons)
        }
      }
      for (const { rollBack } of open.values()) await rollBack()
      await chainNow(portal)
      expect((await chainedReasons()).slice(start.length).toSorted()).toEqual(committed.toSorted())
      expect(await verifyChain(portal)).toMatchObject({ firstFault: null, pending: 0 })
    }),
    { numRuns: 12 },
  )
})

test('several processes that chain at once make one chain (§12.545)', async () => {
  const { entries } = await verifyChain(portal)
  await Promise.all(Array.from({ length: 30 }, (_, at) => write(portal.db, `carga ${at}`)))
  const done = await Promise.all([1, 2, 3].map(() => chainPendingEntries(portal.db, secretKeys)))
  expect(done.reduce((sum, { chained }) => sum + chained, 0)).toBe(30)
  const state = await verifyChain(portal)
  expect(state).toMatchObject({ entries: entries + 30, firstFault: null, pending: 0 })
})

test('commits do not wait for each other, nor for the one that chains (§12.545)', async () => {
  const first = await begin(portal.db)
  await write(first.tx, 'primera')
  const chaining = await begin(portal.db)
  await exec(chaining.tx, sql`select pg_advisory_xact_lock(${AUDIT_CHAIN_LOCK})`)
  await write(portal.db, 'segunda')
  await first.commit()
  await chaining.commit()
  await chainNow(portal)
  expect(await verifyChain(portal)).toMatchObject({ firstFault: null, pending: 0 })
})

test('a transaction may write more entries than a statement has parameters (security 10.730)', async () => {
  const entry = { at: new Date().toISOString(), keyId: 'a-key', signature: 'f'.repeat(64) }
  const many = Array.from({ length: 16_384 }, (_, index) => ({ ...entry, entryId: index + 1 }))
  const written = portal.db.transaction(async (tx) => {
    await insertPending(tx, many)
    throw new GivenUp()
  })
  await expect(written).rejects.toThrow(GivenUp)
})

test('a process that does not know the key of an entry leaves it for one that does', async () => {
  const later = ['a-new-key-of-the-cooperative-0001', ...secretKeys] as const
  const upgraded = await connectWith(later)
  await write(upgraded.db, 'con la clave nueva')
  expect(await chainPendingEntries(portal.db, secretKeys)).toEqual({ chained: 0, refused: [] })
  expect(await verifyChain(portal)).toMatchObject({ pending: 1, unknownKeys: 1, firstFault: null })
  expect(await chainPendingEntries(upgraded.db, later)).toEqual({ chained: 1, refused: [] })
})

test('an entry that was changed before its turn is found and never chained, and others are (security 13.29)', async () => {
  await write(portal.db, 'antes')
  await tamper(`update audit_entries set reason = 'otra' where id = ${newest}`)
  await write(portal.db, 'después')
  const found = { fault: 'wrong signature' }
  expect((await verifyChain(portal)).firstFault).toMatchObject(found)
  const { chained, refused } = await chainPendingEntries(portal.db, secretKeys)
  expect([chained, refused.length]).toEqual([1, 1])
  expect((await verifyChain(portal)).firstFault).toMatchObject(found)
  await tamper(`update audit_entries set reason = 'antes' where id = ${refused[0]}`)
  await chainNow(portal)
  expect((await verifyChain(portal)).firstFault).toBeNull()
})

test('an entry that disappears before its turn is found by its place in the list', async () => {
  await write(portal.db, 'borrada')
  await tamper(`delete from audit_entries where id = ${newest}`)
  expect((await verifyChain(portal)).firstFault).toMatchObject({ fault: 'missing', entryId: null })
})

test('the portal’s role can neither forge an entry nor take one off the list (security 13.29)', async () => {
  await write(portal.db, 'verdadera')
  await exec(
    portal.db,
    sql`select delete_chained_entries(array(select entry_id from audit_pending))`,
  )
  expect((await verifyChain(portal)).pending).toBe(1)
  await chainNow(portal)
  await portal.db.transaction(async (tx) => {
    await exec(tx, sql`insert into audit_entries (action) values ('load.applied')`)
    await exec(
      tx,
      sql`insert into audit_pending select id, at, ${'0'.repeat(16)}, ${'0'.repeat(64)}
        from audit_entries order by id desc limit 1`,
    )
  })
  expect(await chainPendingEntries(portal.db, secretKeys)).toMatchObject({ chained: 0 })
  expect(await verifyChain(portal)).toMatchObject({ pending: 1, unknownKeys: 1 })
})

test('an entry that was taken off the list by an administrator is outside the chain (security 13.29)', async () => {
  await write(portal.db, 'sin lugar')
  await tamper('delete from audit_pending')
  expect((await verifyChain(portal)).firstFault).toMatchObject({ fault: 'not chained' })
})

test('an entry put on the list again is not chained twice', async () => {
  await write(portal.db, 'una vez')
  await tamper('create table kept as select * from audit_pending')
  await chainNow(portal)
  await tamper('insert into audit_pending select * from kept; drop table kept')
  expect(await chainPendingEntries(portal.db, secretKeys)).toEqual({ chained: 0, refused: [] })
  expect(await verifyChain(portal)).toMatchObject({ firstFault: null, pending: 0 })
})

test('a read cannot be hidden by a row of the folded ones (security 13.29)', async () => {
  const hide = exec(portal.db, sql`insert into audit_folds (fold_key) values (${'f'.repeat(64)})`)
  await expect(hide).rejects.toThrow('a folded read has an entry')
})
