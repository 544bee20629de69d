import type { MemberData } from '@carpeta/contract/personal-data'
import type { Database, Transaction } from '../db/client.ts'
import { deleteDueCalendar, readDueCalendar } from './due-calendar-store.ts'

/** That there is an address; nobody knows its key but the member. */
export async function exportPersonalData(
  db: Database,
  userId: number,
): Promise<Pick<MemberData, 'due_calendar'>> {
  const calendar = await readDueCalendar(db, userId)
  if (calendar?.created_at == null) return { due_calendar: null }
  return { due_calendar: { created_at: calendar.created_at, last_read_at: calendar.last_read_at } }
}

export async function erasePersonalData(tx: Transaction, userId: number): Promise<void> {
  await deleteDueCalendar(tx, userId)
}
