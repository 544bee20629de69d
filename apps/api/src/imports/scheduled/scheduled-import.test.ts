import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { personas } from '../../../seeds/personas.ts'
import { sampleExport } from '../../../seeds/sample-export.ts'
import { freePort } from '../../../test/carpeta-process.ts'
import { exampleFolder } from '../../../test/mariadb/fill-example.ts'
import { openPortalForTest, type Portal, testConfig } from '../../../test/open-portal.ts'
import { many, sql } from '../../db/query.ts'
import { ndjsonFile } from '../sources/ndjson-file.ts'
import { runScheduledImport } from './run-scheduled-import.ts'
import { scheduledImportJobs } from './scheduled-import-jobs.ts'

let portal: Portal
let address: string
beforeEach(async () => {
  address = `mysql://lectura@127.0.0.1:${await freePort()}/erp`
  portal = await openPortalForTest({
    ACCOUNTING_URL: address,
    ACCOUNTING_PASSWORD: 'S3creta',
    ACCOUNTING_QUERIES: exampleFolder,
    ACCOUNTING_EVERY: '05:30, 13:00',
  })
})

function exportOf(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-scheduled-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'export.ndjson')
  writeFileSync(path, text)
  return ndjsonFile(path)
}

const history = () =>
  many(
    portal.db,
    sql`select state, file_name, refusal, refusal_code from loads where not is_sample order by id`,
  )

const failures = async () =>
  (await portal.sentEmails()).filter(({ subject }) => subject.includes('carga automática'))

/** What the worker runs when cron says so. */
async function runJob(at: string) {
  const errors: string[] = []
  const { tasks } = scheduledImportJobs(portal)
  const logger = { info: () => {}, error: (text: string) => errors.push(text) }
  const job = tasks.import_from_accounting as (payload: object, helpers: object) => Promise<void>
  await job({ _cron: { ts: at, backfilled: false } }, { logger })
  return errors
}

test('an applied load is in the history, and nobody is told', async () => {
  expect(await runScheduledImport(portal, exportOf(sampleExport()))).toBeNull()
  expect(await history()).toMatchObject([{ state: 'applied', fileName: 'export.ndjson' }])
  expect(await failures()).toEqual([])
})

test('a refused load is in the history, and staff who review loads are told why', async () => {
  const cut = sampleExport().replace('"ventas":9', '"ventas":10')
  const failure = await runScheduledImport(portal, exportOf(cut))
  expect(failure).toContain('anuncia 10 ventas y trae 9')
  expect(await history()).toMatchObject([{ state: 'refused', refusal: failure }])
  const emails = await failures()
  expect(emails.map(({ to }) => to)).toEqual([personas.ivan.email])
  expect(emails[0]?.text).toContain('anuncia 10 ventas y trae 9')
  expect(emails[0]?.text).toContain('/imports')
})

test('the job runs at the times of the setting in Chile; without a database it says so', async () => {
  expect(await runJob('2026-11-22T09:30:00Z')).toEqual([])
  expect(await history()).toEqual([])
  const [error] = await runJob('2026-11-22T08:30:00Z')
  const failure = `No se pudo leer ${address}: nadie responde en esa dirección.`
  expect(error).toBe(`no sales imported from accounting: ${failure}`)
  expect(await history()).toEqual([
    { state: 'refused', fileName: address, refusal: failure, refusalCode: 'unreadable' },
  ])
  const [email] = await failures()
  expect(email?.text).toContain(failure)
  expect(email?.text).not.toContain('S3creta')
})

test('the schedule looks at every hour, since cron counts in UTC', () => {
  const { schedule } = scheduledImportJobs(portal)
  expect(schedule).toEqual([expect.stringMatching(/^30,0 \* \* \* \* import_from_accounting /)])
  expect(scheduledImportJobs({ ...portal, config: testConfig() })).toEqual({ tasks: {} })
})
