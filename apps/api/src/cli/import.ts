import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { type ImportOutcome, importSales } from '../imports/import-sales.ts'
import type { RefusalCode } from '../imports/refuse-load.ts'
import { UnreadableExport } from '../imports/sources/export-source.ts'
import { ndjsonFile } from '../imports/sources/ndjson-file.ts'
import type { ReportedReject } from '../imports/staging-store.ts'
import { withDatabase } from './with-database.ts'

const EXIT = { applied: 0, usageError: 2, appliedWithRejects: 3, refused: 4 }

/** How the operator loads it anyway. */
const hints: Record<RefusalCode, string> = {
  header: '',
  another_load: '',
  future_cutoff: 'Corrija la fecha del archivo.',
  older_cutoff: 'Use --force para cargarlo igual.',
  count: '',
  too_many_rejects: 'Use --max-rejects para tolerar más.',
  too_many_withdrawn: 'Use --force si es lo correcto.',
}

interface Options {
  dryRun: boolean
  maxRejects: number
  force: boolean
}

export async function runImport(path: string, options: Options): Promise<void> {
  try {
    const outcome = await withDatabase((db) =>
      importSales(db, ndjsonFile(path), {
        dryRun: options.dryRun,
        maxRejectsPercent: options.maxRejects,
        force: options.force,
      }),
    )
    report(outcome, options.dryRun)
    process.exitCode = exitCode(outcome)
  } catch (error) {
    if (!(error instanceof UnreadableExport)) throw error
    console.error(error.message)
    process.exitCode = EXIT.usageError
  }
}

function exitCode({ refusal, counts }: ImportOutcome): number {
  if (refusal !== null) return EXIT.refused
  return counts && counts.bad > 0 ? EXIT.appliedWithRejects : EXIT.applied
}

function report(outcome: ImportOutcome, dryRun: boolean): void {
  const { refusal, refusalCode, cutoff, counts, rejects } = outcome
  for (const reject of rejects) console.log(describe(reject))
  if (counts && counts.bad > 0) {
    console.log(`${counts.bad} ventas malas conservan su última versión buena.\n`)
  }
  if (refusal !== null) {
    console.error(
      `Carga rechazada; nada cambió. ${refusal} ${hints[refusalCode ?? 'header']}`.trim(),
    )
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
