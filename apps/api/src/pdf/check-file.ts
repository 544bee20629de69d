import { readFile } from 'node:fs/promises'
import { FileError } from './file-problem.ts'
import { withPdf, withPdfium } from './pdfium.ts'
import { checkPng } from './png.ts'

export interface FileToCheck {
  type: string
  /** On the disk, where the thread reads it. */
  path: string
  /** The pages that a PDF may have. */
  maxPages: number
}

/** Runs in a thread of `pdf-pool.ts`: opens a PDF or a PNG as who reads it will. @throws {FileError} */
export async function draw([{ type, path, maxPages }]: [FileToCheck]): Promise<void> {
  const bytes = await readFile(path)
  if (type === 'image/png') return checkPng(bytes)
  await withPdfium((pdfium) =>
    withPdf(pdfium, bytes, (_document, pages) => {
      if (pages > maxPages) throw new FileError('too_many_pages')
    }),
  )
}
