import type { AnswerOf, BodyOf } from '@carpeta/contract/endpoints'
import type { FilingMember, FilingOptions } from '@carpeta/contract/staff-requests'
import { MIN_SEARCH } from '@carpeta/domain/access/staff-views'
import { mayHandleRequest, requestMessages } from '@carpeta/domain/requests/request-states'
import { recordAuditedRead, recordListRead } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { readFilterRut, readFilterText } from '../http/paging.ts'
import { listOffered } from '../procedures/procedures-store.ts'
import { listSalesOfHolder } from '../sales/sales-store.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { type FoundMember, findMember, findMembers } from '../users/people-store.ts'
import { type RequestServices, requireHandling } from './change-request.ts'
import { findDraftTarget, lockRepeated, requireComment } from './drafts.ts'
import { insertDraft, lockDraftsOf, saveKey } from './drafts-store.ts'
import { sendDraft } from './member-actions.ts'
import { lockRequest } from './requests-store.ts'

const MAX_RESULTS = 8

/** People with a rut whose name, email or rut has this part, without the caller. */
export async function findFilingMembers(
  { db }: { db: Database },
  caller: SignedInCaller,
  typed: string,
): Promise<FilingMember[]> {
  const text = readFilterText(typed) ?? ''
  if (text.length < MIN_SEARCH) return []
  const found = await findMembers(db, { text, rut: readFilterRut(text), limit: MAX_RESULTS })
  const members = found.filter(({ id, rut }) => rut !== null && mayHandleRequest(caller.id, id))
  await recordListRead(db, caller, 'user', members)
  return members.map(present)
}

/**
 * The member's sales and the procedures that can be requested.
 * @throws {NotFound} · {Refused} 403 for the caller's own account
 */
export async function readFilingOptions(
  { db }: { db: Database },
  caller: SignedInCaller,
  memberId: number,
): Promise<FilingOptions> {
  const member = await findMember(db, memberId)
  if (!member?.rut) throw new NotFound()
  requireHandling(caller, { userId: member.id })
  await recordAuditedRead(db, caller, { type: 'user', id: member.id }, member.id)
  const procedures = await listOffered(db)
  return {
    member: present(member),
    sales: (await listSalesOfHolder(db, member.rut)).map(({ code, project, isOpen }) => ({
      code,
      project,
      is_open: isOpen,
    })),
    procedures: procedures.map(({ id, title, description, documents, dataSubjectRight }) => ({
      id,
      title,
      description,
      documents,
      needs_open_sale: dataSubjectRight === null,
    })),
  }
}

function present({ id, name, rut }: FoundMember): FilingMember {
  return { id, name, social_security: rut ?? '' }
}

type Filing = BodyOf<'POST /api/filings/'> & { idempotencyKey: string | undefined }

/**
 * Begins a request for a member, by the same rules as a member. Only the caller sees it until it is sent.
 * @returns its id; the same for the same Idempotency-Key
 * @throws {Malformed} when the key belongs to another request
 * @throws {Refused} for an unknown member and for oneself · what `findDraftTarget` throws
 */
export async function createFiling(
  { db, limits }: { db: Database; limits: RateLimits },
  caller: SignedInCaller,
  { member_id: memberId, idempotencyKey: key, ...body }: Filing,
): Promise<number> {
  // On the caller's count: what staff file uses up none of the member's, nor the other way round.
  await limits.newRequests.consume(String(caller.id))
  return callerTransaction(db, caller, async (tx, caller) => {
    // So that concurrent calls with one key create one request.
    await lockDraftsOf(tx, caller.id)
    const same = await lockRepeated(tx, caller.id, key, body)
    if (same) return same.id
    const member = await findMember(tx, memberId)
    if (!member?.rut) throw new Refused(requestMessages.unknownMember)
    requireHandling(caller, { userId: member.id })
    const target = await findDraftTarget(tx, { id: member.id, rut: member.rut }, body)
    const comment = requireComment(target.procedure.documents.length, body.comment)
    const content = { comment, isAutosaved: false, filedBy: caller.id }
    const requestId = await insertDraft(tx, target, content)
    if (requestId === null) throw new Refused(requestMessages.unknownMember)
    if (key !== undefined) await saveKey(tx, { userId: caller.id, key, requestId })
    return requestId
  })
}

/**
 * Sends a request that the caller filed; its member gets an email. Sending it again returns the first
 * answer and changes nothing.
 * @throws {NotFound} · {Refused} when something is missing
 */
export async function sendFiling(
  services: RequestServices,
  caller: SignedInCaller,
  requestId: number,
): Promise<AnswerOf<'POST /api/filings/:id/send/'>> {
  return callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockRequest(tx, requestId)
    if (!request || request.filedBy !== caller.id) throw new NotFound()
    const member = await findMember(tx, request.userId)
    if (!member?.rut) throw new NotFound()
    const holderRut = member.rut
    const sentAt = request.sentAt ?? (await sendDraft(tx, services, caller, { request, holderRut }))
    return { id: requestId, sent_at: sentAt.toISOString() }
  })
}
