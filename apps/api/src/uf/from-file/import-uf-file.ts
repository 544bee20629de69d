import type { CalendarDate } from '@carpeta/domain/dates/dates'
import { acceptUfValues, ufJumpText } from '@carpeta/domain/money/uf-series'
import type { UfValue } from '@carpeta/domain/money/uf-value'
import type { Database } from '../../db/client.ts'
import { deleteSampleUfValues, listUfValues, replaceUfValues } from '../uf-store.ts'
import { type RejectedLine, readUfFile, type UfLine } from './read-uf-file.ts'

export interface UfFileOutcome {
  added: UfValue[]
  changed: { before: UfValue; after: UfValue }[]
  unchanged: number
  /** By line. */
  rejects: RejectedLine[]
}

const FIRST_DAY = '0001-01-01' as CalendarDate

/**
 * Saves the values of a file, which replace stored ones. A line that cannot be read is rejected, and so
 * is a jump unless `force` is set; the other lines are saved.
 */
export async function importUfFile(
  db: Database,
  bytes: Buffer,
  { force }: { force: boolean },
): Promise<UfFileOutcome> {
  const read = readUfFile(bytes)
  return db.transaction(async (tx) => {
    const known = await listUfValues(tx, FIRST_DAY)
    const stored = known.filter(({ source }) => source !== 'sample')
    const { lines, jumping } = force
      ? { lines: read.lines, jumping: [] }
      : judge(stored, read.lines)
    const byDate = new Map(stored.map((value) => [value.date, value]))
    const added = lines.filter(({ date }) => !byDate.has(date))
    const changed = lines.flatMap((after) => {
      const before = byDate.get(after.date)
      return before && before.pesos !== after.pesos ? [{ before, after }] : []
    })
    if (lines.length > 0) await deleteSampleUfValues(tx)
    const values = [...added, ...changed.map(({ after }) => after)]
    await replaceUfValues(
      tx,
      values.map(({ date, pesos }) => ({ date, pesos, source: 'file' })),
    )
    const unchanged = lines.length - values.length
    const rejects = [...read.rejects, ...jumping].toSorted((a, b) => a.line - b.line)
    return { added, changed, unchanged, rejects }
  })
}

function judge(stored: UfValue[], given: UfLine[]): { lines: UfLine[]; jumping: RejectedLine[] } {
  const { accepted, jumps } = acceptUfValues(stored, given)
  const dates = new Set(accepted.map(({ date }) => date))
  const reasons = new Map(jumps.map((jump) => [jump.value.date, ufJumpText(jump)]))
  return {
    lines: given.filter(({ date }) => dates.has(date)),
    jumping: given
      .filter(({ date }) => !dates.has(date))
      .map(({ date, line, text }) => ({ line, text, reason: reasons.get(date) ?? '' })),
  }
}
