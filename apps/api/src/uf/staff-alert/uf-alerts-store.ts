import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Transaction } from '../../db/client.ts'
import { exec, sql } from '../../db/query.ts'

/** False when staff have been told on that day. */
export async function recordUfAlert(
  tx: Transaction,
  date: CalendarDate,
  reason: string,
): Promise<boolean> {
  const inserted = await exec(
    tx,
    sql`insert into uf_alerts (date, reason) values (${date}, ${reason}) on conflict do nothing`,
  )
  return inserted === 1
}
