import { readFileSync, statSync } from 'node:fs'
import { shortDate } from '@carpeta/domain/dates/dates'
import { formatUfRate, type UfValue } from '@carpeta/domain/money/uf-value'
import { importUfFile, type UfFileOutcome } from '../../uf/uf-file.ts'
import { UsageError } from '../usage-error.ts'
import { withDatabase } from '../with-database.ts'

const EXIT = { appliedWithRejects: 3, nothingApplied: 4 }
// Ten times the values of every day since the UF exists.
const MAX_BYTES = 5_000_000
const MAX_REJECTS_SHOWN = 50

export async function runUfImport(path: string, { force }: { force: boolean }): Promise<void> {
  const bytes = readValues(path)
  const outcome = await withDatabase((db) => importUfFile(db, bytes, { force }))
  report(outcome)
  const { added, changed, unchanged, rejects } = outcome
  if (added.length + changed.length + unchanged === 0) process.exitCode = EXIT.nothingApplied
  else if (rejects.length > 0) process.exitCode = EXIT.appliedWithRejects
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

function report({ added, changed, unchanged, rejects }: UfFileOutcome): void {
  for (const { line, text, reason } of rejects.slice(0, MAX_REJECTS_SHOWN)) {
    console.log(`La línea ${line}, «${text.slice(0, 80)}», ${reason}.`)
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
