import type { User } from '@carpeta/contract/auth'
import type { BodyOf } from '@carpeta/contract/endpoints'
import type { draftSchema, requestForm } from '@carpeta/contract/requests'
import { commentError } from '@carpeta/domain/requests/document-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import type { z } from 'zod'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { Malformed, NotFound, NotSignedIn, Refused } from '../http/errors.ts'
import { findProcedure } from '../procedures/procedures-store.ts'
import { findOwnSale } from '../sales/sales-store.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { listSlotFiles } from './attachments-store.ts'
import {
  type DraftTarget,
  deleteDuplicateDraft,
  findDraft,
  insertDraft,
  lockAutosaved,
  lockByKey,
  lockDraft,
  lockDraftsOf,
  lockSameContent,
  lockUnsent,
  rewriteDraft,
  saveKey,
} from './drafts-store.ts'
import { presentMemberDocuments } from './read-request.ts'
import { listDocuments } from './requests-store.ts'
import { presentSlotFile } from './slot-files.ts'

/**
 * Creates a draft, which then gets its documents and is sent. A repeated call within 24 hours
 * returns the same draft, found by its Idempotency-Key or else by its content
 * (docs/decisions/requests.md).
 * @returns its id
 * @throws {Malformed} when the key belongs to another sale or procedure
 * @throws {Refused} · {NotFound} as `findDraftTarget`
 */
export async function createRequest(
  { db, limits }: { db: Database; limits: RateLimits },
  caller: SignedInCaller,
  { idempotencyKey, ...body }: z.infer<typeof requestForm> & { idempotencyKey: string | undefined },
): Promise<number> {
  await limits.newRequests.consume(String(caller.user.id))
  return callerTransaction(db, caller, async (tx, { user: member }) => {
    await lockDraftsOf(tx, member.id)
    const same = await lockRepeated(tx, member.id, idempotencyKey, body)
    // A retry returns a request that is sent already, even if the procedure is no longer offered.
    if (same && !same.isDraft) {
      await deleteDuplicateDraft(tx, { userId: member.id, ...same })
      return same.id
    }
    const target = await findDraftTarget(tx, holderOf(member), body)
    const comment = requireComment(target.procedure.documents.length, body.comment)
    // A retry may change the comment of a draft.
    if (same) return upsertDraft(tx, same.id, target, comment)
    return idempotencyKey === undefined
      ? createByContent(tx, target, comment)
      : createByKey(tx, target, comment, idempotencyKey)
  })
}

/** The request that this key created before. @throws {Malformed} when it is for another sale or procedure */
export async function lockRepeated(
  tx: Transaction,
  userId: number,
  key: string | undefined,
  form: { procedure_id: number; sale_code: string },
): ReturnType<typeof lockByKey> {
  const same = key === undefined ? null : await lockByKey(tx, userId, key)
  if (same && (same.saleCode !== form.sale_code || same.procedureId !== form.procedure_id)) {
    throw new Malformed()
  }
  return same
}

/** The trimmed comment. @throws {Refused} when it is blank and no document is required */
export function requireComment(documentAmount: number, comment: string): string {
  const missing = commentError({ documentAmount }, comment)
  if (missing) throw new Refused(missing)
  return comment.trim()
}

/** Another tab, or the form reopened after a failed attempt, continues the existing draft. */
async function createByKey(
  tx: Transaction,
  target: DraftTarget,
  comment: string,
  key: string,
): Promise<number> {
  const autosaved = await lockAutosaved(tx, target)
  const unsent = autosaved?.id ?? (await lockUnsent(tx, target, comment))
  const requestId = await upsertDraft(tx, unsent, target, comment)
  await saveKey(tx, { userId: target.userId, key, requestId })
  return requestId
}

/**
 * A client without a key uploads every document each time, so a draft that has documents is not
 * continued.
 */
async function createByContent(
  tx: Transaction,
  target: DraftTarget,
  comment: string,
): Promise<number> {
  const same = await lockSameContent(tx, target, comment)
  const unsent = same ?? (await lockAutosaved(tx, target))?.id ?? null
  return upsertDraft(tx, unsent, target, comment)
}

async function upsertDraft(
  tx: Transaction,
  draft: number | null,
  target: DraftTarget,
  comment: string,
): Promise<number> {
  const content = { comment, isAutosaved: false }
  if (draft !== null) {
    await rewriteDraft(tx, draft, target, content)
    return draft
  }
  const inserted = await insertDraft(tx, target, content)
  if (inserted === null) throw new NotSignedIn()
  return inserted
}

type Draft = z.infer<typeof draftSchema>

/** The member's draft for this sale and procedure, with its documents. */
export async function readDraft(
  { db }: { db: Database },
  { user: member }: SignedInCaller,
  query: Omit<z.infer<typeof requestForm>, 'comment'>,
): Promise<Draft> {
  return presentDraft(db, await findDraftTarget(db, holderOf(member), query))
}

/**
 * Saves what the member is typing. A blank comment creates a draft only for files.
 * @throws {Refused} when the draft has another text than the caller has read
 */
export async function saveDraft(
  { db }: { db: Database },
  caller: SignedInCaller,
  body: BodyOf<'PUT /api/request/draft/'>,
): Promise<Draft> {
  const target = await findDraftTarget(db, holderOf(caller.user), body)
  return callerTransaction(db, caller, async (tx, { user: member }) => {
    await lockDraftsOf(tx, member.id)
    const draft = await lockDraft(tx, target)
    const isBlank = body.comment.trim() === ''
    if (draft !== null) {
      const comment = isBlank && body.has_files ? draft.comment : body.comment
      refuseOutdated(draft.comment, comment, body.as_read)
      await rewriteDraft(tx, draft.id, target, { comment, isAutosaved: true })
    } else if (!isBlank || body.has_files) {
      await insertDraft(tx, target, { comment: body.comment, isAutosaved: true })
    }
    return presentDraft(tx, target)
  })
}

/** A request that was created has its text trimmed. */
function refuseOutdated(stored: string, comment: string, asRead: string | undefined): void {
  const harmless = ['', comment.trim(), asRead?.trim()]
  if (asRead !== undefined && !harmless.includes(stored.trim())) {
    throw new Refused(requestMessages.draftChanged, 409)
  }
}

/** Leaves out documents whose position requires another one by now: the next save detaches them. */
async function presentDraft(db: Database | Transaction, target: DraftTarget): Promise<Draft> {
  const draft = await findDraft(db, target)
  if (!draft) return { id: null, comment: '', documents: [], slot_files: [] }
  const { id, comment } = draft
  const requiredDocuments = target.procedure.documents
  const isStillRequired = ({ position }: { position: number | null }) =>
    position !== null && draft.requiredDocuments[position] === requiredDocuments[position]
  const documents = (await listDocuments(db, id)).filter(isStillRequired)
  const slotFiles = (await listSlotFiles(db, id)).filter(isStillRequired)
  return {
    id,
    comment,
    documents: presentMemberDocuments({ documents, requiredDocuments }),
    slot_files: slotFiles.map(presentSlotFile),
  }
}

interface Holder {
  id: number
  rut: string
}

function holderOf({ id, profile }: User): Holder {
  return { id, rut: profile.social_security }
}

/**
 * The procedure and the member's sale that a draft is for. A data-subject request is possible before a
 * sale is approved and after it is completed.
 * @throws {Refused} for a procedure that is not offered
 * @throws {NotFound} for a sale that is not the member's or not open
 */
export async function findDraftTarget(
  db: Database | Transaction,
  holder: Holder,
  { procedure_id, sale_code }: { procedure_id: number; sale_code: string },
): Promise<DraftTarget> {
  const procedure = await findProcedure(db, procedure_id, 'offered')
  if (!procedure) throw new Refused(requestMessages.unknownProcedure)
  const sale = { code: sale_code, holderRut: holder.rut }
  const saleId = await findOwnSale(db, sale, { mustBeOpen: procedure.dataSubjectRight === null })
  if (saleId === null) throw new NotFound()
  return { userId: holder.id, saleId, procedureId: procedure.id, procedure }
}
