import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Transaction } from '../../db/client.ts'
import type { Caller } from '../../http/caller.ts'
import type { ErasedRequests } from '../../requests/personal-data.ts'
import { modules } from '../modules.ts'

const {
  requests,
  'payment-reports': paymentReports,
  documents,
  announcements,
  news,
  auth,
  account,
  throttle,
  users,
  audit,
} = modules

export type ErasedData = ErasedRequests & { paymentReports: number }

/** In this order: the keys of the audit log are deleted only for an account that is erased. */
const afterRequests = [documents, announcements, news, auth, account, throttle, users, audit]

/** Erases the data of an account that `lockAccounts` has locked, and records it. */
export async function anonymiseAccount(
  tx: Transaction,
  caller: Caller,
  userId: number,
  reason = '',
): Promise<ErasedData> {
  const erased = {
    ...(await requests.erasePersonalData(tx, caller, userId)),
    ...(await paymentReports.erasePersonalData(tx, caller, userId)),
  }
  for (const module of afterRequests) await module.erasePersonalData(tx, userId)
  await recordAuditEvent(tx, caller, {
    action: 'member.erased',
    object: { type: 'user', id: userId },
    subjectId: userId,
    after: { ...erased },
    reason,
  })
  return erased
}
