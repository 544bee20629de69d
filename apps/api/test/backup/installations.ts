import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { encrypterFor, readIdentities } from '../../src/backup/age.ts'
import { readBackupPlace } from '../../src/backup/backup-place.ts'
import { createBackup, type MadeBackup } from '../../src/backup/create-backup.ts'
import { ERASED_LIST, readErasedList } from '../../src/backup/erased-list.ts'
import { openBackup } from '../../src/backup/open-backup.ts'
import {
  type RestoredBackup,
  type RestoreOptions,
  restoreBackup,
} from '../../src/backup/restore-backup.ts'
import { prepareDatabase } from '../../src/cli/prepare-database.ts'
import type { Config } from '../../src/config/config.ts'
import { type Connection, connect } from '../../src/db/client.ts'
import { documentStorageAt } from '../../src/documents/document-storage.ts'
import { createDatabase, openPortalOn, type Portal } from '../open-portal.ts'
import { testConfig } from '../test-config.ts'

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Backs up a portal as the command does. */
export function backUp(
  { pool, db, config }: Pick<Portal, 'pool' | 'config'> & Pick<Connection, 'db'>,
  target: string,
  recipients: string[] = [],
): Promise<MadeBackup> {
  const services = {
    connection: { db, pool, close: async () => {} },
    storage: documentStorageAt(config.documents),
    secretKeys: config.secretKeys,
  }
  const encrypter = recipients.length > 0 ? encrypterFor(recipients) : null
  return createBackup(services, readBackupPlace(target, {}), encrypter)
}

/** A machine with nothing on it, whose database has an owner who is no superuser. */
export interface EmptyInstallation {
  database: Connection
  config: Config
  restore: (
    source: string,
    options?: Partial<RestoreOptions> & { identity?: string },
  ) => Promise<RestoredBackup>
  /** Brings tables and jobs to this version, as a start does. */
  prepare: () => Promise<Connection>
  /** Opens the portal on what was restored. */
  open: () => Promise<Portal>
}

/** @param serverUrl of another PostgreSQL than that of the tests */
export async function emptyInstallation(
  env: NodeJS.ProcessEnv = {},
  serverUrl = inject('serverUrl'),
): Promise<EmptyInstallation> {
  const owner = `owner_${randomBytes(6).toString('hex')}`
  const { database, url } = await databaseOf(owner, serverUrl)
  const dataDir = temporaryFolder()
  const settings = { DATA_DIR: dataDir, DATABASE_URL: url, ...env }
  const config = testConfig(settings)
  const opened = { ...database, portalUrl: url, hasTwoUsers: false }
  const prepare = () => prepareDatabase(opened, config)
  return {
    database,
    config,
    prepare,
    restore: async (source, { identity, ...options } = {}) => {
      const place = readBackupPlace(source, {})
      const backup = await openBackup(place, identity ? readIdentities(identity) : null)
      const list = await place.store.readText(ERASED_LIST)
      const erased = list === null ? null : readErasedList(list, config.secretKeys)
      const services = {
        database,
        storage: documentStorageAt(config.documents),
        config,
        prepare,
      }
      try {
        return await restoreBackup(services, backup, { erased, allowsOtherKey: false, ...options })
      } finally {
        backup.close()
      }
    },
    open: async () => {
      const portal = await openPortalOn(connect(url), settings, { role: `${owner}_app` })
      onTestFinished(() => portal.close())
      return portal
    },
  }
}

async function databaseOf(
  owner: string,
  serverUrl: string,
): Promise<{ database: Connection; url: string }> {
  const created = await createDatabase('template1', serverUrl)
  const admin = new pg.Client(`${serverUrl}postgres`)
  await admin.connect()
  const { rows } = await created.pool.query('select current_database() as name')
  const [{ name }] = rows
  // The role goes with the server.
  await admin.query(`create role ${owner} login password 'clave' createrole`)
  await admin.query(`alter database ${name} owner to ${owner}`)
  await admin.end()
  const url = new URL(serverUrl + name)
  const { href } = Object.assign(url, { username: owner, password: 'clave' })
  const database = connect(href)
  onTestFinished(async () => {
    await database.close()
    await created.close()
  })
  return { database, url: href }
}
