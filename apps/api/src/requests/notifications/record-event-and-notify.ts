import type { WireRequestEvent } from '@carpeta/contract/requests/request-schemas'
import type { Config } from '../../config/config.ts'
import type { Transaction } from '../../db/client.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import { type Colleague, findAssigneeOf, listAnswering } from '../staff/answering-staff-store.ts'
import { memberEmail, staffEmail } from './request-emails.ts'
import { findNotifiedRequest, insertEvent } from './request-events-store.ts'

export interface Announcement {
  requestId: number
  kind: WireRequestEvent['kind']
  actorId: number
  /** What was written with it. */
  text: string
}

/**
 * Notes what happened to a request and queues the letters that tell of it, in the transaction of
 * the act itself: the three are written together, or none is.
 */
export async function recordEventAndNotify(
  tx: Transaction,
  { config }: { config: Config },
  { requestId, kind, actorId, text }: Announcement,
): Promise<void> {
  await insertEvent(tx, { requestId, kind, actorId, text })
  const request = await findNotifiedRequest(tx, requestId)
  if (!request) throw new Error(`an event of a request that is gone: ${requestId}`)
  const toMember = memberEmail(kind, request, config)
  if (toMember && request.member.wantsEmails) await enqueueEmail(tx, toMember, config)
  for (const colleague of await staffToTell(tx, kind, requestId)) {
    if (!colleague.wantsEmails) continue
    await enqueueEmail(tx, staffEmail(kind, colleague, request, config), config)
  }
}

/** A new request is everybody's; a reply goes to whoever has it on his desk. */
async function staffToTell(
  tx: Transaction,
  kind: Announcement['kind'],
  requestId: number,
): Promise<Colleague[]> {
  if (kind !== 'sent' && kind !== 'replied') return []
  // Who has left since, or may no longer answer, is nobody to wait for.
  const assignee = await findAssigneeOf(tx, requestId)
  return assignee ? [assignee] : listAnswering(tx)
}
