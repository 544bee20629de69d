import { pipeline } from 'node:stream/promises'
import { publishedNotice } from '@carpeta/domain/member-documents/document-import-rules'
import { documentCategoryNames } from '@carpeta/domain/member-documents/member-document-rules'
import { formatCount } from '@carpeta/domain/text/counted'
import cliProgress from 'cli-progress'
import { readConfig } from '../config/config.ts'
import { UsageError } from '../config/usage-error.ts'
import type { Database } from '../db/client.ts'
import { documentStorageAt } from '../documents/document-storage.ts'
import { writePrivateFile } from '../files/private-file.ts'
import { UnreadableExport } from '../files/unreadable-export.ts'
import { operator } from '../http/caller.ts'
import {
  applyImport,
  type ImportPlan,
  importRejectsCsv,
  NotPublishable,
  type PlannedDocument,
  planImport,
  type RejectedFile,
} from '../member-documents/import-documents.ts'
import { openImportSource } from '../member-documents/import-source.ts'
import { listSuperusers } from '../people/staff-store.ts'
import { withDatabase } from './prepare-database.ts'

const EXIT = { done: 0, usageError: 2, refused: 4 }
/** Without a file for them. */
const MAX_LISTED_REJECTS = 20

interface Options {
  dryRun: boolean
  /** The CSV file for what does not match. */
  rejects?: string
}

export async function runDocumentsImport(path: string, options: Options): Promise<void> {
  try {
    const maxBytes = readConfig().maxExport.unpacked
    await using source = await openImportSource(path, { maxBytes })
    await withDatabase(async (db, config) => {
      const services = { db, config, storage: documentStorageAt(config.documents) }
      const publishedBy = await findPublisher(db)
      await services.storage.check().catch((cause: unknown) => {
        throw new UsageError('No se puede escribir en DOCUMENTS_URL; no se publicó nada.', {
          cause,
        })
      })
      const plan = await withBar('Revisando', (onProgress) =>
        planImport(services, source, onProgress),
      )
      if (options.rejects !== undefined) await writeRejects(options.rejects, plan)
      for (const line of planLines(plan, options)) console.log(line)
      if (plan.rejects.length > 0) {
        console.error('Algo no calza; no se publicó nada.')
        process.exitCode = EXIT.refused
        return
      }
      if (options.dryRun) return console.log('Ensayo: no se publicó nada.')
      const published = await withBar('Publicando', (onProgress) =>
        applyImport(services, source, { plan, caller: operator, publishedBy, onProgress }),
      )
      console.log(publishedNotice(published))
    })
  } catch (error) {
    if (error instanceof NotPublishable) {
      for (const line of rejectLines(error.rejects)) console.error(line)
      console.error('Algo no calza; no se publicó nada.')
      process.exitCode = EXIT.refused
      return
    }
    if (!(error instanceof UnreadableExport || error instanceof UsageError)) throw error
    console.error(error.message)
    process.exitCode = EXIT.usageError
  }
}

/** A document needs somebody who published it: the first superuser stands for the operator. */
async function findPublisher(db: Database): Promise<number> {
  const ids = (await listSuperusers(db)).map(({ id }) => id)
  if (ids.length === 0) {
    throw new UsageError(
      'Falta un superusuario, a cuyo nombre se publica: carpeta create-superuser.',
    )
  }
  return Math.min(...ids)
}

async function writeRejects(path: string, { rejects }: ImportPlan): Promise<void> {
  try {
    await pipeline(importRejectsCsv(rejects), await writePrivateFile(path))
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new UsageError(`No se puede escribir ${path}; no se publicó nada.`)
  }
}

/** In a dry run with every document that would be published. */
export function planLines({ documents, rejects }: ImportPlan, options: Options): string[] {
  const added = documents.filter(({ isKnown }) => !isKnown)
  const listed = options.rejects === undefined ? rejects.slice(0, MAX_LISTED_REJECTS) : []
  const unlisted = rejects.length - listed.length
  return [
    ...(options.dryRun ? added.map(describe) : []),
    ...rejectLines(listed),
    ...(options.rejects !== undefined && rejects.length > 0
      ? [`Los motivos están en ${options.rejects}.`]
      : []),
    ...(options.rejects === undefined && unlisted > 0
      ? [`… y ${formatCount(unlisted)} más: --rejects ARCHIVO los escribe todos.`]
      : []),
    `  Nuevos      ${formatCount(added.length)}`,
    `  Ya estaban  ${formatCount(documents.length - added.length)}`,
    `  No calzan   ${formatCount(rejects.length)}`,
  ]
}

function rejectLines(rejects: RejectedFile[]): string[] {
  return rejects.map(({ file, line, code, reason }) =>
    [file, line !== null && `línea ${line}`, code && `venta ${code}`]
      .filter(Boolean)
      .join(', ')
      .concat(`: ${reason}`),
  )
}

function describe({ code, category, title, file }: PlannedDocument): string {
  const name = Object.entries(documentCategoryNames).find(([known]) => known === category)?.[1]
  return `${code}, ${name}: ${title} (${file})`
}

/** A bar on the error output of a terminal; nothing anywhere else. */
async function withBar<Result>(
  what: string,
  work: (onProgress: (progress: { done: number; total: number }) => void) => Promise<Result>,
): Promise<Result> {
  if (!process.stderr.isTTY) return work(() => {})
  const bar = new cliProgress.SingleBar({
    format: `${what} [{bar}] {percentage} % · {value} de {total}`,
    clearOnComplete: true,
    hideCursor: true,
    stream: process.stderr,
  })
  bar.start(1, 0)
  try {
    return await work(({ done, total }) => {
      bar.setTotal(total)
      bar.update(done)
    })
  } finally {
    bar.stop()
  }
}
