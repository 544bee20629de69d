import { buffer } from 'node:stream/consumers'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import type { DocumentServices } from '../../documents/document-services.ts'
import type { ReceivedFile } from '../../documents/receive-file.ts'
import { Refused } from '../../http/errors.ts'
import type { JoinableFile } from '../../pdf/joining/join-files.ts'
import type { Draw, DrawingClient, PdfPool } from '../../pdf/pdf-pool.ts'
import { type FileProblem, fileProblemOf } from '../../pdf/pdfium/file-problem.ts'
import type { SlotFile } from './slot-files-store.ts'

const JOIN_MODULE = new URL('../../pdf/joining/join-files.ts', import.meta.url)

const sentences: Partial<Record<FileProblem, string>> = {
  password: documentMessages.pdfPassword,
  broken_pdf: documentMessages.pdfBroken,
  broken_image: documentMessages.imageBroken,
  too_many_pages: documentMessages.tooManyPages,
  too_large: documentMessages.slotTooLarge,
  too_complex: documentMessages.joinTooComplex,
}

/** @throws {Refused} for a file that could not be joined with others · what `PdfPool.inTurn` throws */
export async function checkJoinable(
  { pdfs }: { pdfs: PdfPool },
  client: DrawingClient,
  file: ReceivedFile,
  type: string,
): Promise<void> {
  await pdfs.inTurn(client, async (draw) =>
    join(draw, [{ type, bytes: await file.bytesAt(0, file.size) }]),
  )
}

/** One PDF with the pages of all files, in order. @throws {Refused} · {StorageError} · what `Draw` throws */
export async function joinStored(
  { storage }: Pick<DocumentServices, 'storage'>,
  draw: Draw,
  files: readonly SlotFile[],
): Promise<Buffer> {
  const joinable = []
  for (const { type, storageKey } of files) {
    joinable.push({ type, bytes: await buffer(await storage.read(storageKey)) })
  }
  return Buffer.from(await join(draw, joinable))
}

async function join(draw: Draw, files: JoinableFile[]): Promise<Uint8Array> {
  try {
    return await draw<Uint8Array>(JOIN_MODULE, files)
  } catch (error) {
    const sentence = sentences[fileProblemOf(error) ?? 'no_page']
    throw sentence === undefined ? error : new Refused([sentence])
  }
}
