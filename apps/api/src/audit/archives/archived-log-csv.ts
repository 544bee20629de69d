import type { Readable } from 'node:stream'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import type { Month } from '@carpeta/domain/dates/months'
import type { Database } from '../../db/client.ts'
import { entriesCsv } from '../audit-log-csv.ts'
import { type AuditRow, listUserNames } from '../audit-store.ts'
import { openEntries } from '../facts/open-entries.ts'
import type { ArchiveStorage } from './archive-storage.ts'
import { entryOf } from './archived-link.ts'
import type { AuditArchive } from './archives-store.ts'
import { readArchive } from './read-archive.ts'

const BATCH = 500

/** The archived entries of a month, oldest first, with the names that their persons have now. */
export function archivedLogCsv(
  db: Database,
  storage: Pick<ArchiveStorage, 'read'>,
  archives: AuditArchive[],
  month: Month,
): Readable {
  return entriesCsv(db, batches(db, storage, archives, month))
}

async function* batches(
  db: Database,
  storage: Pick<ArchiveStorage, 'read'>,
  archives: AuditArchive[],
  month: Month,
): AsyncGenerator<AuditRow[]> {
  for (const archive of archives) {
    let batch: AuditRow[] = []
    for await (const link of readArchive(storage, archive)) {
      const entry = entryOf(link)
      if (!todayInSantiago(new Date(entry.at)).startsWith(month)) continue
      batch.push(entry)
      if (batch.length < BATCH) continue
      yield await named(db, batch)
      batch = []
    }
    yield await named(db, batch)
  }
}

async function named(db: Database, entries: AuditRow[]): Promise<AuditRow[]> {
  const ids = entries.flatMap(({ actorId, onBehalfOfId, subjectId }) =>
    [actorId, onBehalfOfId, subjectId].filter((id) => id !== null),
  )
  const users = await listUserNames(db, [...new Set(ids)])
  const names = new Map(users.map(({ id, name }) => [id, name]))
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null))
  const opened = await openEntries(db, entries)
  return opened.map((entry) => ({
    ...entry,
    actorName: nameOf(entry.actorId),
    onBehalfOfName: nameOf(entry.onBehalfOfId),
    subjectName: nameOf(entry.subjectId),
  }))
}
