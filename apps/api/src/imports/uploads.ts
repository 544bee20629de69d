import { randomBytes } from 'node:crypto'
import type { pushedExportSchema, uploadedExportSchema } from '@carpeta/contract/imports'
import { isoSeconds } from '@carpeta/domain/dates/dates'
import {
  importMessages,
  isFinished,
  MAX_STORED_FILES,
  type UploadState,
} from '@carpeta/domain/imports/import-rules'
import { type AcceptableRefusal, isAcceptable } from '@carpeta/domain/imports/load-consequences'
import type { z } from 'zod'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction, requireRecentAuthentication } from '../auth/caller-transaction.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import type { ReceivedFile } from '../documents/receive-file.ts'
import { removeFiles } from '../documents/remove-documents.ts'
import { notStored } from '../documents/storage-error.ts'
import type { ImportToken } from '../http/access.ts'
import type { Caller, SignedInCaller } from '../http/caller.ts'
import { InvalidToken, NotFound, Refused } from '../http/errors.ts'
import { enqueueJob, LOADS_QUEUE } from '../jobs/jobs-store.ts'
import { runSteps } from '../jobs/run-steps.ts'
import { removeAbandoned } from '../storage/incoming.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { writeAs } from './import-tokens.ts'
import { lockActiveToken } from './import-tokens-store.ts'
import { findWireLoads, type WireLoad } from './loads-store.ts'
import {
  addAccepted,
  countStored,
  deleteOldUploads,
  deleteUpload,
  findUpload,
  forgetAccepted,
  giveUpRefused,
  type ImportMode,
  insertArriving,
  listLeavingFiles,
  lockUpload,
  markOldFiles,
  markRemoved,
  markStored,
  setState,
  type UploadedExport,
} from './uploads-store.ts'

export const RUN_IMPORT = 'run_import'
export const REMOVE_EXPORTS = 'remove_exports'

/** One import at a time, in the order of their arrival. */

export interface RunImport {
  /** The uploaded export's id. */
  id: number
  /** The emails to members wait until staff send them. */
  pauseEmails?: boolean
  /** The user who applies it; by default who uploaded it. */
  appliedBy?: number
}

export interface ImportServices extends DocumentServices {
  config: Config
  limits: RateLimits
}

interface Sent {
  file: ReceivedFile | null
  mode: ImportMode
  /** The token of a program; null for a user. */
  token: ImportToken | null
  /** The emails to members wait until staff send them. */
  pauseEmails: boolean
}

/**
 * Stores an export and queues its dry run or its load. The row is inserted before the bytes are written,
 * so that after a failure it leads to them.
 * @throws {Refused} · {StorageError} · {InvalidToken} when the token was revoked meanwhile
 */
export async function storeExport(
  services: ImportServices,
  caller: Caller,
  { file, mode, token, pauseEmails }: Sent,
): Promise<UploadedExport> {
  const { db, storage } = services
  if (!file) throw new Refused([importMessages.noFile])
  if (file.size === 0) throw new Refused([importMessages.empty])
  if (!token && caller.id !== null && (await countStored(db, caller.id)) >= MAX_STORED_FILES) {
    throw new Refused(importMessages.tooManyStored, 409)
  }
  const storageKey = randomBytes(20).toString('hex')
  const upload = { storageKey, name: file.name, mode, uploadedBy: caller.id }
  const id = await insertArriving(db, { ...upload, tokenId: token?.id ?? null })
  try {
    await storage.write(storageKey, file)
    return await writeAs(db, caller, async (tx, caller) => {
      if (token && !(await lockActiveToken(tx, token.id))) throw new InvalidToken()
      if (token) {
        await giveUpRefused(tx, token.id)
        await queueRemovals(tx)
      }
      if (!(await markStored(tx, id, file.size))) throw notStored(new Error('removed meanwhile'))
      const payload: RunImport = { id, pauseEmails }
      await enqueueJob(tx, RUN_IMPORT, payload, { queue: LOADS_QUEUE })
      await recordAuditEvent(tx, caller, {
        action: 'import.uploaded',
        object: { type: 'import', id },
        after: token ? { mode, token: token.prefix } : { mode },
      })
      const stored = await findUpload(tx, id)
      if (stored === null) throw new Error('the upload was not written')
      return stored
    })
  } catch (error) {
    // If this fails too, the nightly job removes it.
    await db.uncheckedTransaction((tx) => queueRemoval(tx, id)).catch(() => {})
    throw error
  }
}

/**
 * Queues the load of a checked export, whose emails to members may wait.
 * @param loadId the dry run that the caller read: a colleague may have had it checked again, with other differences
 * @throws {NotFound} · {Refused} 403 without a recent authentication, 409
 */
export function applyExport(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, loadId, pauseEmails }: { id: number; loadId: number | undefined; pauseEmails: boolean },
): Promise<UploadedExport> {
  return changeUpload(db, caller, id, async (tx, upload, caller) => {
    if (upload.state !== 'checked') throw new Refused(importMessages.notChecked, 409)
    if (upload.isStale) throw new Refused(importMessages.anotherLoad, 409)
    if (loadId !== undefined && loadId !== upload.loadId) {
      throw new Refused(importMessages.checkedAgain, 409)
    }
    await requireRecentAuthentication(tx, caller)
    await queueRun(tx, upload, 'apply', { pauseEmails, appliedBy: caller.id })
  })
}

/**
 * Accepts a refusal and queues another dry run.
 * @throws {NotFound} · {Refused} 403 without a recent authentication, 409 when something else refused it
 */
export function acceptRefusal(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, refusal }: { id: number; refusal: AcceptableRefusal },
): Promise<UploadedExport> {
  return changeUpload(db, caller, id, async (tx, upload, caller) => {
    await requireRecentAuthentication(tx, caller)
    const [load] = upload.loadId === null ? [] : await findWireLoads(tx, [upload.loadId])
    const code = load?.refusal_code ?? null
    if (upload.state !== 'refused' || !isAcceptable(code) || code !== refusal) {
      throw new Refused(importMessages.notAcceptable, 409)
    }
    await addAccepted(tx, id, refusal)
    await queueRun(tx, upload, 'check')
    const object = { type: 'import', id }
    const after = { accepted: [refusal] }
    await recordAuditEvent(tx, caller, { action: 'import.refusal_accepted', object, after })
  })
}

/** Queues another dry run, after another load came in; what was accepted before it is asked again. @throws {NotFound} · {Refused} 409 */
export function checkExport(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<UploadedExport> {
  return changeUpload(db, caller, id, async (tx, upload) => {
    if (upload.state === 'refused') throw new Refused(importMessages.notChecked, 409)
    await forgetAccepted(tx, id)
    await queueRun(tx, upload, 'check')
  })
}

/**
 * Deletes an export that was not applied, with its file, also one that waits for its job: a thief may have queued it.
 * @throws {NotFound} · {Refused} 409
 */
export async function discardExport(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    const { state } = await lockArrived(tx, id)
    if (state === 'running') throw new Refused(importMessages.underWay, 409)
    if (state === 'applied') throw new Refused(importMessages.notChecked, 409)
    await queueRemoval(tx, id)
    const object = { type: 'import', id }
    await recordAuditEvent(tx, caller, { action: 'import.discarded', object })
  })
}

function changeUpload(
  db: Database,
  caller: SignedInCaller,
  id: number,
  change: (tx: Transaction, upload: UploadedExport, caller: SignedInCaller) => Promise<void>,
): Promise<UploadedExport> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const upload = await lockFinished(tx, id)
    if (upload.storageKey === null) throw new Refused(importMessages.fileGone, 409)
    await change(tx, upload, caller)
    const changed = await findUpload(tx, id)
    if (changed === null) throw new NotFound()
    return changed
  })
}

async function lockArrived(
  tx: Transaction,
  id: number,
): Promise<{ upload: UploadedExport; state: UploadState }> {
  const upload = await lockUpload(tx, id)
  if (upload === null || upload.state === 'arriving') throw new NotFound()
  return { upload, state: upload.state }
}

/** An upload that no job waits for or works on. */
async function lockFinished(tx: Transaction, id: number): Promise<UploadedExport> {
  const { upload, state } = await lockArrived(tx, id)
  if (!isFinished(state)) throw new Refused(importMessages.underWay, 409)
  return upload
}

async function queueRun(
  tx: Transaction,
  { id }: UploadedExport,
  mode: ImportMode,
  options: Omit<RunImport, 'id'> = {},
): Promise<void> {
  await setState(tx, id, { state: 'waiting', mode })
  const payload: RunImport = { id, ...options }
  await enqueueJob(tx, RUN_IMPORT, payload, { queue: LOADS_QUEUE })
}

/** Marks an export as not needed; a job removes its bytes. */
async function queueRemoval(tx: Transaction, id: number): Promise<void> {
  await deleteUpload(tx, id)
  await queueRemovals(tx)
}

/** Queues the job after exports were marked in this transaction. */
export async function queueRemovals(tx: Transaction): Promise<void> {
  await enqueueJob(tx, REMOVE_EXPORTS, {}, { queue: LOADS_QUEUE })
}

/** Removes the bytes of marked and of old exports; each keeps its row without them. */
export async function removeExports(
  services: DocumentServices & { config: Pick<Config, 'retention' | 'dataDir'> },
): Promise<void> {
  const { db, config } = services
  await runSteps({
    abandoned: () => removeAbandoned(config),
    files: async () => {
      await markOldFiles(db, config.retention.exportDays)
      await removeFiles(services, await listLeavingFiles(db), markRemoved)
    },
    rows: () => deleteOldUploads(db, config.retention),
  })
}

type WireUpload = z.infer<typeof uploadedExportSchema>

/** For staff, each with its load or dry run. */
export async function presentUploads(
  db: Database | Transaction,
  uploads: UploadedExport[],
): Promise<WireUpload[]> {
  const loads = await findWireLoads(
    db,
    uploads.flatMap(({ loadId }) => (loadId === null ? [] : [loadId])),
  )
  return uploads.map((upload) => presentUpload(upload, loads))
}

function presentUpload(upload: UploadedExport, loads: WireLoad[]): WireUpload {
  const { id, state, name, size, createdAt, by, token, failure, isStale, storageKey, accepted } =
    upload
  return {
    id,
    state: state === 'arriving' ? 'waiting' : state,
    name,
    size,
    at: isoSeconds(createdAt),
    by,
    token,
    failure,
    is_stale: isStale,
    has_file: storageKey !== null,
    accepted,
    load: loads.find((load) => load.id === upload.loadId) ?? null,
  }
}

/** For the program that sent it: counts only. */
export async function presentPush(
  db: Database,
  upload: UploadedExport,
): Promise<z.infer<typeof pushedExportSchema>> {
  const [wire] = await presentUploads(db, [upload])
  const load = wire?.load ?? null
  return {
    id: upload.id,
    state: wire?.state ?? 'waiting',
    at: isoSeconds(upload.createdAt),
    reason: upload.failure ?? load?.refusal ?? null,
    load,
  }
}
