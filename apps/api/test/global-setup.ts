import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { signEntries } from '../src/audit/chain.ts'
import { prepareDatabase } from '../src/cli/prepare-database.ts'
import { connect } from '../src/db/client.ts'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { loadSample } from '../src/sample/load-sample.ts'
import { lowerHashCost } from './hash-cost.ts'
import { saveRows } from './saved-rows.ts'
import { testConfig } from './test-config.ts'
import '../src/cli/drizzle-as-commonjs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** `postgres://…/` to which a database's name is added. */
    serverUrl: string
    /** The data folder of all portals; `sample-documents` has a copy of the sample's documents. */
    dataDir: string
  }
}

interface Prepared {
  serverUrl: string
  dataDir: string
  stop: () => Promise<void>
}

/** Of this run: its projects share them. */
const run = globalThis as { preparedForTests?: Promise<Prepared>; projectsWithTests?: number }

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.preparedForTests ??= prepare()
  run.projectsWithTests = (run.projectsWithTests ?? 0) + 1
  const { serverUrl, dataDir, stop } = await run.preparedForTests
  project.provide('serverUrl', serverUrl)
  project.provide('dataDir', dataDir)
  return async () => {
    run.projectsWithTests = (run.projectsWithTests ?? 0) - 1
    if (run.projectsWithTests > 0) return
    delete run.preparedForTests
    await stop()
  }
}

/**
 * One real PostgreSQL for the whole run, with two templates for test files to clone: an empty, migrated
 * one and one with the sample cooperative. A template must have no connections to be cloned.
 */
async function prepare(): Promise<Prepared> {
  lowerHashCost()
  const dataDir = mkdtempSync(join(tmpdir(), 'carpeta-test-'))
  // The account `postgres` must enter it, or the database would be stored elsewhere and stay.
  chmodSync(dataDir, 0o755)
  const server = await startEmbeddedPostgres(dataDir)
  const admin = new pg.Client(server.url('postgres'))
  await admin.connect()
  await beQuick(admin, server.url('postgres'))

  await admin.query('create database template_empty')
  const config = testConfig({ DATA_DIR: dataDir })
  const portalUrl = server.url('template_empty')
  const empty = connect(portalUrl)
  const database = { ...empty, portalUrl, hasTwoUsers: false }
  await (await prepareDatabase(database, config)).close()
  await empty.close()

  await admin.query('create database template_sample template template_empty')
  const sample = connect(server.url('template_sample'), {
    beforeCommit: signEntries(config.secretKeys),
  })
  await loadSample(sample.db, config)
  await sample.close()
  cpSync(join(dataDir, 'documents'), join(dataDir, 'sample-documents'), { recursive: true })

  for (const template of ['template_empty', 'template_sample']) await saveRows(server.url(template))
  await admin.end()
  return {
    serverUrl: server.url(''),
    dataDir,
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The data need not survive the run, and nobody guesses its password. */
async function beQuick(admin: pg.Client, url: string): Promise<void> {
  for (const setting of ['fsync = off', 'full_page_writes = off', 'scram_iterations = 1']) {
    await admin.query(`alter system set ${setting}`)
  }
  await admin.query('select pg_reload_conf()')
  await admin.query(`alter role postgres password '${new URL(url).password}'`)
}
