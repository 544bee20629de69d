import pg from 'pg'

export type Pool = pg.Pool

/** A statement as the driver takes it; `db/query.ts` makes it. */
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

export interface Database extends Queryable {
  /** Commits what `work` did; rolls everything back when it throws. */
  transaction: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>
}

/** One connection, on which a transaction is open. */
export interface Transaction extends Queryable {
  isTransaction: true
}

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
  return { db: databaseOf(pool), pool, close: () => pool.end() }
}

function databaseOf(pool: Pool): Database {
  return {
    query: (statement) => pool.query(statement),
    transaction: async (work) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        return await runAndCommit(client, work)
      } finally {
        client.release()
      }
    },
  }
}

async function runAndCommit<Result>(
  client: pg.PoolClient,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    const query: Queryable['query'] = (statement) => client.query(statement)
    const result = await work({ query, isTransaction: true })
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
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
  '53300', // too many connections
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
])

/**
 * What may be logged of a failed statement: what the database says of it, without the row or the
 * value that it quotes.
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
