import { systemMessages } from '@carpeta/domain/system/system-messages'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database } from '../db/client.ts'
import { deleteWaiting } from '../email/waiting-emails-store.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import { discardFailedJob, retryFailingJob } from '../jobs/jobs-store.ts'

/** @throws {Refused} 409 when the job runs, succeeded or is gone */
export function retryJob(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const task = await retryFailingJob(tx, id)
    if (task === null) throw new Refused(systemMessages.notFailing, 409)
    const object = { type: 'job', id }
    await recordAuditEvent(tx, caller, { action: 'job.retried', object, after: { task } })
  })
}

/**
 * Deletes a job without further attempts, and the email that it was to send. While attempts are left its module
 * counts on it.
 * @throws {Refused} 409 for any other job
 */
export function discardJob(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const job = await discardFailedJob(tx, id)
    if (job === null) throw new Refused(systemMessages.notFailing, 409)
    const { task, emailId } = job
    if (emailId !== null) await deleteWaiting(tx, [emailId])
    const object = { type: 'job', id }
    await recordAuditEvent(tx, caller, { action: 'job.discarded', object, before: { task } })
  })
}
