import type { Queryable } from '../client.ts'
import { one, sql } from '../query.ts'

interface Server {
  version: string
  major: number
  encoding: string
  /** Of the role that the portal connects as. */
  isSuperuser: boolean
}

export function readServer(db: Queryable): Promise<Server> {
  return one<Server>(
    db,
    sql`select current_setting('server_version') as version,
        current_setting('server_version_num')::int / 10000 as major,
        current_setting('server_encoding') as encoding,
        current_setting('is_superuser') = 'on' as is_superuser`,
  )
}

export async function readClock(db: Queryable): Promise<Date> {
  const { now } = await one<{ now: Date }>(db, sql`select clock_timestamp() as now`)
  return now
}
