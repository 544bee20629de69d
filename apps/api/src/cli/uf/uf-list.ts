import {
  addDays,
  dateTimeInSantiago,
  shortDate,
  todayInSantiago,
} from '@carpeta/domain/dates/dates'
import { formatUfRate } from '@carpeta/domain/money/uf-value'
import { readUfDate } from '../../uf/uf-file.ts'
import { listUfValues, sourceLabels } from '../../uf/uf-store.ts'
import { UsageError } from '../usage-error.ts'
import { withDatabase } from '../with-database.ts'

const DAYS_BEFORE = 7

/** The values from a day on, by default from a week ago, also those of days to come. */
export async function runUfList({ from }: { from?: string }): Promise<void> {
  const today = todayInSantiago(new Date())
  const first = from === undefined ? addDays(today, -DAYS_BEFORE) : readUfDate(from)
  if (first === null) throw new UsageError(`«${from}» no es una fecha: use dd-mm-aaaa.`)
  const values = await withDatabase((db) => listUfValues(db, first))
  for (const { date, pesos, source, loadedAt } of values) {
    const mark = date === today ? '  (hoy)' : ''
    console.log(
      `${shortDate(date)}  ${formatUfRate(pesos)}  de ${sourceLabels[source]}, el ${dateTimeInSantiago(loadedAt)}${mark}`,
    )
  }
  if (values.some(({ date }) => date === today)) return
  console.log(`Falta el valor de hoy, ${shortDate(today)}.`)
}
