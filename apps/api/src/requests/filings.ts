import type { AnswerOf, BodyOf } from '@carpeta/contract/endpoints'
import type { Draft } from '@carpeta/contract/requests'
import type { FilingMember, FilingOptions } from '@carpeta/contract/staff-requests'
import { MIN_SEARCH } from '@carpeta/domain/access/staff-views'
import { mayHandleRequest, requestMessages } from '@carpeta/domain/requests/request-states'
import { recordAuditedRead, recordListRead } from '../audit/record-audit-event.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { readFilterRut, readFilterText } from '../http/paging.ts'
import { type FoundMember, findMember, findMembers } from '../people/people-store.ts'
import { listOffered } from '../procedures/procedures-store.ts'
import { listSalesOfHolder } from '../sales/sales-store.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { requireOthersRequest } from './change-request.ts'
import { type Author, beginDraft, readFormDraft } from './drafts.ts'

const MAX_RESULTS = 8

/** People with a rut whose name or rut has this part, or with this email, without the caller. */
export async function findFilingMembers(
  { db }: { db: Database },
  caller: SignedInCaller,
  typed: string,
): Promise<FilingMember[]> {
  const text = readFilterText(typed) ?? ''
  if (text.length < MIN_SEARCH) return []
  const rut = readFilterRut(text)
  const found = await findMembers(db, { text, rut, limit: MAX_RESULTS, showsEmail: false })
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
  requireOthersRequest(caller, member.id)
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

type FilingQuery = { member_id: number; procedure_id: number; sale_code: string }

/**
 * Begins a request for a member, by the same rules as a member. Only the caller sees it until it is sent.
 * @throws {Refused} for an unknown member and for oneself · what `beginDraft` throws
 */
export async function createFiling(
  services: { db: Database; limits: RateLimits },
  caller: SignedInCaller,
  { member_id: memberId, ...filing }: BodyOf<'POST /api/filings/'>,
): Promise<AnswerOf<'POST /api/filings/'>> {
  const author = await authorFor(services.db, caller, memberId)
  // On the caller's count: what staff file uses up none of the member's, nor the other way round.
  return beginDraft(services, caller, () => author, filing)
}

/** What the caller began to file, or an empty draft. @throws what `createFiling` throws */
export async function readFiling(
  { db }: { db: Database },
  caller: SignedInCaller,
  { member_id: memberId, ...form }: FilingQuery,
): Promise<Draft> {
  return readFormDraft({ db }, caller, await authorFor(db, caller, memberId), form)
}

/** Recorded before the form is judged: a refusal tells something about the member's sales too. */
async function authorFor(db: Database, caller: SignedInCaller, memberId: number): Promise<Author> {
  const member = await findMember(db, memberId)
  if (!member?.rut) throw new Refused(requestMessages.unknownMember)
  requireOthersRequest(caller, member.id)
  await recordAuditedRead(db, caller, { type: 'user', id: member.id }, member.id)
  return { holder: { id: member.id, rut: member.rut }, filedBy: caller.id }
}
