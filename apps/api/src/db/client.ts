import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { inSpan } from './spans.ts'

/** How long statements may take on the connections of a pool, in milliseconds. */
export interface TimeLimits {
  /** Opening a connection, or waiting for a free one of the pool. */
  connectMs: number
  /** A statement, whatever it does. PostgreSQL ends it; a second later the driver gives up. */
  statementMs: number
  /** A wait for a lock. */
  lockMs: number
  /** A transaction in which nothing runs. */
  idleInTransactionMs: number
}

/**
 * For calls, in which a person waits: an unavailable database is a quick 503. Jobs, imports and migrations
 * have no such limits: they may take minutes, and go on after a pause of the database
 * (docs/decisions/database.md).
 */
export const callLimits: TimeLimits = {
  connectMs: 2000,
  statementMs: 5000,
  lockMs: 2000,
  idleInTransactionMs: 30_000,
}

/** For metrics and readiness, which tell of the database and must not wait for it. */
export const scrapeLimits: TimeLimits = {
  connectMs: 2000,
  statementMs: 2000,
  lockMs: 500,
  idleInTransactionMs: 2000,
}

/** Without those limits, a machine that starts everything at once may need seconds to connect. */
export const connectLimit = { timeoutMs: 10_000 }

export type Pool = pg.Pool

/** A statement for the driver; only `db/query.ts` builds one. */
export interface Statement {
  text: string
  values: unknown[]
  name: string | undefined
  rowMode: 'array'
  types: pg.CustomTypesConfig
}

export interface Queryable {
  query: (statement: Statement) => Promise<pg.QueryArrayResult<unknown[]>>
}

/** Commits when `work` returns, rolls back when it throws. */
type OpenTransaction = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>

/** The database of calls. What a signed-in user changes, changes in a `callerTransaction`. */
export interface Database extends Queryable {
  isTransaction: false
  /**
   * Judges no session: for what a link, a password, a token or an answer of Webpay proves instead, and to
   * record a read or tidy up after an upload.
   */
  uncheckedTransaction: OpenTransaction
}

/** The database of jobs and commands, which nobody is signed in for. */
export interface JobDatabase extends Database {
  transaction: OpenTransaction
}

type CopyChunk = string | Uint8Array

export type CopyChunks = AsyncIterable<CopyChunk> | Iterable<CopyChunk>

/** A connection with an open transaction. */
export interface Transaction extends Queryable {
  isTransaction: true
  /** Runs a COPY into a table; only `db/copy.ts` calls it. */
  copy: (statement: string, chunks: CopyChunks) => Promise<void>
  /** Runs a COPY out of a table; only `db/copy.ts` calls it. */
  copyOut: (statement: string) => CopyOut
}

/** The rows of a COPY out of a table; `rowCount` is right once it has ended. */
export type CopyOut = Readable & { rowCount: number }

export interface Connection {
  db: JobDatabase
  pool: Pool
  close: () => Promise<void>
}

/** The portal's own connections, once its database has this version's tables. */
export interface PreparedDatabase extends Connection {
  runsAsOwner: boolean
  /** The connections of calls, with the same rights, for statements that may not take long. */
  open: (limits: TimeLimits, max?: number) => Connection
}

interface ConnectOptions {
  max?: number
  /** The role of every connection, where it is not the user of the URL. */
  role?: string | null
  /** Runs in every transaction, before its commit. */
  beforeCommit?: BeforeCommit
  /** By default only `connectLimit`: a statement may take as long as it needs. */
  limits?: TimeLimits | undefined
}

export type BeforeCommit = (tx: Transaction) => Promise<void>

export function connect(
  url: string,
  { max = 10, role, beforeCommit, limits }: ConnectOptions = {},
): Connection {
  const pool = new pg.Pool({
    connectionString: role ? urlWithRole(url, role) : url,
    max,
    connectionTimeoutMillis: limits?.connectMs ?? connectLimit.timeoutMs,
    keepAlive: true,
    application_name: 'carpeta',
    ...(limits && {
      statement_timeout: limits.statementMs,
      // Meets a database that is silent: one that answers has ended the statement before.
      query_timeout: limits.statementMs + 1000,
      lock_timeout: limits.lockMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    }),
  })
  // A broken idle connection is replaced at the next query.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { db: databaseOf(pool, beforeCommit), pool, close: () => pool.end() }
}

/** PostgreSQL refuses the connection when it cannot take the role; `reset role` returns to it. */
function urlWithRole(text: string, role: string): string {
  const url = new URL(text)
  const given = url.searchParams.get('options') ?? ''
  const escaped = role.replaceAll(/[\\\s]/g, '\\$&')
  url.searchParams.set('options', `${given} -c role=${escaped}`.trim())
  return url.href
}

function databaseOf(pool: Pool, beforeCommit?: BeforeCommit): JobDatabase {
  const transaction: OpenTransaction = (work) =>
    tracedTransaction(async () => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const result = await runAndCommit(client, work, beforeCommit)
        client.release()
        return result
      } catch (error) {
        // A connection whose rollback failed would go on in the transaction of somebody else's call, and
        // one whose statement still runs would keep that call waiting.
        client.release(isDatabaseSilent(error) || client.getTransactionStatus() !== 'I')
        throw error
      }
    })
  return {
    query: (statement) => tracedStatement(statement, () => pool.query(statement)),
    isTransaction: false,
    uncheckedTransaction: transaction,
    transaction,
  }
}

async function runAndCommit<Result>(
  client: pg.PoolClient,
  work: (tx: Transaction) => Promise<Result>,
  beforeCommit?: BeforeCommit,
): Promise<Result> {
  try {
    const query: Queryable['query'] = (statement) =>
      tracedStatement(statement, () => client.query(statement))
    const tx: Transaction = {
      query,
      isTransaction: true,
      copy: (statement, chunks) => pipeline(chunks, client.query(copyFrom(statement))),
      copyOut: (statement) => client.query(copyTo(statement)),
    }
    const result = await work(tx)
    await beforeCommit?.(tx)
    await client.query('commit')
    return result
  } catch (error) {
    // A silent database would not answer the rollback either; the connection is closed instead.
    if (!isDatabaseSilent(error)) await client.query('rollback')
    throw error
  }
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
  '25P03', // idle in transaction for too long
  '53300', // too many connections
  '55P03', // waited for a lock for too long
  '57014', // ran for too long
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
])

/** The part of an error that may be logged: the database's message without rows and values. */
export function rootCause(error: unknown): unknown {
  let cause = error
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  if (!(cause instanceof pg.DatabaseError)) return cause
  const { code, table, constraint } = cause
  // An error of class 22 quotes the value after a colon.
  const message = code?.startsWith('22') ? cause.message.replace(/:.*$/s, '') : cause.message
  return { message, code, table, constraint, stack: cause.stack?.replace(cause.message, message) }
}

/** Whether a statement failed because this unique index already has such a row. */
export function breaksUniqueness(error: unknown, index: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause.constraint === index
  }
  return false
}

/** Whether PostgreSQL ended the transaction because of a deadlock. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01'
}

/** Whether a statement refers to a row that another transaction deleted. */
export function refersToDeleted(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23503'
}

/** The driver's message after `query_timeout`; the statement may still run. */
const silent = /query read timeout/i

function isDatabaseSilent(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (silent.test(cause.message)) return true
  }
  return false
}

/** The driver's messages; the last one is of a rollback on a broken connection. */
const lostConnection =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable/i

/** Whether the database is unreachable or too slow, as opposed to a failed statement. */
export function isDatabaseDown(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // Over a socket 'away' is also ENOENT (no file), EACCES or EAGAIN, which mean something else elsewhere.
    if ('syscall' in cause && cause.syscall === 'connect') return true
    if ('code' in cause && typeof cause.code === 'string' && DOWN.has(cause.code)) return true
    if (lostConnection.test(cause.message) || silent.test(cause.message)) return true
  }
  return false
}

/** Whether the disk of the database is full; the transaction is rolled back. */
export function isDatabaseFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError && cause.code === '53100') return true
  }
  return false
}

const MAX_TEXT = 2000

/** Runs a statement in a span with its text, in which `$1` stands for each value. */
function tracedStatement<Result>(
  { text }: { text: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const describe = () => {
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.slice(0, MAX_TEXT),
    }
    return { name: operation, attributes }
  }
  return inSpan('statement', describe, work)
}

function tracedTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  return inSpan('transaction', () => ({ name: 'transaction', attributes: {} }), work)
}
