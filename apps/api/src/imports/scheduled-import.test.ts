import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, todayInSantiago } from '@carpeta/domain/dates/dates'
import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { sampleExport } from '../../seeds/sample-export.ts'
import { freePort } from '../../test/free-port.ts'
import { exampleFolder } from '../../test/mariadb/fill-example.ts'
import { openPortalForTest, type Portal, testConfig } from '../../test/open-portal.ts'
import { many, sql } from '../db/query.ts'
import { isDue, minutesOf, runScheduledImport, scheduledImportJobs } from './imports-jobs.ts'
import { readCutoff } from './mysql/mysql-source.ts'
import { ndjsonFile } from './sources/ndjson-file.ts'

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

test('a refused load is in the history, and staff who review loads are told why (§12.183)', async () => {
  const cut = sampleExport().replace('"ventas":9', '"ventas":10')
  const failure = await runScheduledImport(portal, exportOf(cut))
  expect(failure).toContain('anuncia 10 ventas y trae 9')
  expect(await history()).toMatchObject([{ state: 'refused', refusal: failure }])
  const emails = await failures()
  expect(emails.map(({ to }) => to)).toEqual([personas.ivan.email])
  expect(emails[0]?.text).toContain('anuncia 10 ventas y trae 9')
  expect(emails[0]?.text).toContain('/imports')
})

test('a load whose emails to staff cannot be stored is not refused either: it runs again (§12.228)', async () => {
  const cut = exportOf(sampleExport().replace('"ventas":9', '"ventas":10'))
  await portal.pool.query(`
    create function refuse_email() returns trigger language plpgsql as
      $$ begin raise 'the queue is full'; end $$;
    create trigger refuse_email before insert on graphile_worker._private_jobs
      for each row execute function refuse_email()`)
  await expect(runScheduledImport(portal, cut)).rejects.toThrow()
  expect(await history()).toEqual([])
  await portal.pool.query('drop trigger refuse_email on graphile_worker._private_jobs')
  expect(await runScheduledImport(portal, cut)).toContain('anuncia 10 ventas')
  expect(await history()).toMatchObject([{ state: 'refused' }])
  expect(await failures()).toHaveLength(1)
})

test('emails to members wait where the settings say so (§12.228)', async () => {
  const { accounting } = portal.config
  const paused = { ...portal.config, accounting: { ...accounting, pausesEmails: true } }
  const isPaused = () => many(portal.db, sql`select is_paused from news_loads order by load_id`)
  await runScheduledImport(portal, exportOf(sampleExport()))
  const next = sampleExport().replace('2026-11-20T06', '2026-11-21T06')
  await runScheduledImport({ ...portal, config: paused }, exportOf(next))
  expect(await isPaused()).toEqual([{ isPaused: false }, { isPaused: true }])
})

test('the job runs at the times of the setting in Chile; without a database it says so (§12.183, security 11.61)', async () => {
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

test('a time of day is Chile’s, in winter and in summer (§12.183)', () => {
  const times = ['05:30', '13:00']
  expect(isDue(times, new Date('2026-07-15T09:30:00Z'))).toBe(true)
  expect(isDue(times, new Date('2026-11-15T08:30:00Z'))).toBe(true)
  expect(isDue(times, new Date('2026-11-15T16:00:00Z'))).toBe(true)
  expect(isDue(times, new Date('2026-11-15T09:30:00Z'))).toBe(false)
  expect(isDue(times, new Date('2026-11-15T08:31:00Z'))).toBe(false)
})

/** The instants of a week at which a job that looks every hour finds the time due. */
function dueFrom(start: string, time: string): string[] {
  const first = Date.parse(`${start}T00:${time.slice(-2)}:00Z`)
  return Array.from({ length: 7 * 24 }, (_, hour) => new Date(first + hour * 3_600_000))
    .filter((instant) => isDue([time], instant))
    .map((instant) => instant.toISOString().slice(0, 16))
}

test('a time that the clock skips in September is due an hour later, and one that it repeats in April once (§12.228)', () => {
  expect(dueFrom('2026-09-04', '00:30').slice(1, 4)).toEqual([
    '2026-09-05T04:30',
    // The clock goes from 24:00 to 01:00.
    '2026-09-06T04:30',
    '2026-09-07T03:30',
  ])
  expect(dueFrom('2026-04-03', '23:30').slice(0, 3)).toEqual([
    '2026-04-03T02:30',
    '2026-04-04T02:30',
    // The clock goes from 24:00 to 23:00.
    '2026-04-05T02:30',
  ])
})

test('every time of day is due once each day, whenever the clock changes (§12.228)', () => {
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  fc.assert(
    fc.property(
      fc.nat(23),
      fc.nat(59),
      fc.constantFrom('2026-04-01', '2026-09-02', '2027-03-31', '2027-09-01', '2026-11-20'),
      (hour, minute, start) => {
        const due = dueFrom(start, `${twoDigits(hour)}:${twoDigits(minute)}`)
        const days = due.map((instant) => todayInSantiago(new Date(`${instant}Z`)))
        const [first] = days
        expect(days.length).toBeGreaterThan(5)
        expect(days).toEqual(days.map((_, place) => first && addDays(first, place)))
      },
    ),
  )
})

test('cron looks at the minutes of all times', () => {
  expect(minutesOf(['05:30', '13:00', '21:30'])).toBe('30,0')
})

test('whatever accounting’s database answers instead of a date is told to staff, and stored in a few words (security 10.134)', async () => {
  const source = exportOf(sampleExport())
  async function* rows() {
    yield { corte: `ayer\0${'😀'.repeat(100_000)}` }
  }
  const failure = await runScheduledImport(portal, {
    ...source,
    open: async (tx) => {
      await readCutoff(rows())
      return source.open(tx)
    },
  })
  expect(failure).toMatch(/^La consulta corte\.sql debe devolver una columna «corte»/)
  expect(await history()).toMatchObject([{ state: 'refused', refusal: failure }])
  expect(failure?.length).toBe(2000)
  expect(await failures()).toHaveLength(1)
})
