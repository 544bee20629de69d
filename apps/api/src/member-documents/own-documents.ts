import type { Readable } from 'node:stream'
import type { WireMemberDocument } from '@carpeta/contract/member-documents'
import { recordAuditedRead } from '../audit/record-audit-event.ts'
import type { Database } from '../db/client.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import { readId } from '../http/access.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import {
  openDocument,
  openPage,
  type PageServices,
  readRecorded,
  type ShownPage,
  showPage,
} from '../requests/open-document.ts'
import {
  findReadableFile,
  isReadableAnswerFile,
  listReadable,
  markRead,
  type PublishedFile,
} from './member-documents-store.ts'

/** The documents of the sales that the member reads now. */
export async function listOwnDocuments(
  db: Database,
  caller: SignedInCaller,
): Promise<WireMemberDocument[]> {
  const documents = await listReadable(db, readerOf(caller))
  if (documents.length > 0) {
    const { id } = caller.user
    await recordAuditedRead(db, caller, { type: 'member_document', id: '' }, id)
  }
  return documents
}

interface OpenedFile {
  file: { name: string; type: string; size: number }
  content: Readable
}

/**
 * A document's file, or that of an answer, which its request opens.
 * @throws {NotFound} unless it is in the member's list now · {StorageError}
 */
export async function openOwnDocument(
  services: DocumentServices,
  caller: SignedInCaller,
  id: string,
): Promise<OpenedFile> {
  const found = await findOwn(services.db, caller, id)
  if ('answerFile' in found) {
    const { document, content } = await openDocument(services, caller, found.answerFile)
    return { file: document, content }
  }
  const { file } = found
  const readable = { ...file, memberId: file.memberId ?? caller.user.id }
  const content = await readRecorded(services, caller, readable, 'document.downloaded')
  await recordRead(services.db, caller, file)
  return { file, content }
}

/** A page as a picture. @throws {NotFound} · what `openPage` of requests throws */
export async function openOwnPage(
  services: PageServices,
  caller: SignedInCaller,
  { id, page, signal }: { id: string; page: number; signal: AbortSignal },
): Promise<ShownPage> {
  const found = await findOwn(services.db, caller, id)
  if ('answerFile' in found) {
    return openPage(services, caller, { documentId: found.answerFile, page, signal })
  }
  const { file } = found
  const readable = { ...file, memberId: file.memberId ?? caller.user.id }
  const shown = await showPage(services, caller, readable, { page, signal })
  await recordRead(services.db, caller, file)
  return shown
}

const ANSWER_FILE = 'request-'

async function findOwn(
  db: Database,
  caller: SignedInCaller,
  id: string,
): Promise<{ file: PublishedFile } | { answerFile: number }> {
  const reader = readerOf(caller)
  if (id.startsWith(ANSWER_FILE)) {
    const answerFile = readId(id.slice(ANSWER_FILE.length))
    if (await isReadableAnswerFile(db, reader, answerFile)) return { answerFile }
    throw new NotFound()
  }
  const file = await findReadableFile(db, reader, readId(id))
  if (!file) throw new NotFound()
  return { file }
}

/** Staff who view the portal as the member have not opened it for the member. */
async function recordRead(
  db: Database,
  caller: SignedInCaller,
  { id }: PublishedFile,
): Promise<void> {
  if (caller.viewer === null) await markRead(db, id, caller.user.id)
}

function readerOf({ user }: SignedInCaller): { id: number; rut: string } {
  return { id: user.id, rut: user.profile.social_security }
}
