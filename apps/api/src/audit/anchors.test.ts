import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { chainNow, verifyChain } from '../../test/audit/verify-log.ts'
import { openPortalForTest, type Portal, testConfig } from '../../test/open-portal.ts'
import { useBuckets } from '../../test/swift/bucket.ts'
import type { JobDatabase } from '../db/client.ts'
import { operator } from '../http/caller.ts'
import {
  type Anchor,
  type AnchorStorage,
  anchorAuditLog,
  anchorName,
  anchorStorageAt,
  readAnchorName,
} from './anchors.ts'
import { chainKeys, signLink } from './chain.ts'
import { recordAuditEvent } from './record-audit-event.ts'

const startBucket = useBuckets()

let folder: string
let portal: Portal
let storage: AnchorStorage
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carpeta-anchors-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  portal = await openPortalForTest({ AUDIT_ANCHOR_URL: `file:${folder}` })
  storage = anchorStorageAt({ kind: 'folder', folder })
})

async function record(db: JobDatabase, times: number): Promise<void> {
  for (let at = 1; at <= times; at++) {
    await recordAuditEvent(db, operator, { action: 'load.applied', reason: `carga ${at}` })
  }
  await chainNow({ db })
}

const { secretKeys } = testConfig()
const silent = { info: () => {} }

async function anchorNow(): Promise<Anchor> {
  const anchor = await anchorAuditLog({ db: portal.db, secretKeys, storage, log: silent }, null)
  if (!anchor) throw new Error('there is nothing to anchor')
  return anchor
}

/** What an administrator of the database can do. */
async function cutOff(entries: number): Promise<void> {
  await portal.pool.query(`
    begin; set local session_replication_role = replica;
    with deleted as (
      delete from audit_chain where position > (select max(position) - ${entries} from audit_chain)
      returning entry_id)
    delete from audit_entries using deleted where id = deleted.entry_id; commit`)
}

async function runJob(): Promise<void> {
  await portal.pool.query(`select graphile_worker.add_job('anchor_audit_log')`)
  await portal.sentEmails()
}

describe('the head of the audit log', () => {
  test('is written as a new file by the job, and not again until something is added', async () => {
    await record(portal.db, 2)
    await portal.sentEmails()
    const before = readdirSync(folder).length
    await record(portal.db, 1)
    await runJob()
    await runJob()
    const names = readdirSync(folder).toSorted()
    expect(names).toHaveLength(before + 1)
    const { head, entries } = await verifyChain(portal)
    const newest = readAnchorName(names.at(-1) ?? '')
    expect(newest).toMatchObject({ hash: head, position: entries })
    expect(JSON.parse(readFileSync(join(folder, names.at(-1) ?? ''), 'utf8'))).toEqual(newest)
  })

  test('is written to the program’s log too, also without a storage', async () => {
    await record(portal.db, 1)
    const lines: string[] = []
    const log = { info: (line: string) => void lines.push(line) }
    const anchor = await anchorAuditLog({ db: portal.db, secretKeys, storage: null, log }, null)
    expect(lines).toEqual([`audit log head: ${JSON.stringify(anchor)}`])
    expect(readdirSync(folder)).toEqual([])
  })

  test('is due after 500 entries, without waiting for the schedule', async () => {
    await chainNow(portal)
    const { entries } = await verifyChain(portal)
    const due = async () => {
      const { rows } = await portal.pool.query(
        `select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'anchor_audit_log'`,
      )
      return rows[0].jobs
    }
    await portal.db.transaction(async (tx) => {
      for (let at = entries + 1; at < 500; at++) {
        await recordAuditEvent(tx, operator, { action: 'load.applied' })
      }
    })
    await chainNow(portal)
    expect(await due()).toBe(0)
    await record(portal.db, 1)
    expect(await due()).toBe(1)
  })

  test('is written to a bucket and listed from it', async () => {
    const bucket = await startBucket()
    const inBucket = anchorStorageAt(testConfig({ DOCUMENTS_URL: bucket.url }).documents)
    await record(portal.db, 1)
    const anchor = await anchorAuditLog(
      { db: portal.db, secretKeys, storage: inBucket, log: silent },
      null,
    )
    expect(await inBucket.list()).toEqual([anchor])
  })

  test('has all that is compared in its name', () => {
    const anchor: Anchor = {
      position: 41,
      at: '2026-11-22T07:53:05.123Z',
      hash: 'a'.repeat(64),
      keyId: 'b'.repeat(16),
      signature: 'c'.repeat(64),
    }
    expect(readAnchorName(anchorName(anchor))).toEqual(anchor)
    expect(readAnchorName('notas.txt')).toBeNull()
  })
})

describe('the check of the audit log against its anchors', () => {
  const verify = async () => verifyChain(portal, { anchors: await storage.list() })

  test('finds nothing in an intact log', async () => {
    await record(portal.db, 2)
    await anchorNow()
    await record(portal.db, 2)
    await anchorNow()
    expect(await verify()).toMatchObject({ firstFault: null, anchorFaults: [] })
  })

  test('truncate: finds that the end was cut off (security 13.13)', async () => {
    await record(portal.db, 3)
    const anchor = await anchorNow()
    await cutOff(2)
    const state = await verify()
    expect(state).toMatchObject({ firstFault: null, anchorFaults: [{ anchor, fault: 'cut off' }] })
  })

  test('replay: finds that an older state was restored and grew again (security 13.13)', async () => {
    await record(portal.db, 3)
    const anchor = await anchorNow()
    await cutOff(2)
    await record(portal.db, 4)
    const state = await verify()
    expect(state).toMatchObject({ firstFault: null, anchorFaults: [{ anchor, fault: 'replaced' }] })
  })

  test('names an anchor that was forged', async () => {
    await record(portal.db, 1)
    const genuine = await anchorNow()
    const [foreign] = chainKeys(['nobody-knows-this-key-of-the-attacker'])
    const hash = 'f'.repeat(64)
    const { position, keyId, at } = genuine
    const signature = signLink(foreign, { position, hash })
    await storage.write({ position, keyId, at, hash, signature })
    const { anchorFaults } = await verify()
    expect(anchorFaults).toMatchObject([{ anchor: { hash }, fault: 'not ours' }])
  })
})
