import type { Transaction } from '../../db/client.ts'
import { linksInOrder, type StoredLink } from '../chain/chain-store.ts'
import type { ArchiveStorage } from './archive-storage.ts'
import { type AuditArchive, listArchives } from './archives-store.ts'
import { readArchive, UnreadableArchive } from './read-archive.ts'

interface Source {
  firstPosition: number
  links: () => AsyncGenerator<StoredLink>
}

/**
 * Every link of the archives and of the database, in order. Entries around the turn of a month may be
 * chained the other way round, so files overlap by a few.
 * @param onUnreadable is told which archives are missing or not the ones that were written
 */
export async function* linksWithArchives(
  tx: Transaction,
  storage: Pick<ArchiveStorage, 'read'> | null,
  onUnreadable: (archive: AuditArchive) => void,
): AsyncGenerator<StoredLink> {
  const archives = await listArchives(tx)
  if (archives.length === 0) return yield* linksInOrder(tx)
  const sources: Source[] = archives.map((archive) => ({
    firstPosition: archive.firstPosition,
    links: () => readable(storage, archive, onUnreadable),
  }))
  yield* merged([{ firstPosition: 0, links: () => linksInOrder(tx) }, ...sources])
}

async function* readable(
  storage: Pick<ArchiveStorage, 'read'> | null,
  archive: AuditArchive,
  onUnreadable: (archive: AuditArchive) => void,
): AsyncGenerator<StoredLink> {
  if (storage === null) return onUnreadable(archive)
  try {
    yield* readArchive(storage, archive)
  } catch (error) {
    if (!(error instanceof UnreadableArchive)) throw error
    onUnreadable(archive)
  }
}

interface Open {
  next: StoredLink
  rest: AsyncGenerator<StoredLink>
}

/** Sources are in the order of their first positions; each is opened when its turn comes. */
async function* merged(sources: Source[]): AsyncGenerator<StoredLink> {
  const waiting = [...sources]
  const open: Open[] = []
  for (;;) {
    const first = open.toSorted((one, other) => one.next.position - other.next.position)[0]
    const [coming] = waiting
    if (coming && (!first || coming.firstPosition <= first.next.position)) {
      waiting.shift()
      const rest = coming.links()
      const { value } = await rest.next()
      if (value) open.push({ next: value, rest })
    } else if (first) {
      yield first.next
      const { value } = await first.rest.next()
      if (value) first.next = value
      else open.splice(open.indexOf(first), 1)
    } else return
  }
}
