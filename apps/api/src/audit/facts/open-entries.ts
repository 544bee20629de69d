import { ERASED_FACT, UNREADABLE_FACT } from '@carpeta/domain/audit/sealed-facts'
import type { Queryable } from '../../db/client.ts'
import { type PersonKeys, readPersonKeys } from './person-keys-store.ts'
import { openSeal } from './seal.ts'
import { addressOwner, type EntryTexts, type SealedFacts } from './seal-entry.ts'

interface SealedRow extends Partial<Omit<EntryTexts, 'sealed'>> {
  actorId: number | null
  subjectId: number | null
  sealed: SealedFacts
}

/** Decrypts what the entries say; facts of an erased person, and changed ones, say so. */
export async function openEntries<Row extends SealedRow>(
  db: Queryable,
  rows: Row[],
): Promise<Row[]> {
  const persons = rows.flatMap(({ sealed, actorId, subjectId }) =>
    Object.keys(sealed).length > 0 ? [actorId, subjectId].filter((id) => id !== null) : [],
  )
  const keys = await readPersonKeys(db, [...new Set(persons)])
  return rows.map((row) => openEntry(row, keys))
}

function openEntry<Row extends SealedRow>(row: Row, keys: PersonKeys): Row {
  const { sealed, subjectId } = row
  const open = (text: string, person: number | null, place: string): unknown => {
    const key = person === null ? undefined : keys.get(person)
    return key && text !== '' ? openOrSay(text, key, place) : ERASED_FACT
  }
  const factsOf = (place: 'before' | 'after') =>
    Object.entries(sealed[place] ?? {}).map(([name, text]) => [
      name,
      open(text, subjectId, `${place}.${name}`),
    ])
  const opened: Row = { ...row }
  for (const place of ['before', 'after'] as const) {
    if (sealed[place]) opened[place] = { ...row[place], ...Object.fromEntries(factsOf(place)) }
  }
  if (sealed.reason !== undefined) opened.reason = String(open(sealed.reason, subjectId, 'reason'))
  if (sealed.address !== undefined) {
    const owner = addressOwner({ id: row.actorId, subjectId })
    opened.address = String(open(sealed.address, owner, 'address'))
  }
  return opened
}

/** One changed entry must not hide the others. */
function openOrSay(text: string, key: Buffer, place: string): unknown {
  try {
    return openSeal(text, key, place)
  } catch {
    return UNREADABLE_FACT
  }
}
