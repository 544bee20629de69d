import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

export type Pool = pg.Pool
export type Database = NodePgDatabase<Record<string, never>>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface Connection {
  db: Database
  pool: Pool
  close: () => Promise<void>
}

/** A pool that gives up within two seconds, so that a database that is down is a quick 503. */
export function connect(url: string, options: { max?: number } = {}): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 2000,
    keepAlive: true,
    application_name: 'carpeta',
  })
  // An idle connection that breaks (a restarted database) is replaced at the next query.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { db: drizzle(pool), pool, close: () => pool.end() }
}

/** @throws when the database does not answer. */
export async function ping(db: Database): Promise<void> {
  await db.execute(sql`select 1`)
}

const DOWN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  '08000', // connection exception
  '08001',
  '08003',
  '08006',
  '53300', // too many connections
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
])

/**
 * What may be logged of a failed statement: the database's own words, and not the statement with
 * the person's data in it, which the wrapping error carries.
 */
export function rootCause(error: unknown): unknown {
  let cause = error
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  if (!(cause instanceof pg.DatabaseError)) return cause
  const { code, table, constraint } = cause
  // Of a value that does not fit (class 22) the database quotes the value after a colon.
  const message = code?.startsWith('22') ? cause.message.replace(/:.*$/s, '') : cause.message
  return { message, code, table, constraint, stack: cause.stack?.replace(cause.message, message) }
}

/** Whether a statement was refused because this unique index has such a row already. */
export function breaksUniqueness(error: unknown, index: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause.constraint === index
  }
  return false
}

/** In the driver's own words; the last is of a rollback on a connection that broke before. */
const lostConnection =
  /connection terminated|timeout exceeded when trying to connect|is not queryable/i

/** Whether the database could not be reached, as opposed to having refused a statement. */
export function isDatabaseDown(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && DOWN.has(cause.code)) return true
    if (lostConnection.test(cause.message)) return true
  }
  return false
}
