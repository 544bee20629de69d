import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { addMonths, isMonth, type Month, monthOf } from '@carpeta/domain/dates/months'
import { anchorStorageAt } from '../../audit/anchors/anchor-storage.ts'
import { archiveAuditLog } from '../../audit/archives/archive-audit-log.ts'
import { readConfig } from '../../config/config.ts'
import { openDatabase } from '../../db/open-database.ts'
import { documentStorageAt } from '../../documents/document-storage.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { UsageError } from '../usage-error.ts'

/** The screens, reports and deletions look at the entries of a year. */
const MONTHS_KEPT = 12

/** Writes entries of earlier months to the document storage and removes them from the database. */
export async function runAuditArchive({ before }: { before: string }): Promise<void> {
  const month = readBefore(before)
  const config = readConfig()
  const owner = await openDatabase(config, 'command')
  try {
    const portal = await prepareDatabase(owner, config)
    try {
      const archived = await archiveAuditLog(
        {
          db: portal.db,
          owner: owner.db,
          storage: documentStorageAt(config.documents),
          anchors: config.auditAnchors && anchorStorageAt(config.auditAnchors),
          secretKeys: config.secretKeys,
          log: { info: console.error },
        },
        month,
      )
      for (const { fromMonth, toMonth, entries, storageKey } of archived) {
        console.log(`Archivado: ${fromMonth} a ${toMonth}, ${entries} anotaciones (${storageKey}).`)
      }
      if (archived.length === 0) console.log(`No hay anotaciones que archivar antes de ${month}.`)
    } finally {
      await portal.close()
    }
  } finally {
    await owner.close()
  }
}

function readBefore(text: string): Month {
  const latest = addMonths(monthOf(todayInSantiago(new Date())), -MONTHS_KEPT)
  if (!isMonth(text)) throw new UsageError(`«${text}» no es un mes AAAA-MM.`)
  if (text > latest) {
    throw new UsageError(
      `Los últimos ${MONTHS_KEPT} meses no se archivan: a más tardar, ${latest}.`,
    )
  }
  return text
}
