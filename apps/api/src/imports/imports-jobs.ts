import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { instantInSantiago, todayInSantiago } from '@carpeta/domain/dates/dates'
import { importMessages } from '@carpeta/domain/imports/import-rules'
import { isAcceptable } from '@carpeta/domain/imports/load-consequences'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Config } from '../config/config.ts'
import type { JobDatabase, Transaction } from '../db/client.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import { UnreadableExport } from '../files/unreadable-export.ts'
import { operator } from '../http/caller.ts'
import { LOADS_QUEUE } from '../jobs/jobs-store.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { emailPermitted } from '../people/email-staff.ts'
import { type Colleague, findPermitted } from '../people/staff-store.ts'
import { removeAbandoned, workFolder } from '../storage/incoming.ts'
import { failedImportEmail } from './import-emails.ts'
import { type ImportOutcome, importSales } from './import-sales.ts'
import { isTokenActive } from './import-tokens-store.ts'
import { runUndo, UNDO_LOAD } from './loads.ts'
import { insertLoad } from './loads-store.ts'
import { readDatabaseAddress } from './mysql/database-address.ts'
import { mysqlSource } from './mysql/mysql-source.ts'
import type { ExportSource } from './sources/export-source.ts'
import { unpackExport } from './sources/unpack-export.ts'
import {
  queueRemovals,
  REMOVE_EXPORTS,
  RUN_IMPORT,
  type RunImport,
  removeExports,
} from './uploads.ts'
import { findUpload, finishRun, setState, startRun, type UploadedExport } from './uploads-store.ts'

export function importJobs(services: JobServices): ModuleJobs {
  return {
    tasks: {
      [RUN_IMPORT]: (payload, { job }) => runImport(services, payload as RunImport, job.attempts),
      [UNDO_LOAD]: (payload, { job }) => runUndo(services, payload, job.attempts),
      [REMOVE_EXPORTS]: () => removeExports(services),
    },
    slow: [RUN_IMPORT, UNDO_LOAD, REMOVE_EXPORTS],
    schedule: [`17 5 * * * ${REMOVE_EXPORTS} ?queue=${LOADS_QUEUE}&jobKey=${REMOVE_EXPORTS}`],
  }
}

interface JobServices extends DocumentServices {
  db: JobDatabase
  config: Config
}

/** A file that ends the process each time must not keep the queue waiting. */
const MAX_ATTEMPTS = 3

/**
 * Tries or applies an uploaded export. The outcome is written in the load's own transaction, so that
 * after a kill the same job begins again, or finds everything done.
 * @param attempt counted from 1 by the queue
 */
export async function runImport(
  services: JobServices,
  job: RunImport,
  attempt: number,
): Promise<void> {
  const { db } = services
  const { id } = job
  const upload = await findUpload(db, id)
  if (upload === null || (upload.state !== 'waiting' && upload.state !== 'running')) return
  if (attempt > MAX_ATTEMPTS) return fail(services, id, importMessages.failed)
  // Staff may discard it until now.
  if (!(await startRun(db, id))) return
  try {
    await loadUpload(services, upload, job)
  } catch (error) {
    if (error instanceof UnreadableExport) return fail(services, id, error.message)
    if (attempt === MAX_ATTEMPTS) await fail(services, id, importMessages.failed)
    throw error
  }
}

async function loadUpload(
  services: JobServices,
  upload: UploadedExport,
  { pauseEmails = false, appliedBy }: RunImport,
): Promise<void> {
  const { db, storage, config } = services
  const { id, storageKey, mode } = upload
  if (storageKey === null) throw new UnreadableExport(importMessages.fileGone.text)
  await removeAbandoned(config)
  await using folder = workFolder(config)
  await mkdir(folder.path, { recursive: true, mode: 0o700 })
  const file = join(folder.path, 'upload')
  await pipeline(await storage.read(storageKey), createWriteStream(file, { mode: 0o600 }))
  const source = await unpackExport(file, {
    name: upload.name,
    folder: join(folder.path, 'files'),
    maxBytes: config.maxExport.unpacked,
  })
  await importSales(db, source, {
    // The operator stands for a program.
    actor: { ...operator, id: appliedBy ?? upload.uploadedBy },
    accepts: upload.accepted,
    checks: config.saleChecks,
    pauseEmails,
    dryRun: mode === 'check',
    recordDryRun: mode === 'check',
    // An acceptance is of the outcome that was seen, which another load may have made another one.
    expectedLoadId: mode === 'apply' || upload.accepted.length > 0 ? upload.checkedAfterId : null,
    onBegin: async (tx) => {
      // An erasure gave it up while this load waited for its turn.
      const present = await findUpload(tx, id)
      if (present?.state !== 'running') throw new UnreadableExport(importMessages.erasedMeanwhile)
      if (mode === 'apply') await requireAuthor(tx, upload, appliedBy)
    },
    onFinish: async (tx, outcome) => {
      // A load takes minutes, in which its author may be put out.
      if (mode === 'apply') await requireAuthor(tx, upload, appliedBy)
      const { loadId, refusalCode } = outcome
      // Overtaken in the queue: it waits to be checked again, as one that was overtaken before.
      if (refusalCode === 'another_load') return await setState(tx, id, { state: 'checked' })
      const state = stateOf(outcome, upload)
      const keepsFile = state === 'checked' || isAcceptable(refusalCode)
      await finishRun(tx, id, { state, loadId, keepsFile })
      await queueRemovals(tx)
    },
  })
}

/**
 * Whoever had it applied, a person or a program, may still load sales. Without a lock, which would keep staff from
 * taking that away while it loads.
 * @throws {UnreadableExport}
 */
async function requireAuthor(
  tx: Transaction,
  { uploadedBy, tokenId }: UploadedExport,
  appliedBy = uploadedBy,
): Promise<void> {
  const mayLoad =
    appliedBy === null
      ? tokenId === null || (await isTokenActive(tx, tokenId))
      : (await findPermitted(tx, 'sales.import_sales', appliedBy)) !== null
  if (!mayLoad) throw new UnreadableExport(importMessages.notPermitted)
}

function stateOf({ refusal }: ImportOutcome, { mode }: UploadedExport) {
  if (refusal !== null) return 'refused'
  return mode === 'check' ? 'checked' : 'applied'
}

async function fail({ db }: JobServices, id: number, failure: string): Promise<void> {
  await db.transaction(async (tx) => {
    await finishRun(tx, id, { state: 'failed', failure })
    await queueRemovals(tx)
  })
}

/** A folder in which an export is unpacked; disposing deletes it. */
const IMPORT_FROM_ACCOUNTING = 'import_from_accounting'

interface CronPayload {
  _cron: { ts: string }
}

/** Loads from accounting's database at the times of `ACCOUNTING_EVERY`, if there are any. */
export function scheduledImportJobs(services: { db: JobDatabase; config: Config }): ModuleJobs {
  const { url, password, queries, every } = services.config.accounting
  if (url === undefined || queries === undefined || every.length === 0) return { tasks: {} }
  const source = mysqlSource(readDatabaseAddress(url, password), queries)
  return {
    tasks: {
      [IMPORT_FROM_ACCOUNTING]: async (payload, { logger }) => {
        const { _cron } = payload as CronPayload
        if (!isDue(every, new Date(_cron.ts))) return
        const failure = await runScheduledImport(services, source)
        if (failure === null) logger.info('sales imported from accounting')
        else logger.error(`no sales imported from accounting: ${failure}`)
      },
    },
    slow: [IMPORT_FROM_ACCOUNTING],
    // cron counts in UTC, whose difference from Santiago changes twice a year: the task compares the hour.
    schedule: [
      `${minutesOf(every)} * * * * ${IMPORT_FROM_ACCOUNTING} ?queue=${LOADS_QUEUE}&fill=3h&max=3`,
    ],
  }
}

const MINUTE_MS = 60_000

/**
 * Whether an instant is that of a time of day, 'hh:mm', in Santiago: once each day, also when the clock
 * shows a time twice in April or skips it in September.
 */
export function isDue(times: string[], instant: Date): boolean {
  const minute = instant.getTime() - (instant.getTime() % MINUTE_MS)
  const date = todayInSantiago(instant)
  return times.some((time) => instantInSantiago(date, time).getTime() === minute)
}

/** The minutes of the hour at which a time may be due, as cron lists them: the offset of Santiago is in whole hours. */
export function minutesOf(times: string[]): string {
  return [...new Set(times.map((time) => Number(time.slice(-2))))].join(',')
}

/**
 * Loads accounting's sales without a person; the history of loads has the outcome.
 * @returns why nothing was loaded, as in the email to staff; null when it was
 */
export async function runScheduledImport(
  { db, config }: { db: JobDatabase; config: Config },
  source: ExportSource,
): Promise<string | null> {
  const { saleChecks: checks, accounting } = config
  try {
    const { refusal } = await importSales(db, source, {
      checks,
      pauseEmails: accounting.pausesEmails,
      onFinish: async (tx, outcome) => {
        if (outcome.refusal !== null) await emailStaff(tx, outcome.refusal, config)
      },
    })
    return refusal
  } catch (error) {
    if (!(error instanceof UnreadableExport)) throw error
    await db.transaction(async (tx) => {
      await recordUnreadableLoad(tx, source, error)
      await emailStaff(tx, error.message, config)
    })
    return error.message
  }
}

/** In the transaction of the outcome, so that neither is without the other. */
async function emailStaff(tx: Transaction, failure: string, config: Config): Promise<void> {
  const write = (colleague: Colleague) => failedImportEmail(colleague, failure, config)
  await emailPermitted(tx, 'sales.import_sales', write, config)
}

/** An export that could not even be read belongs in the history too, since nobody saw it fail. */
async function recordUnreadableLoad(
  tx: Transaction,
  { name }: ExportSource,
  { message }: UnreadableExport,
): Promise<void> {
  await insertLoad(tx, {
    state: 'refused',
    fileName: name,
    fileHash: '',
    refusal: message,
    refusalCode: 'unreadable',
  })
  const object = { type: 'load', id: name.slice(0, 500) }
  await recordAuditEvent(tx, operator, { action: 'load.refused', object, reason: message })
}
