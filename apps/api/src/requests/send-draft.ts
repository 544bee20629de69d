import { buffer } from 'node:stream/consumers'
import type { sentSchema } from '@carpeta/contract/requests'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import {
  documentMessages,
  hiddenLayersMessage,
  joinRefusal,
  missingDocumentsMessage,
  undrawnFormMessage,
} from '@carpeta/domain/requests/document-rules'
import {
  MAX_SENT_A_DAY,
  replyError,
  requestActions,
  tooManySent,
} from '@carpeta/domain/requests/request-states'
import type { z } from 'zod'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Transaction } from '../db/client.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import { admit, openRefusals, storeDocument } from '../documents/guard-file.ts'
import { cleanName, fileInMemory, refuseBeyondQuota } from '../documents/receive-file.ts'
import { queueRemoval, removeUnattached } from '../documents/remove-documents.ts'
import { scanFile } from '../documents/scan-file.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused, Throttled } from '../http/errors.ts'
import { fileProblemOf, placeOfProblem } from '../pdf/file-problem.ts'
import type { JoinableFile } from '../pdf/join-files.ts'
import type { Draw, PdfPool } from '../pdf/pdf-pool.ts'
import { findMember } from '../people/people-store.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { attach, markReplaced } from './attachments-store.ts'
import {
  changeRequest,
  isAuthor,
  lockForWriter,
  lockOwn,
  type RequestServices,
  recordFile,
  requireAllowedAction,
  requireHandling,
} from './change-request.ts'
import { requestDueAt } from './deadlines.ts'
import {
  changedElsewhere,
  findDraftTarget,
  type OpenDraft,
  openDraft,
  requireComment,
  type Slot,
} from './drafts.ts'
import {
  areUnsent,
  blankDraft,
  countSentToday,
  lockDraftsOf,
  type SlotFile,
} from './drafts-store.ts'
import { listHistory } from './requests-store.ts'

type SendServices = RequestServices & DocumentServices & { limits: RateLimits; pdfs: PdfPool }

interface Sending {
  requestId: number
  /** The version that the caller sends; a client that knows none sends what is there. */
  version: number | undefined
  signal: AbortSignal
}

type Sent = z.infer<typeof sentSchema>

/** The oldest of a day's requests may be hours from leaving the count. */
const RETRY_AFTER_SECONDS = 3600

/**
 * Sends the draft of a request or a filing to the cooperative. Sending it again returns the first answer and
 * changes nothing.
 * @throws {NotFound} · {Refused} when something is missing, or when files cannot be joined
 */
export async function sendRequest(
  services: SendServices,
  caller: SignedInCaller,
  { requestId, version, signal }: Sending,
): Promise<Sent> {
  return withDocuments(services, caller, signal, async (tx, caller, joined) => {
    await lockDraftsOf(tx, caller.id)
    const request = await lockOwn(tx, caller, requestId, isAuthor)
    // Staff file nothing about a purchase of their own.
    if (request.filedBy !== null) await requireHandling(tx, caller, request)
    if (request.sentAt) return presentSent(requestId, request.sentAt)
    if ((await countSentToday(tx, caller.id)) >= MAX_SENT_A_DAY) {
      throw new Throttled(RETRY_AFTER_SECONDS, tooManySent)
    }
    requireAllowedAction('send', request)
    const draft = await openDraft(tx, request)
    requireVersion(draft, version)
    const comment = await requireComplete(tx, draft)
    await placeDocuments(tx, caller, draft, joined)
    const sentAt = request.now
    const dueAt = await requestDueAt(tx, sentAt, request)
    await changeRequest(tx, services, request, caller, {
      change: { state: requestActions.send.to, comment, sentAt, dueAt },
      kind: request.filedBy === null ? 'sent' : 'filed',
      text: '',
    })
    return presentSent(requestId, sentAt)
  })
}

function presentSent(id: number, sentAt: Date): Sent {
  return { id, sent_at: sentAt.toISOString() }
}

function requireVersion({ text }: OpenDraft, version: number | undefined): void {
  if (version !== undefined && text.version !== version) throw changedElsewhere()
}

/**
 * A draft may be old, so the procedure and the sale are checked again.
 * @returns the comment
 */
async function requireComplete(
  tx: Transaction,
  { request, text, slots, surplus }: OpenDraft,
): Promise<string> {
  const { userId, filedBy, procedureId: procedure_id, saleCode: sale_code } = request
  const holder = await findMember(tx, userId)
  if (!holder?.rut) throw new NotFound()
  const author = { holder: { id: userId, rut: holder.rut }, filedBy }
  await findDraftTarget(tx, author, { procedure_id, sale_code })
  const needed = slots.filter(({ isOptional }) => !isOptional)
  const comment = requireComment(needed.length, text.comment)
  const missing = needed.filter(({ files }) => files.length === 0).length
  if (missing > 0) throw new Refused([missingDocumentsMessage(missing)])
  requireNoSurplus(surplus)
  return comment
}

/** A file does not disappear unseen. */
function requireNoSurplus(surplus: SlotFile[]): void {
  if (surplus.length > 0) throw new Refused([documentMessages.surplus])
}

/**
 * The member replies to a question of staff, which starts a new deadline. A version that was sent before
 * changes nothing.
 * @param comment replaces the draft's text
 * @throws {NotFound} · {Refused} when something is missing, or when files cannot be joined
 */
export async function replyToRequest(
  services: SendServices,
  caller: SignedInCaller,
  { requestId, version, comment, signal }: Sending & { comment: string | undefined },
): Promise<void> {
  await withDocuments(services, caller, signal, async (tx, caller, joined) => {
    const request = await lockForWriter(tx, caller, requestId)
    const draft = await openDraft(tx, request)
    if (await isReplied(tx, draft, version)) return
    requireAllowedAction('reply', request)
    requireVersion(draft, version)
    const text = (comment ?? draft.text.comment).trim()
    const attached = draft.slots.filter(({ files }) => files.length > 0)
    const rejected = draft.slots.filter((slot) => !slot.isOptional && !attached.includes(slot))
    const documents = { rejected: rejected.length, attached: attached.length }
    const error = replyError(documents, text)
    if (error) throw new Refused(error)
    requireNoSurplus(draft.surplus)
    await placeDocuments(tx, caller, draft, joined)
    let current = request
    for (const { title, replaces } of attached) {
      if (replaces === null) continue
      const event = { change: {}, kind: 'document_replaced', text: title } as const
      await changeRequest(tx, services, current, caller, event)
      current = { ...current, version: current.version + 1 }
    }
    const dueAt = await requestDueAt(tx, request.now, request)
    await changeRequest(tx, services, current, caller, {
      change: { state: requestActions.reply.to, dueAt },
      kind: 'replied',
      text,
    })
  })
}

/** Sending a draft makes its next version, which no other call of that version can have made. */
async function isReplied(
  tx: Transaction,
  { request, text }: OpenDraft,
  version: number | undefined,
): Promise<boolean> {
  if (version === undefined || text.version !== version + 1 || request.state === 'missing') {
    return false
  }
  const { events } = await listHistory(tx, request.id)
  return events.findLast(({ kind }) => kind === 'asked' || kind === 'replied')?.kind === 'replied'
}

/** The ids of joined documents, by the ids of their files in order. */
type JoinedDocuments = Map<string, number>

/** The files of a slot are not joined yet: thrown inside `withDocuments`, which rolls back and joins them. */
class NotJoined extends Error {
  readonly slots: Slot[]

  constructor(slots: Slot[]) {
    super('not joined')
    this.slots = slots
  }
}

/**
 * Runs `send` in a transaction. Documents of several files are joined before, while no connection is held;
 * those of a draft that changed meanwhile are joined again, and a job removes what nobody used.
 */
async function withDocuments<Result>(
  services: SendServices,
  caller: SignedInCaller,
  signal: AbortSignal,
  send: (tx: Transaction, caller: SignedInCaller, joined: JoinedDocuments) => Promise<Result>,
): Promise<Result> {
  const joined: JoinedDocuments = new Map()
  try {
    for (;;) {
      try {
        return await callerTransaction(services.db, caller, (tx, caller) =>
          send(tx, caller, joined),
        )
      } catch (error) {
        if (!(error instanceof NotJoined)) throw error
        for (const slot of error.slots) {
          const id = await joinFiles(services, caller, slot, signal)
          if (id !== null) joined.set(keyOf(slot), id)
        }
      }
    }
  } finally {
    // Those that were sent stay. If this fails, the hourly job removes the others.
    for (const id of joined.values()) await removeUnattached(services, id).catch(() => {})
  }
}

function keyOf({ files }: Slot): string {
  return files.map(({ id }) => id).join(' ')
}

/** Makes one document of the files of each slot, and empties the draft. */
async function placeDocuments(
  tx: Transaction,
  caller: SignedInCaller,
  { request, slots }: OpenDraft,
  joined: JoinedDocuments,
): Promise<void> {
  const isToJoin = (slot: Slot) => slot.files.length > 1 && !joined.has(keyOf(slot))
  const toJoin = slots.filter(isToJoin)
  if (toJoin.length > 0) throw new NotJoined(toJoin)
  await blankDraft(tx, request.id)
  for (const slot of slots) {
    const { position, replaces, files } = slot
    const documentId = files.length > 1 ? joined.get(keyOf(slot)) : files[0]?.id
    if (documentId === undefined) continue
    // Staff have seen the rejected document, so it stays for the record.
    if (replaces !== null) await markReplaced(tx, replaces)
    await attach(tx, { requestId: request.id, documentId, position })
    if (files.length === 1) continue
    const parts = files.map(({ id }) => id)
    await queueRemoval(tx, parts)
    await recordFile(tx, caller, request, documentId, 'joined')
  }
}

/** Stores one PDF of the files in order, which belongs to nothing yet. @returns its id; null once they are sent */
async function joinFiles(
  services: SendServices,
  caller: SignedInCaller,
  { title, files }: Slot,
  signal: AbortSignal,
): Promise<number | null> {
  const { db, storage, limits, pdfs, config } = services
  await limits.joins.consume(String(caller.id))
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  await refuseBeyondQuota(services, caller, bytes)
  return pdfs.takeTurn({ owner: String(caller.id), signal }, async (draw) => {
    // An earlier call of the caller may have sent them meanwhile.
    if (!(await areUnsent(db, files))) return null
    const joinable: JoinableFile[] = []
    for (const { type, storageKey } of files) {
      joinable.push({ type, bytes: await buffer(await storage.read(storageKey)) })
    }
    const content = Buffer.from(await drawJoined(draw, joinable, { title, files }))
    const name = cleanName(`${title.replace(/[/\\]/g, '-')}.pdf`)
    await using file = fileInMemory(name, content)
    await scanFile(config.scanner, file)
    const document = { ...admit(file, 'application/pdf'), uploadedBy: caller.id }
    return storeDocument(services, caller, document, async (_tx, id) => id)
  })
}

const JOIN_MODULE = new URL('../pdf/join-files.ts', import.meta.url)

/** PDFs that lose something when they are joined. */
const keptAlone: Record<string, (name: string) => Refusal> = {
  hidden_layers: hiddenLayersMessage,
  undrawn_form: undrawnFormMessage,
}

/** @throws {Refused} naming the document · what `Draw` throws */
async function drawJoined(
  draw: Draw,
  joinable: JoinableFile[],
  { title, files }: Pick<Slot, 'title' | 'files'>,
): Promise<Uint8Array> {
  try {
    return await draw<Uint8Array>(JOIN_MODULE, joinable)
  } catch (error) {
    const problem = fileProblemOf(error)
    const { name = '' } = files[placeOfProblem(error) ?? 0] ?? {}
    const refusal = keptAlone[problem ?? '']?.(name) ?? openRefusals[problem ?? 'no_page']
    throw refusal === undefined ? error : new Refused([joinRefusal(title, refusal)])
  }
}
