import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { rejectsCsvStream } from '../../imports/loads.ts'
import type { ReportedReject } from '../../imports/staging-store.ts'
import { UsageError } from '../usage-error.ts'

/** Writes every broken rule as CSV. @throws {UsageError} */
export async function writeRejects(
  path: string,
  rejects: AsyncIterable<ReportedReject>,
): Promise<void> {
  try {
    await pipeline(rejectsCsvStream(rejects), createWriteStream(path))
  } catch (error) {
    if (!isFileError(error)) throw error
    throw new UsageError(`No se puede escribir ${path}; no se cargó nada.`)
  }
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
