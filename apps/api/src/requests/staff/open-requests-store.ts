import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Database } from '../../db/client.ts'
import { many, sql } from '../../db/query.ts'
import { isOpenSql } from '../requests-tables.ts'

export interface OpenRequestsOfAge {
  /** The index of the band. */
  band: number
  requests: number
  overdue: number
  /** Staff wait for the member. */
  waiting: number
}

/** Open requests by the day they were sent on. @param starts the first day of each band, newest first */
export function countOpenByAge(db: Database, starts: CalendarDate[]): Promise<OpenRequestsOfAge[]> {
  return many<OpenRequestsOfAge>(
    db,
    sql`select (select count(*) from unnest(${starts}::date[]) as start where sent_on < start) as band,
        count(*) as requests, count(*) filter (where due_at < now()) as overdue,
        count(*) filter (where state = 'missing') as waiting
      from (
        select (sent_at at time zone 'America/Santiago')::date as sent_on, due_at, state
        from requests where ${isOpenSql}) open_requests
      group by band`,
  )
}
