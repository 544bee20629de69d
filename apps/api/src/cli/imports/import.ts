import { forcedRefusals } from '@carpeta/domain/imports/acceptable-refusals'
import { readConfig } from '../../config/config.ts'
import { type ImportOutcome, importSales } from '../../imports/import-sales.ts'
import { type ExportSource, UnreadableExport } from '../../imports/sources/export-source.ts'
import { UsageError } from '../usage-error.ts'
import { withDatabase } from '../with-database.ts'
import { importSource } from './import-source.ts'
import { openProgressBar } from './progress-bar.ts'
import { writeRejects } from './reject-file.ts'
import { refusalSentence, reportLines } from './report.ts'

const EXIT = { applied: 0, usageError: 2, appliedWithRejects: 3, refused: 4 }

interface Options {
  dryRun: boolean
  maxRejects: number
  force: boolean
  /** Staff send the emails with news later. */
  pauseEmails: boolean
  /** Where every broken rule is written, as CSV. */
  rejects?: string
  /** The folder of the queries that read a database. */
  queries?: string
}

export async function runImport(place: string | undefined, options: Options): Promise<void> {
  // The address of a database may have a password, which other users of the machine would see.
  process.title = 'carpeta import'
  try {
    const source = await importSource(place, options, readConfig())
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
  const progress = openProgressBar()
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
