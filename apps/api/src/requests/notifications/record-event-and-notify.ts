import type { WireRequestEvent } from '@carpeta/contract/requests'
import type { Config } from '../../config/config.ts'
import type { Transaction } from '../../db/client.ts'
import { queueLetter } from '../../email/enqueue-email.ts'
import { type Colleague, findAssigneeOf, listAnswering } from '../staff/answering-staff-store.ts'
import { memberLetter, staffLetter } from './request-emails.ts'
import { findAnnounced, insertEvent } from './request-events-store.ts'

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
export async function announceRequest(
  tx: Transaction,
  { config }: { config: Config },
  { requestId, kind, actorId, text }: Announcement,
): Promise<void> {
  await insertEvent(tx, { requestId, kind, actorId, text })
  const request = await findAnnounced(tx, requestId)
  if (!request) throw new Error(`an event of a request that is gone: ${requestId}`)
  const toMember = memberLetter(kind, request, config)
  if (toMember && request.member.wantsLetters) await queueLetter(tx, toMember, config)
  for (const colleague of await staffToTell(tx, kind, requestId)) {
    if (!colleague.wantsLetters) continue
    await queueLetter(tx, staffLetter(kind, colleague, request, config), config)
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
