import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { verifyChain } from '../../test/audit/verify-log.ts'
import { createDatabase, openPortalForTest } from '../../test/open-portal.ts'
import { testConfig } from '../../test/test-config.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { PreparedDatabase } from '../db/client.ts'
import { connect, type Database } from '../db/client.ts'
import { openDatabase } from '../db/open-database.ts'
import { exec, one, sql } from '../db/query.ts'
import { operator } from '../http/caller.ts'
import { importSales } from '../imports/import-sales.ts'
import { ndjsonFile } from '../imports/sources/ndjson-file.ts'
import { prepareDatabase } from './prepare-database.ts'

const sampleExport = ndjsonFile(
  fileURLToPath(new URL('../../seeds/sample-export.ndjson', import.meta.url)),
)

const rewriting = [
  `update audit_entries set reason = ''`,
  'delete from audit_entries',
  'truncate audit_entries cascade',
  'update audit_chain set hash = hash',
  'delete from audit_chain',
  'delete from audit_pending',
  'update audit_folds set at = now()',
  `update audit_person_keys set encryption_key = ''`,
  'delete from audit_person_keys',
  'alter table audit_entries disable trigger user',
  'drop trigger audit_entries_append_only on audit_entries',
  'set session_replication_role = replica',
  'create table notes (text text)',
]

async function expectLesserRights(db: Database): Promise<void> {
  for (const statement of rewriting) {
    await expect(exec(db, sql.raw(statement)), statement).rejects.toThrow(
      /permission denied|must be owner/,
    )
  }
}

/** A database of its own owner; the roles go with the server of the tests. */
async function ownedDatabase(attributes: string) {
  const suffix = randomBytes(6).toString('hex')
  const [owner, portal] = [`owner_${suffix}`, `portal_${suffix}`]
  const database = await createDatabase()
  const admin = new pg.Client(`${inject('serverUrl')}postgres`)
  await admin.connect()
  onTestFinished(async () => {
    await database.close()
    await admin.end()
  })
  const { rows } = await database.pool.query('select current_database() as name')
  const { name } = rows[0]
  await admin.query(`create role ${owner} login password 'clave' ${attributes}`)
  await admin.query(`create role ${portal} login password 'clave'`)
  await admin.query(`alter database ${name} owner to ${owner}`)
  const urlOf = (user: string) => {
    const url = new URL(inject('serverUrl') + name)
    return Object.assign(url, { username: user, password: 'clave' }).href
  }
  return { owner, admin, name, ownerUrl: urlOf(owner), portalUrl: urlOf(portal) }
}

/** As a command or the portal opens its database. */
async function open(env: NodeJS.ProcessEnv): Promise<PreparedDatabase> {
  const config = testConfig(env)
  const database = await openDatabase(config, 'command')
  onTestFinished(() => database.close())
  const portal = await prepareDatabase(database, config)
  onTestFinished(() => portal.close())
  return portal
}

describe('with one login the running portal', () => {
  test('may read and add to the audit log, and nothing else (security 11.3, security 13.14)', async () => {
    const { db } = await openPortalForTest({})
    await recordAuditEvent(db, operator, { action: 'load.applied' })
    await expectLesserRights(db)
    await expect(exec(db, sql`insert into audit_entries (action) values ('x')`)).rejects.toThrow(
      'an audit entry must be signed',
    )
  })

  test('loads an export, whose audit entry the same commit signs', async () => {
    const { db } = await openPortalForTest({})
    const { refusal } = await importSales(db, sampleExport, { isSample: true })
    expect(refusal).toBeNull()
    const last = sql`select action, signature <> '' as signed
      from audit_entries join audit_pending on entry_id = audit_entries.id order by id desc limit 1`
    expect(await one(db, last)).toEqual({ action: 'load.applied', signed: true })
  })

  test('keeps its role through `reset role`', async () => {
    const { pool } = await openPortalForTest({})
    const portal = connect(String(pool.options.connectionString), { role: 'postgres_app' })
    const user = await portal.db.transaction(async (tx) => {
      await exec(tx, sql`reset role`)
      return (await one<{ user: string }>(tx, sql`select current_user::text as user`)).user
    })
    await portal.close()
    expect(user).toBe('postgres_app')
  })

  test('gets its role from an owner who may create one, and the rights on later tables', async () => {
    const { ownerUrl } = await ownedDatabase('createrole')
    const portal = await open({ DATABASE_URL: ownerUrl })
    expect(portal.runsAsOwner).toBe(false)
    await expectLesserRights(portal.db)
    const owner = connect(ownerUrl)
    await exec(owner.db, sql`create table notes (id int)`)
    await owner.close()
    await expect(exec(portal.db, sql`insert into notes values (1)`)).rejects.toThrow('denied')
    const later = await open({ DATABASE_URL: ownerUrl })
    expect(await exec(later.db, sql`insert into notes values (1)`)).toBe(1)
  })

  test('may make the temporary tables of an import where not everybody may', async () => {
    const { admin, name, ownerUrl } = await ownedDatabase('createrole')
    await admin.query(`revoke temporary on database ${name} from public`)
    const { db } = await open({ DATABASE_URL: ownerUrl })
    await db.transaction((tx) =>
      exec(tx, sql`create temporary table lines (id int) on commit drop`),
    )
  })

  test('runs as the owner where no role can be created, and says so until one is granted (security 13.14)', async () => {
    const { owner, admin, ownerUrl } = await ownedDatabase('nocreaterole')
    const portal = await open({ DATABASE_URL: ownerUrl })
    expect(portal.runsAsOwner).toBe(true)
    await recordAuditEvent(portal.db, operator, { action: 'load.applied' })
    expect(await verifyChain(portal)).toMatchObject({ pending: 1, unsigned: 0, firstFault: null })
    await admin.query(`create role ${owner}_app; grant ${owner}_app to ${owner}`)
    const later = await open({ DATABASE_URL: ownerUrl })
    expect(later.runsAsOwner).toBe(false)
    await expectLesserRights(later.db)
  })
})

describe('with two logins the running portal', () => {
  test('is a user of its own, who cannot become the owner (security 13.14)', async () => {
    const { owner, ownerUrl, portalUrl } = await ownedDatabase('nocreaterole')
    const { db, runsAsOwner } = await open({
      DATABASE_URL: portalUrl,
      DATABASE_OWNER_URL: ownerUrl,
    })
    expect(runsAsOwner).toBe(false)
    await recordAuditEvent(db, operator, { action: 'load.applied' })
    await expectLesserRights(db)
    await expect(exec(db, sql.raw(`set role ${owner}`))).rejects.toThrow('permission denied')
  })

  test('starts without the owner’s, once the tables are those of its version', async () => {
    const { ownerUrl, portalUrl } = await ownedDatabase('nocreaterole')
    await open({ DATABASE_URL: portalUrl, DATABASE_OWNER_URL: ownerUrl })
    const { db } = await open({ DATABASE_URL: portalUrl })
    await recordAuditEvent(db, operator, { action: 'load.applied' })

    const owner = connect(ownerUrl)
    await exec(
      owner.db,
      sql`delete from drizzle.__drizzle_migrations
        where id = (select max(id) from drizzle.__drizzle_migrations)`,
    )
    await owner.close()
    await expect(open({ DATABASE_URL: portalUrl })).rejects.toThrow(
      'ejecute «carpeta migrate» con DATABASE_OWNER_URL',
    )
  })

  test('keeps no more than these rights where new tables give it all (security 13.14)', async () => {
    const { owner, ownerUrl, portalUrl } = await ownedDatabase('nocreaterole')
    const portalUser = new URL(portalUrl).username
    const granting = connect(ownerUrl)
    await exec(
      granting.db,
      sql.raw(`alter default privileges for role ${owner} grant all on tables to ${portalUser}`),
    )
    await granting.close()
    const { db } = await open({ DATABASE_URL: portalUrl, DATABASE_OWNER_URL: ownerUrl })
    await expectLesserRights(db)
    const trigger = sql`create trigger run_as_owner after delete on audit_person_keys
      execute function pg_catalog.suppress_redundant_updates_trigger()`
    await expect(exec(db, trigger)).rejects.toThrow('permission denied')
  })

  test('is refused when both are the owner, who would lose his rights on the audit log (security 13.14)', async () => {
    const { ownerUrl } = await ownedDatabase('nocreaterole')
    await expect(open({ DATABASE_URL: ownerUrl, DATABASE_OWNER_URL: ownerUrl })).rejects.toThrow(
      'DATABASE_URL y DATABASE_OWNER_URL tienen el mismo usuario',
    )
  })

  test('is refused when they are swapped', async () => {
    const { ownerUrl, portalUrl } = await ownedDatabase('nocreaterole')
    await open({ DATABASE_URL: portalUrl, DATABASE_OWNER_URL: ownerUrl })
    await expect(open({ DATABASE_URL: ownerUrl, DATABASE_OWNER_URL: portalUrl })).rejects.toThrow(
      '¿están cambiadas DATABASE_URL y DATABASE_OWNER_URL?',
    )
  })
})
