import {
  type Connection,
  type Database,
  isDatabaseDown,
  type Queryable,
  rootCause,
  type TimeLimits,
} from './client.ts'
import { exec, one, scalar, sql } from './query.ts'

/** @throws when the database does not answer */
export async function ping(db: Database): Promise<void> {
  await exec(db, sql`select 1`)
}

/** @throws a sentence for the operator, without the password, when the database is unreachable */
export async function requireAnswer({ db, pool }: Connection): Promise<void> {
  try {
    await ping(db)
  } catch (error) {
    if (!isDatabaseDown(error)) throw error
    const { code } = rootCause(error) as { code?: string }
    const where = hostOf(String(pool.options.connectionString))
    throw new Error(
      `La base de datos${where && ` en ${where}`} no responde${code ? ` (${code})` : ''}. ` +
        'Revise DATABASE_URL, y que PostgreSQL esté en marcha.',
    )
  }
}

/** The host and port, or the folder of the socket. */
function hostOf(url: string): string {
  return URL.canParse(url) ? decodeURIComponent(new URL(url).host) : ''
}

const OLDEST_MAJOR = 15

interface Server {
  version: string
  /** Why the portal does not run on it; null when it does. */
  refusal: string | null
  encoding: string
  /** Whether the portal connects as a superuser. */
  isSuperuser: boolean
}

export async function readServer(db: Queryable): Promise<Server> {
  const { major, ...server } = await one<Omit<Server, 'refusal'> & { major: number }>(
    db,
    sql`select current_setting('server_version') as version,
        current_setting('server_version_num')::int / 10000 as major,
        current_setting('server_encoding') as encoding,
        current_setting('is_superuser') = 'on' as is_superuser`,
  )
  const isOld = major < OLDEST_MAJOR
  const refusal = `PostgreSQL ${server.version}: se necesita la versión ${OLDEST_MAJOR} o una posterior.`
  return { ...server, refusal: isOld ? refusal : null }
}

/** Whether the connection has these limits, which a pooler may drop. */
export async function hasTimeLimits(db: Queryable, limits: TimeLimits): Promise<boolean> {
  const { has } = await one<{ has: boolean }>(
    db,
    sql`select bool_and(setting = case name
          when 'statement_timeout' then ${String(limits.statementMs)}
          when 'lock_timeout' then ${String(limits.lockMs)}
          else ${String(limits.idleInTransactionMs)} end) as has
        from pg_settings
        where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`,
  )
  return has
}

/** How many connections roles without special rights may open together. */
export function admittedConnections(db: Queryable): Promise<number> {
  return scalar(
    db,
    sql`select current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true), '0')::int as admitted`,
  )
}

interface DatabaseFigures {
  bytes: number
  /** When PostgreSQL last counted the rows of a table, by which it plans; null when it never did. */
  analysedAt: Date | null
}

export function readDatabaseFigures(db: Queryable): Promise<DatabaseFigures> {
  return one<DatabaseFigures>(
    db,
    sql`select pg_database_size(current_database())::bigint as bytes,
        (select max(greatest(last_analyze, last_autoanalyze)) from pg_stat_user_tables) as analysed_at`,
  )
}

export async function readClock(db: Queryable): Promise<Date> {
  const { now } = await one<{ now: Date }>(db, sql`select clock_timestamp() as now`)
  return now
}
