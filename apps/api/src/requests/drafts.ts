import type { BodyOf } from '@carpeta/contract/endpoints'
import type {
  UnsentRequest,
  Draft as WireDraft,
  DraftFile as WireFile,
} from '@carpeta/contract/requests'
import {
  commentError,
  documentTitle,
  OPTIONAL_FILES,
} from '@carpeta/domain/requests/document-rules'
import { MAX_UNSENT_REQUESTS, requestMessages } from '@carpeta/domain/requests/request-states'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database, Transaction } from '../db/client.ts'
import { queueRemoval } from '../documents/remove-documents.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { Malformed, NotFound, NotSignedIn, Refused } from '../http/errors.ts'
import { findProcedure } from '../procedures/procedures-store.ts'
import { requireOthersSale } from '../sales/sale-accesses.ts'
import { findOwnSale } from '../sales/sales-store.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { lockForWriter, lockOwn, recordFile } from './change-request.ts'
import {
  blankDraft,
  changeDraft,
  countUnsent,
  type DraftTarget,
  type DraftText,
  deleteDraft,
  deleteOldestBlank,
  insertDraft,
  listSlotFiles,
  listUnsent,
  lockByKey,
  lockDraftsOf,
  lockNewestDraft,
  lockPlainDraft,
  readText,
  renewDraft,
  type SlotFile,
  saveKey,
} from './drafts-store.ts'
import { type LockedRequest, listDocuments, lockRequest } from './requests-store.ts'

/** Whose sale a request is for, and the staff user who files it. */
export interface Author {
  holder: { id: number; rut: string }
  filedBy: number | null
}

/** A member who writes for themselves. */
export function authorOf({ user }: SignedInCaller): Author {
  return { holder: { id: user.id, rut: user.profile.social_security }, filedBy: null }
}

type Beginning = BodyOf<'POST /api/request/create/'> & { idempotencyKey?: string | undefined }
type SavedDraft = WireDraft & { id: number }

/**
 * Begins a draft. With a `version` it continues the one that its writer has of this sale and procedure, which
 * another tab or a call whose answer was lost began. A client that knows no versions continues its own while
 * it has no files. The same Idempotency-Key is the same request for 24 hours, sent or not.
 * @throws {Refused} 409 for the text of another tab · what `findDraftTarget` throws
 * @throws {Malformed} when the key belongs to another sale or procedure
 */
export async function beginDraft(
  { db, limits }: { db: Database; limits: RateLimits },
  caller: SignedInCaller,
  findAuthor: (caller: SignedInCaller) => Author,
  { idempotencyKey: key, version, written_in: writtenIn, ...form }: Beginning,
): Promise<SavedDraft> {
  await limits.newRequests.consume(String(caller.id))
  return callerTransaction(db, caller, async (tx, caller) => {
    await lockDraftsOf(tx, caller.id)
    const author = findAuthor(caller)
    const same = key === undefined ? null : await lockRepeated(tx, { userId: caller.id, key }, form)
    // A request that is sent already is returned even if the procedure is no longer offered.
    if (same && same.state !== 'draft') return presentLocked(tx, same.id)
    const target = await findDraftTarget(tx, author, form)
    if (author.filedBy !== null) await requireOthersSale(tx, caller, target.saleId)
    const comment = requireComment(target.procedure.documents.length, form.comment)
    const existing = same ?? (await lockContinued(tx, target, { version, key }))
    if (!existing) await makeRoom(tx, caller.id)
    const id = existing?.id ?? (await insertDraft(tx, target))
    if (id === null)
      throw target.filedBy === null ? new NotSignedIn() : new Refused(requestMessages.unknownMember)
    if (existing) await renewDraft(tx, id, target.procedure)
    if (key !== undefined && !same) await saveKey(tx, { userId: caller.id, key, requestId: id })
    if (version === undefined) {
      await changeDraft(tx, id, { text: { comment, writtenIn: '' } })
    } else if (comment !== '') {
      // Otherwise files come before the first word.
      await replaceText(tx, id, { version, writtenIn, comment: form.comment })
    }
    return presentLocked(tx, id)
  })
}

/** A blank draft, which its writer cannot find to discard it, gives way. @throws {Refused} 409 */
async function makeRoom(tx: Transaction, userId: number): Promise<void> {
  if ((await countUnsent(tx, userId)) < MAX_UNSENT_REQUESTS) return
  if ((await deleteOldestBlank(tx, userId)) > 0) return
  throw new Refused(requestMessages.tooManyUnsent, 409)
}

/** A new key is a new request. */
function lockContinued(
  tx: Transaction,
  target: DraftTarget,
  { version, key }: { version: number | undefined; key: string | undefined },
): Promise<{ id: number } | null> {
  if (version !== undefined) return lockNewestDraft(tx, target)
  return key === undefined ? lockPlainDraft(tx, target) : Promise.resolve(null)
}

/** @throws {Malformed} when the key began another request */
async function lockRepeated(
  tx: Transaction,
  { userId, key }: { userId: number; key: string },
  form: { procedure_id: number; sale_code: string },
): ReturnType<typeof lockByKey> {
  const same = await lockByKey(tx, userId, key)
  if (!same) return null
  const isSame = same.saleCode === form.sale_code && same.procedureId === form.procedure_id
  if (!isSame) throw new Malformed()
  return same
}

/** The trimmed comment. @throws {Refused} when it is blank and no document is required */
export function requireComment(documentAmount: number, comment: string): string {
  const missing = commentError({ documentAmount }, comment)
  if (missing) throw new Refused(missing)
  return comment.trim()
}

interface TargetForm {
  procedure_id: number
  sale_code: string
  about?: string | undefined
}

/**
 * The procedure and the member's sale that a draft is for. A data-subject request is possible before a
 * sale is approved and after it is completed.
 * @throws {Refused} for a procedure that is not offered
 * @throws {NotFound} for a sale that is not the member's or not open
 */
export async function findDraftTarget(
  db: Database | Transaction,
  { holder, filedBy }: Author,
  { procedure_id, sale_code, about }: TargetForm,
): Promise<DraftTarget> {
  const procedure = await findProcedure(db, procedure_id, 'offered')
  if (!procedure) throw new Refused(requestMessages.unknownProcedure)
  const sale = { code: sale_code, holderRut: holder.rut }
  const saleId = await findOwnSale(db, sale, { mustBeOpen: procedure.dataSubjectRight === null })
  if (saleId === null) throw new NotFound()
  return {
    ...{ userId: holder.id, saleId, procedure, filedBy },
    about: procedure.isQuestion ? (about ?? null) : null,
  }
}

/** The member's unsent requests. */
export async function listUnsentRequests(
  { db }: { db: Database },
  caller: SignedInCaller,
): Promise<UnsentRequest[]> {
  const drafts = await listUnsent(db, caller.user.id)
  return drafts.map(({ id, procedureId, procedureTitle: title, ...draft }) => ({
    id,
    procedure: { id: procedureId, title },
    sale_code: draft.saleCode,
    version: draft.version,
    about: draft.about,
    missing_documents: draft.missing,
    saved_at: draft.savedAt.toISOString(),
    is_offered: draft.isOffered,
  }))
}

/** The draft that a form continues, or an empty one. @throws what `findDraftTarget` throws */
export async function readFormDraft(
  { db }: { db: Database },
  caller: SignedInCaller,
  author: Author,
  form: TargetForm,
): Promise<WireDraft> {
  return callerTransaction(db, caller, async (tx) => {
    const target = await findDraftTarget(tx, author, form)
    const draft = await lockNewestDraft(tx, target)
    if (!draft) return presentEmpty(target.procedure.documents)
    await renewDraft(tx, draft.id, target.procedure)
    return presentLocked(tx, draft.id)
  })
}

/** A draft of the caller, by the procedure's present documents. @throws {NotFound} · {Refused} 409 once it is sent */
export async function readDraft(
  { db }: { db: Database },
  caller: SignedInCaller,
  requestId: number,
): Promise<SavedDraft> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const request = await lockUnsent(tx, caller, requestId, lockOwn)
    const procedure = await findProcedure(tx, request.procedureId, 'offered')
    if (request.state === 'draft' && procedure) await renewDraft(tx, requestId, procedure)
    return presentLocked(tx, requestId)
  })
}

/** @throws {NotFound} · {Refused} 409 for the text of another tab, or once it is sent */
export async function saveDraft(
  { db }: { db: Database },
  caller: SignedInCaller,
  { requestId, ...writing }: { requestId: number } & Writing,
): Promise<SavedDraft> {
  return callerTransaction(db, caller, async (tx, caller) => {
    await lockUnsent(tx, caller, requestId)
    await replaceText(tx, requestId, writing)
    return presentLocked(tx, requestId)
  })
}

interface Writing {
  /** The version that its tab has read. */
  version: number
  writtenIn: string
  comment: string
}

/** A tab never conflicts with itself: its answer may have been lost. @throws {Refused} 409 */
async function replaceText(
  tx: Transaction,
  requestId: number,
  { version, writtenIn, comment }: Writing,
): Promise<void> {
  const stored = await readText(tx, requestId)
  const isOfAnother = stored.textVersion > version && stored.writtenIn !== writtenIn
  if (isOfAnother && stored.comment !== '') throw changedElsewhere()
  await changeDraft(tx, requestId, { text: { comment, writtenIn } })
}

export function changedElsewhere(): Refused {
  return new Refused(requestMessages.draftChanged, 409)
}

/** Deletes the draft of a request, or empties that of a reply. @throws {NotFound} · {Refused} 409 */
export async function discardDraft(
  { db }: { db: Database },
  caller: SignedInCaller,
  { requestId, version }: { requestId: number; version?: number | undefined },
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    const request = await lockUnsent(tx, caller, requestId, lockOwn)
    if (version !== undefined && (await readText(tx, requestId)).version !== version) {
      throw changedElsewhere()
    }
    const files = (await listSlotFiles(tx, requestId)).map(({ id }) => id)
    if (request.state === 'draft') await deleteDraft(tx, requestId)
    else await blankDraft(tx, requestId)
    await queueRemoval(tx, files)
    for (const id of files) await recordFile(tx, caller, request, id, 'removed')
  })
}

/** A draft whose request is locked, with its files. */
export interface OpenDraft {
  request: LockedRequest
  text: DraftText
  slots: Slot[]
  /** Files of no slot. */
  surplus: SlotFile[]
}

/** A document that is to be attached. */
export interface Slot {
  /** Index of the required document; behind those, optional files. */
  position: number
  isOptional: boolean
  title: string
  /** The rejected document that a reply replaces, and why it was rejected. */
  replaces: number | null
  reason: string
  files: SlotFile[]
}

export async function openDraft(tx: Transaction, request: LockedRequest): Promise<OpenDraft> {
  const files = await listSlotFiles(tx, request.id)
  const slots = (await listSlots(tx, request)).map((slot) => ({
    ...slot,
    files: files.filter(({ position }) => position === slot.position),
  }))
  const surplus = files.filter((file) => !slots.some(({ position }) => position === file.position))
  return { request, text: await readText(tx, request.id), slots, surplus }
}

/** For a request what its procedure takes; for a reply the rejected documents, and optional files. */
async function listSlots(
  tx: Transaction,
  { id, state, requiredDocuments }: LockedRequest,
): Promise<EmptySlot[]> {
  if (state === 'draft') {
    return slotsOf(requiredDocuments)
  }
  if (state !== 'missing') return []
  const documents = await listDocuments(tx, id)
  const rejected = documents.flatMap((document) => {
    const { position, review, reason, replacedAt } = document
    if (position === null || review !== 'rejected' || replacedAt !== null) return []
    const title = documentTitle(requiredDocuments, position)
    return { position, isOptional: false, title, replaces: document.id, reason }
  })
  // Rejected ones take more files.
  if (rejected.some(({ position }) => position >= requiredDocuments.length)) return rejected
  const used = documents.map(({ position }) => position ?? -1)
  return [
    ...rejected,
    optionalSlot(Math.max(requiredDocuments.length, ...used.map((at) => at + 1))),
  ]
}

type EmptySlot = Omit<Slot, 'files'>

/** The required documents of a procedure, or optional files where it has none. */
function slotsOf(titles: string[]): EmptySlot[] {
  if (titles.length === 0) return [optionalSlot(0)]
  const fresh = { isOptional: false, replaces: null, reason: '' }
  return titles.map((title, position) => ({ ...fresh, position, title }))
}

function optionalSlot(position: number): EmptySlot {
  return { position, isOptional: true, title: OPTIONAL_FILES, replaces: null, reason: '' }
}

/** Locks a request, or a reply to a question of staff, that the caller writes and has not sent. @throws {NotFound} · {Refused} 409 */
export async function lockUnsent(
  tx: Transaction,
  caller: SignedInCaller,
  requestId: number,
  lock = lockForWriter,
): Promise<LockedRequest> {
  const request = await lock(tx, caller, requestId)
  const isUnsent = request.state === 'draft' || request.state === 'missing'
  if (!isUnsent) throw new Refused(requestMessages.alreadySent, 409)
  return request
}

export async function presentLocked(tx: Transaction, requestId: number): Promise<SavedDraft> {
  const request = await lockRequest(tx, requestId)
  if (!request) throw new NotFound()
  const { text, slots, surplus } = await openDraft(tx, request)
  return {
    id: requestId,
    version: text.version,
    comment: text.comment,
    slots: slots.map((slot) => presentSlot(slot, slot.files)),
    surplus: surplus.map(presentFile),
  }
}

function presentEmpty(titles: string[]): WireDraft {
  const slots = slotsOf(titles).map((slot) => presentSlot(slot, []))
  return { id: null, version: 0, comment: '', slots, surplus: [] }
}

function presentSlot({ position, isOptional, title, reason }: EmptySlot, files: SlotFile[]) {
  return { position, is_optional: isOptional, title, reason, files: files.map(presentFile) }
}

export function presentFile({ id, name, size, type }: WireFile): WireFile {
  return { id, name, size, type }
}
