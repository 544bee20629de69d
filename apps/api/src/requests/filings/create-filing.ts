import type { definitions } from '@carpeta/contract/requests/filings/filings-schemas'
import { commentError } from '@carpeta/domain/requests/document-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import type { z } from 'zod'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Malformed, Refused } from '../../http/errors.ts'
import { findMember } from '../../users/people-store.ts'
import { insertDraft, lockDraftsOf } from '../drafts/drafts-store.ts'
import { findDraftTarget } from '../drafts/find-draft-target.ts'
import { lockByKey, saveKey } from '../drafts/idempotency-keys-store.ts'
import { requireHandling } from '../lifecycle/lock-request.ts'
import type { FilingServices } from './filing-services.ts'

type Filing = z.infer<typeof definitions.createFiling.body> & { idempotencyKey: string | undefined }

/**
 * Begins a request for a member, by the rules of the member's own. Only the caller sees it until it is sent.
 * @returns its id; the same for the same Idempotency-Key
 * @throws {Malformed} when the key belongs to another request
 * @throws {Refused} for an unknown member and for oneself · what `findDraftTarget` throws
 */
export async function createFiling(
  { db, limits }: FilingServices,
  caller: SignedInCaller,
  { member_id: memberId, idempotencyKey: key, ...body }: Filing,
): Promise<number> {
  await limits.newRequests.consume(String(memberId))
  return callerTransaction(db, caller, async (tx, caller) => {
    // The keys of a caller are used one by one.
    await lockDraftsOf(tx, caller.id)
    const same = key === undefined ? null : await lockByKey(tx, caller.id, key)
    if (same && (same.saleCode !== body.sale_code || same.procedureId !== body.procedure_id)) {
      throw new Malformed()
    }
    if (same) return same.id
    const member = await findMember(tx, memberId)
    if (!member?.rut) throw new Refused(requestMessages.unknownMember)
    requireHandling(caller, { userId: member.id })
    const profile = { social_security: member.rut }
    const target = await findDraftTarget(tx, { id: member.id, profile }, body)
    const comment = body.comment.trim()
    const missing = commentError({ documentAmount: target.procedure.documents.length }, comment)
    if (missing) throw new Refused(missing)
    const content = { comment, isAutosaved: false, filedBy: caller.id }
    const requestId = await insertDraft(tx, target, content)
    if (requestId === null) throw new Refused(requestMessages.unknownMember)
    if (key !== undefined) await saveKey(tx, { userId: caller.id, key, requestId })
    return requestId
  })
}
