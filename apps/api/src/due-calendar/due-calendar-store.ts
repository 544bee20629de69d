import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { Database, Transaction } from '../db/client.ts'
import { exec, instant, maybeOne, sql, wireRows } from '../db/query.ts'
import { accountIdOf, canLogIn } from '../people/people-store.ts'

export type DueCalendarState = AnswerOf<'GET /api/due-calendar/'>

/** Whether the account could log in today, as who it was then; another one of its rut is not the account. */
const counts = sql`${canLogIn(sql`due_calendars.rut`)}
  and ${accountIdOf(sql`due_calendars.rut`)} = due_calendars.user_id`

export async function readDueCalendar(
  db: Database,
  userId: number,
): Promise<DueCalendarState | null> {
  const [calendar = null] = await wireRows<DueCalendarState>(
    db,
    sql`select ${instant('created_at')} as created_at, ${instant('last_read_at')} as last_read_at
      from due_calendars where user_id = ${userId} and ${counts}`,
  )
  return calendar
}

export async function insertDueCalendar(
  tx: Transaction,
  { userId, rut, keyHash }: { userId: number; rut: string; keyHash: string },
): Promise<void> {
  await exec(
    tx,
    sql`insert into due_calendars (user_id, rut, key_hash) values (${userId}, ${rut}, ${keyHash})`,
  )
}

/** False when the user has none. */
export async function deleteDueCalendar(tx: Transaction, userId: number): Promise<boolean> {
  return (await exec(tx, sql`delete from due_calendars where user_id = ${userId}`)) > 0
}

interface CalendarOwner {
  id: number
  rut: string
}

/** Whose calendar the key opens, judged now. */
export function findCalendarOwner(db: Database, keyHash: string): Promise<CalendarOwner | null> {
  return maybeOne<CalendarOwner>(
    db,
    sql`select user_id as id, rut from due_calendars where key_hash = ${keyHash} and ${counts}`,
  )
}

export async function noteRead(db: Database, userId: number): Promise<void> {
  await exec(db, sql`update due_calendars set last_read_at = now() where user_id = ${userId}`)
}

/** Deletes addresses that no calendar has read for so long. @returns how many */
export function deleteUnreadCalendars(db: Database, days: number): Promise<number> {
  return exec(
    db,
    sql`delete from due_calendars
      where coalesce(last_read_at, created_at) < now() - ${days} * interval '1 day'`,
  )
}
