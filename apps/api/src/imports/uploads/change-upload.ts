import { type AcceptableRefusal, isAcceptable } from '@carpeta/domain/imports/acceptable-refusals'
import { importMessages, isSettled } from '@carpeta/domain/imports/import-rules'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import { requireRecentAuthentication } from '../../auth/reauthentication/require-recent-authentication.ts'
import type { Database, Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { enqueueJob } from '../../jobs/jobs-store.ts'
import { findWireLoads } from '../loads/loads-list-store.ts'
import { IMPORTS_QUEUE, RUN_IMPORT, type RunImport } from './import-queue.ts'
import { queueRemoval } from './remove-exports.ts'
import {
  addAccepted,
  findUpload,
  type ImportMode,
  lockUpload,
  setState,
  type UploadedExport,
} from './uploads-store.ts'

/** Queues the load of a checked export, whose emails to members may wait. @throws {NotFound} · {Refused} 409 */
export function applyExport(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, pauseEmails }: { id: number; pauseEmails: boolean },
): Promise<UploadedExport> {
  return changeUpload(db, caller, id, async (tx, upload, { id: appliedBy }) => {
    if (upload.state !== 'checked') throw new Refused(importMessages.notChecked, 409)
    if (upload.isStale) throw new Refused(importMessages.anotherLoad, 409)
    await queueRun(tx, upload, 'apply', { pauseEmails, appliedBy })
  })
}

/**
 * Accepts what refused an export and queues another dry run, whose difference is applied or not.
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

/** Queues another dry run, after another load came in. @throws {NotFound} · {Refused} 409 */
export function checkExport(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<UploadedExport> {
  return changeUpload(db, caller, id, async (tx, upload) => {
    if (upload.state === 'refused') throw new Refused(importMessages.notChecked, 409)
    await queueRun(tx, upload, 'check')
  })
}

/** Deletes an export that was not applied, with its file. @throws {NotFound} · {Refused} 409 */
export async function discardExport(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    const upload = await lockSettled(tx, id)
    if (upload.state === 'applied') throw new Refused(importMessages.notChecked, 409)
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
    const upload = await lockSettled(tx, id)
    if (upload.storageKey === null) throw new Refused(importMessages.fileGone, 409)
    await change(tx, upload, caller)
    const changed = await findUpload(tx, id)
    if (changed === null) throw new NotFound()
    return changed
  })
}

async function lockSettled(tx: Transaction, id: number): Promise<UploadedExport> {
  const upload = await lockUpload(tx, id)
  if (upload === null || upload.state === 'arriving') throw new NotFound()
  if (!isSettled(upload.state)) throw new Refused(importMessages.underWay, 409)
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
  await enqueueJob(tx, RUN_IMPORT, payload, IMPORTS_QUEUE)
}
