import { buffer } from 'node:stream/consumers'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import pLimit from 'p-limit'
import type { DocumentServices } from '../../documents/document-services.ts'
import type { ReceivedFile } from '../../documents/receive-file.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import type { PdfPool } from '../../pdf/pdf-pool.ts'
import { type FileProblem, fileProblemOf } from '../../pdf/pdfium/file-problem.ts'
import { pdfLimits } from '../../throttle/limits.ts'
import type { SlotFile } from './slot-files-store.ts'

const JOIN_MODULE = new URL('../../pdf/joining/join-files.ts', import.meta.url)

/** No more files are in memory than the threads work on. */
const inMemory = pLimit(pdfLimits.threads)

const sentences: Partial<Record<FileProblem, string>> = {
  password: documentMessages.pdfPassword,
  broken_pdf: documentMessages.pdfBroken,
  broken_image: documentMessages.imageBroken,
  too_many_pages: documentMessages.tooManyPages,
  too_large: documentMessages.slotTooLarge,
}

/** @throws {Refused} for a file that could not be joined with others · what `PdfPool.draw` throws */
export async function checkJoinable(
  { pdfs }: { pdfs: PdfPool },
  caller: SignedInCaller,
  file: ReceivedFile,
  type: string,
): Promise<void> {
  await inMemory(async () => {
    const bytes = await file.bytesAt(0, file.size)
    await join(pdfs, caller, [{ type, bytes }])
  })
}

/** One PDF with the pages of all files, in order. @throws {Refused} · {StorageError} · what `PdfPool.draw` throws */
export function joinStored(
  { pdfs, storage }: { pdfs: PdfPool } & Pick<DocumentServices, 'storage'>,
  caller: SignedInCaller,
  files: readonly SlotFile[],
): Promise<Buffer> {
  return inMemory(async () => {
    const joinable = []
    for (const { type, storageKey } of files) {
      joinable.push({ type, bytes: await buffer(await storage.read(storageKey)) })
    }
    return join(pdfs, caller, joinable)
  })
}

async function join(
  pdfs: PdfPool,
  caller: SignedInCaller,
  files: { type: string; bytes: Buffer }[],
): Promise<Buffer> {
  try {
    return await pdfs.draw(JOIN_MODULE, files, String(caller.id))
  } catch (error) {
    const sentence = sentences[fileProblemOf(error) ?? 'no_page']
    throw sentence === undefined ? error : new Refused([sentence])
  }
}
