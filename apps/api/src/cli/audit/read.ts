import { pipeline } from 'node:stream/promises'
import { isMonth } from '@carpeta/domain/dates/months'
import { archivedLogCsv } from '../../audit/archives/archived-log-csv.ts'
import { listArchives } from '../../audit/archives/archives-store.ts'
import { documentStorageAt } from '../../documents/document-storage.ts'
import { UsageError } from '../usage-error.ts'
import { withDatabase } from '../with-database.ts'

/** Writes the archived entries of a month to the standard output, as the screen's CSV has them. */
export async function runAuditRead(month: string | undefined): Promise<void> {
  if (month !== undefined && !isMonth(month))
    throw new UsageError(`«${month}» no es un mes AAAA-MM.`)
  await withDatabase(async (db, config) => {
    const archives = await listArchives(db)
    if (month === undefined) {
      for (const { fromMonth, toMonth, entries, storageKey } of archives) {
        console.log(`${fromMonth} a ${toMonth}: ${entries} anotaciones (${storageKey})`)
      }
      if (archives.length === 0) console.log('No hay nada archivado.')
      return
    }
    const found = archives.filter(
      ({ fromMonth, toMonth }) => fromMonth <= month && month <= toMonth,
    )
    if (found.length === 0) throw new UsageError(`No hay anotaciones archivadas de ${month}.`)
    const csv = archivedLogCsv(db, documentStorageAt(config.documents), found, month)
    await pipeline(csv, process.stdout, { end: false })
  })
}
