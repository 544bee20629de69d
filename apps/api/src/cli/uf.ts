import { readFileSync, statSync } from 'node:fs'
import {
  addDays,
  dateTimeInSantiago,
  shortDate,
  todayInSantiago,
} from '@carpeta/domain/dates/dates'
import { formatUfRate, type UfValue } from '@carpeta/domain/money/money'
import { UsageError } from '../config/usage-error.ts'
import { shown } from '../files/unreadable-export.ts'
import { fetchUfValues } from '../uf/fetch-uf-values.ts'
import { importUfFile, readUfDate, type UfFileOutcome } from '../uf/uf-file.ts'
import { listUfValues, sourceLabels } from '../uf/uf-store.ts'
import { withDatabase } from './prepare-database.ts'

const IMPORT_EXIT = { appliedWithRejects: 3, nothingApplied: 4 }
// Ten times the values of every day since the UF exists.
const MAX_BYTES = 5_000_000
const MAX_REJECTS_SHOWN = 50

export async function runUfImport(path: string, { force }: { force: boolean }): Promise<void> {
  const bytes = readValues(path)
  const outcome = await withDatabase((db) => importUfFile(db, bytes, { force }))
  const { added, changed, unchanged, rejects } = outcome
  const isUnderstood = added.length + changed.length + unchanged + rejects.length > 0
  if (!isUnderstood) throw new UsageError(`${path} ${whatItIs(bytes)} ${WANTED}`)
  report(outcome)
  if (added.length + changed.length + unchanged === 0) process.exitCode = IMPORT_EXIT.nothingApplied
  else if (rejects.length > 0) process.exitCode = IMPORT_EXIT.appliedWithRejects
}

/** @throws {UsageError} */
function readValues(path: string): Buffer {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new UsageError(`No existe el archivo ${path}.`)
  if (!found.isFile()) throw new UsageError(`${path} no es un archivo.`)
  if (found.size > MAX_BYTES)
    throw new UsageError(`${path} es muy grande: no son valores de la UF.`)
  try {
    return readFileSync(path)
  } catch {
    throw new UsageError(`No se puede leer el archivo ${path}.`)
  }
}

const WANTED =
  'Guárdalo como CSV, con la fecha y el valor de un día en cada línea: 22-11-2026;40.003,49'

/** Of a file without a line that begins with a date. */
function whatItIs(bytes: Buffer): string {
  const start = bytes
    .toString('latin1', 0, 100)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (/^[{[]/.test(start)) return 'es JSON, no una tabla.'
  if (start.startsWith('PK') || start.startsWith('\u00d0\u00cf\u0011\u00e0')) {
    return 'es una planilla, no un texto.'
  }
  if (start.startsWith('%PDF')) return 'es un PDF, no un texto.'
  if (start.startsWith('<')) return 'es una página web, no una tabla.'
  return 'no tiene ninguna línea que empiece con una fecha.'
}

function report({ added, changed, unchanged, rejects }: UfFileOutcome): void {
  for (const { line, text, reason } of rejects.slice(0, MAX_REJECTS_SHOWN)) {
    console.log(`La línea ${line}, «${shown(text)}», ${reason}.`)
  }
  if (rejects.length > MAX_REJECTS_SHOWN) {
    console.log(`Y ${rejects.length - MAX_REJECTS_SHOWN} líneas más que no sirven.`)
  }
  for (const { before, after } of changed) {
    console.log(
      `El ${shortDate(after.date)} valía ${formatUfRate(before.pesos)}: ahora ${formatUfRate(after.pesos)}.`,
    )
  }
  console.log('Valores de la UF')
  console.log(`  Nuevos       ${added.length}${range(added)}`)
  console.log(`  Cambiados    ${changed.length}`)
  console.log(`  Sin cambios  ${unchanged}`)
  console.log(`  Rechazados   ${rejects.length}`)
}

function range(values: UfValue[]): string {
  const dates = values.map(({ date }) => date).toSorted()
  const [first, last] = [dates[0], dates.at(-1)]
  return first && last ? `, del ${shortDate(first)} al ${shortDate(last)}` : ''
}

const FETCH_EXIT = { missing: 1, refused: 4 }

/** Also with `UF_FETCH=false`, which switches off the job. */
export async function runUfFetch(): Promise<void> {
  await withDatabase(async (db, config) => {
    const today = todayInSantiago(new Date())
    const { saved, refusal, problems } = await fetchUfValues({ db, config }, today)
    for (const problem of problems) console.error(problem)
    if (refusal !== null) {
      console.error(`No se guardó ningún valor. ${refusal}`)
      process.exitCode = FETCH_EXIT.refused
      return
    }
    for (const { date, pesos, source } of saved.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
      console.log(`${shortDate(date)}  ${formatUfRate(pesos)}  según ${sourceLabels[source]}`)
    }
    if (saved.length === 0) console.log('No hay valores nuevos.')
    const stored = await listUfValues(db, today)
    if (stored[0]?.date === today) return
    console.error(`Falta el valor de hoy, ${shortDate(today)}.`)
    process.exitCode = FETCH_EXIT.missing
  })
}

const DAYS_BEFORE = 7

/** The values from a day on, by default from a week ago, also those of days to come. */
export async function runUfList({ from }: { from?: string }): Promise<void> {
  const today = todayInSantiago(new Date())
  const first = from === undefined ? addDays(today, -DAYS_BEFORE) : readUfDate(from)
  if (first === null) throw new UsageError(`«${from}» no es una fecha: use dd-mm-aaaa.`)
  const values = await withDatabase((db) => listUfValues(db, first))
  for (const { date, pesos, source, loadedAt } of values) {
    const mark = date === today ? '  (hoy)' : ''
    console.log(
      `${shortDate(date)}  ${formatUfRate(pesos)}  de ${sourceLabels[source]}, el ${dateTimeInSantiago(loadedAt)}${mark}`,
    )
  }
  if (values.some(({ date }) => date === today)) return
  console.log(`Falta el valor de hoy, ${shortDate(today)}.`)
}
