import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import {
  forcedRefusals,
  holderChangesSentence,
  type ReplacedSample,
  replacedSampleText,
} from '@carpeta/domain/imports/load-consequences'
import { counted, groupThousands } from '@carpeta/domain/text/counted'
import { type Config, readConfig } from '../config/config.ts'
import { UsageError } from '../config/usage-error.ts'
import { writePrivateFile } from '../files/private-file.ts'
import { statExport, UnreadableExport } from '../files/unreadable-export.ts'
import { type ImportOutcome, importSales } from '../imports/import-sales.ts'
import { rejectsCsvStream } from '../imports/loads.ts'
import { isDatabaseAddress, readDatabaseAddress } from '../imports/mysql/database-address.ts'
import { mysqlSource } from '../imports/mysql/mysql-source.ts'
import type { RefusalCode } from '../imports/refuse-load.ts'
import { csvFolder } from '../imports/sources/csv-folder.ts'
import type { ExportSource } from '../imports/sources/export-source.ts'
import { unpackExport } from '../imports/sources/unpack-export.ts'
import type { ReportedReject } from '../imports/staging-store.ts'
import { workFolder } from '../storage/incoming.ts'
import { openLoadProgress } from './load-progress.ts'
import { withDatabase } from './prepare-database.ts'

const EXIT = { applied: 0, usageError: 2, appliedWithRejects: 3, refused: 4 }

interface Options {
  dryRun: boolean
  maxRejects: number
  force: boolean
  /** Staff send the emails with news later. */
  pauseEmails: boolean
  /** The CSV file for every broken rule. */
  rejects?: string
  /** The folder of the queries that read a database. */
  queries?: string
}

export async function runImport(place: string | undefined, options: Options): Promise<void> {
  // The address of a database may have a password, which other users of the machine would see.
  process.title = 'carpeta import'
  try {
    const config = readConfig()
    await using unpacked = workFolder(config)
    const source = await importSource(place, options, { config, unpacked: unpacked.path })
    const outcome = await load(source, options)
    for (const line of reportLines(outcome, options)) console.log(line)
    if (outcome.refusal !== null) console.error(refusalSentence(outcome))
    process.exitCode = exitCode(outcome)
  } catch (error) {
    if (!(error instanceof UnreadableExport || error instanceof UsageError)) throw error
    console.error(error.message)
    process.exitCode = EXIT.usageError
  }
}

async function load(
  source: ExportSource,
  { dryRun, maxRejects, force, pauseEmails, rejects }: Options,
): Promise<ImportOutcome> {
  const progress = openLoadProgress()
  try {
    return await withDatabase((db, config) =>
      importSales(db, source, {
        checks: config.saleChecks,
        dryRun,
        maxRejectsPercent: maxRejects,
        accepts: force ? forcedRefusals : [],
        pauseEmails,
        onWait: () => console.log('Otra carga está en curso; esta espera a que termine.'),
        onProgress: progress.show,
        ...(rejects !== undefined && { onRejects: (found) => writeRejects(rejects, found) }),
      }),
    )
  } finally {
    progress.close()
  }
}

function exitCode({ refusal, counts }: ImportOutcome): number {
  if (refusal !== null) return EXIT.refused
  return counts && counts.bad > 0 ? EXIT.appliedWithRejects : EXIT.applied
}

/**
 * The export that a command names: a file, a folder, or accounting's database with a folder of queries.
 * Without a name it is the database of the settings. @throws {UsageError | UnreadableExport}
 */
async function importSource(
  given: string | undefined,
  { queries }: { queries?: string },
  { config, unpacked }: { config: Config; unpacked: string },
): Promise<ExportSource> {
  const { accounting } = config
  const place = given ?? accounting.url
  if (place === undefined) {
    throw new UsageError(
      'Indique el archivo, la carpeta o la base de contabilidad (o la base en ACCOUNTING_URL).',
    )
  }
  if (!isDatabaseAddress(place)) {
    if (queries === undefined) return exportAt(place, unpacked)
    throw new UsageError('--queries es solo para una base: mysql://USUARIO@SERVIDOR/BASE.')
  }
  const folder = queries ?? accounting.queries
  if (folder === undefined) {
    throw new UsageError('Falta --queries CARPETA, con una consulta .sql por cada parte.')
  }
  return mysqlSource(readDatabaseAddress(place, accounting.password), folder)
}

/** What the screen accepts, and a folder of CSV. @param unpacked where a zip may be unpacked */
async function exportAt(path: string, unpacked: string): Promise<ExportSource> {
  const found = await statExport(path)
  if (found.isDirectory()) return csvFolder(path)
  // The operator's own file has no limit of size.
  const upload = { name: basename(path), folder: unpacked, maxBytes: Infinity }
  try {
    return await unpackExport(path, upload)
  } catch (error) {
    if (!isFileError(error)) throw error
    throw new UsageError(`No se puede leer ${path}, o descomprimirlo en ${unpacked}.`, {
      cause: error,
    })
  }
}

/** Writes every broken rule as CSV. @throws {UsageError} */
export async function writeRejects(
  path: string,
  rejects: AsyncIterable<ReportedReject>,
): Promise<void> {
  try {
    await pipeline(rejectsCsvStream(rejects), await writePrivateFile(path))
  } catch (error) {
    if (!isFileError(error)) throw error
    throw new UsageError(`No se puede escribir ${path}; no se cargó nada.`)
  }
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

interface ReportOptions {
  dryRun: boolean
  rejects?: string
}

/** The option that loads it anyway, or the correction to make. */
const hints: Partial<Record<RefusalCode, string>> = {
  future_cutoff: 'Corrija la fecha del archivo.',
  older_cutoff: 'Use --force para cargarlo igual.',
  too_many_rejects: 'Use --max-rejects para tolerar más.',
  too_many_withdrawn: 'Use --force si es lo correcto.',
  emptied_figures: 'Use --force si es lo correcto.',
  unusual_changes: 'Use --force si es lo correcto.',
}

export function refusalSentence({ refusal, refusalCode }: ImportOutcome): string {
  const hint = (refusalCode && hints[refusalCode]) ?? ''
  return `Carga detenida; nada cambió. ${refusal} ${hint}`.trim()
}

export function reportLines(outcome: ImportOutcome, options: ReportOptions): string[] {
  return [...rejectLines(outcome, options), ...resultLines(outcome, options)]
}

function rejectLines(
  { rejects, brokenRules, counts }: ImportOutcome,
  options: ReportOptions,
): string[] {
  if (!counts || counts.bad === 0) return []
  const consequence =
    counts.bad === 1 ? 'conserva su última versión buena' : 'conservan su última versión buena'
  const unlisted = brokenRules - rejects.length
  return [
    ...(options.rejects === undefined ? rejects.map(describe) : []),
    ...(options.rejects === undefined && unlisted > 0
      ? [
          `… y ${counted(unlisted, 'motivo más', 'motivos más')}: --rejects ARCHIVO los escribe todos.`,
        ]
      : []),
    ...(options.rejects === undefined ? [] : [`Los motivos están en ${options.rejects}.`]),
    `${counted(counts.bad, 'venta rechazada', 'ventas rechazadas')} ${consequence}.`,
    '',
  ]
}

function resultLines(outcome: ImportOutcome, { dryRun }: ReportOptions): string[] {
  const { refusal, cutoff, counts, holderChanges, replacedSample } = outcome
  if (refusal !== null || !counts || !cutoff) return []
  const keepsAll = counts.withoutCode > 0 && counts.vanishing > 0
  return [
    dryRun ? 'Ensayo: no se escribió nada.' : 'Carga aplicada.',
    `  Corte        ${dateTimeInSantiago(cutoff)}`,
    `  Nuevas       ${counts.added}`,
    `  Cambiadas    ${counts.changed}`,
    `  Sin cambios  ${counts.unchanged}`,
    `  Rechazadas   ${counts.bad}`,
    `  Retiradas    ${outcome.withdrawn}`,
    `  Cuentas      ${counted(outcome.newAccounts, 'nueva', 'nuevas')}, sin activar`,
    ...emailLines(outcome.unreadableEmails),
    ...(keepsAll ? ['No se retiró ninguna venta: hay líneas cuyo código no se pudo leer.'] : []),
    ...(holderChanges ? [holderChangesSentence(holderChanges)] : []),
    ...(replacedSample ? [replacedSentence(replacedSample, dryRun)] : []),
  ]
}

const MAX_CODES = 20

function emailLines(codes: string[]): string[] {
  if (codes.length === 0) return []
  const more = codes.length - MAX_CODES
  const listed = [
    ...codes.slice(0, MAX_CODES),
    ...(more > 0 ? [`y ${groupThousands(String(more))} más, en los hallazgos de la carga`] : []),
  ]
  const sales = counted(codes.length, 'venta', 'ventas')
  return [`No se puede leer el correo del comprador de ${sales}: ${listed.join(', ')}.`]
}

function replacedSentence(replaced: ReplacedSample, dryRun: boolean): string {
  const verb = dryRun ? 'Reemplazaría' : 'La carga reemplaza'
  return `${verb} lo que trajo la cooperativa de ejemplo: ${replacedSampleText(replaced)}. Lo que hicieron personas se queda.`
}

function describe({ file, line, saleCode, field, value, reason }: ReportedReject): string {
  const where = [file, `línea ${line}`, `venta ${saleCode ?? 'desconocida'}`, field].filter(Boolean)
  return `${where.join(', ')}: «${value}» ${reason}`
}
