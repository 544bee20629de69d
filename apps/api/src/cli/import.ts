import { accessSync, constants, statSync } from 'node:fs'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { type ImportOutcome, importSales } from '../imports/import-sales.ts'
import type { ReportedReject } from '../imports/staging-store.ts'
import { withDatabase } from './with-database.ts'

const EXIT = { applied: 0, usageError: 2, appliedWithRejects: 3, refused: 4 }

interface Options {
  dryRun: boolean
  maxRejects: number
  force: boolean
}

export async function runImport(path: string, options: Options): Promise<void> {
  if (!isReadableFile(path)) {
    console.error(`No se puede leer el archivo ${path}.`)
    process.exitCode = EXIT.usageError
    return
  }
  try {
    const outcome = await withDatabase((db) =>
      importSales(db, path, {
        dryRun: options.dryRun,
        maxRejectsPercent: options.maxRejects,
        force: options.force,
      }),
    )
    report(outcome, options.dryRun)
    process.exitCode = exitCode(outcome)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    console.error(`No se puede leer el archivo ${path}: está dañado o no es lo que dice ser.`)
    process.exitCode = EXIT.usageError
  }
}

function exitCode({ refusal, counts }: ImportOutcome): number {
  if (refusal !== null) return EXIT.refused
  return counts && counts.bad > 0 ? EXIT.appliedWithRejects : EXIT.applied
}

function report(outcome: ImportOutcome, dryRun: boolean): void {
  const { refusal, cutoff, counts, rejects } = outcome
  for (const reject of rejects) console.log(describe(reject))
  if (counts && counts.bad > 0) {
    console.log(`${counts.bad} ventas malas conservan su última versión buena.\n`)
  }
  if (refusal !== null) {
    console.error(`Carga rechazada; nada cambió. ${refusal}`)
    return
  }
  if (!counts || !cutoff) return
  console.log(dryRun ? 'Ensayo: no se escribió nada.' : 'Carga aplicada.')
  console.log(`  Corte        ${dateTimeInSantiago(cutoff)}`)
  console.log(`  Nuevas       ${counts.added}`)
  console.log(`  Cambiadas    ${counts.changed}`)
  console.log(`  Sin cambios  ${counts.unchanged}`)
  console.log(`  Malas        ${counts.bad}`)
  console.log(`  Retiradas    ${outcome.withdrawn}`)
  console.log(`  Cuentas      ${outcome.newAccounts} nuevas, sin activar`)
  if (counts.withoutCode > 0 && counts.vanishing > 0) {
    console.log('No se retiró ninguna venta: hay líneas cuyo código no se pudo leer.')
  }
  if (counts.vanishingSample > 0 && outcome.withdrawn > 0) {
    console.log(`La carga reemplaza las ${counts.vanishingSample} ventas de ejemplo.`)
  }
}

function describe({ line, saleCode, field, value, reason }: ReportedReject): string {
  const where = [`línea ${line}`, `venta ${saleCode ?? 'desconocida'}`, field].filter(Boolean)
  return `${where.join(', ')}: «${value}» ${reason}`
}

/** A truncated or invalid gzip file, or a disk error. */
function isUnreadable(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && /^(Z_|EIO|EACCES|EISDIR)/.test(String(error.code))
  )
}

function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
