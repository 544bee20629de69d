/** How long statements may take on the connections of a pool, in milliseconds. */
export interface TimeLimits {
  /** A statement, whatever it does. PostgreSQL ends it; a second later the driver gives up. */
  statementMs: number
  /** A wait for a lock. */
  lockMs: number
  /** A transaction in which nothing runs. */
  idleInTransactionMs: number
}

/** How long opening a connection may take: an unavailable database is a quick 503. */
export const connectLimit = { timeoutMs: 2000 }

/**
 * For calls, in which a person waits. Jobs, imports and migrations have no such limits: they may take
 * minutes, and go on after a pause of the database (docs/decisions/database.md).
 */
export const callLimits: TimeLimits = {
  statementMs: 5000,
  lockMs: 2000,
  idleInTransactionMs: 30_000,
}

/** For metrics and readiness, which tell of the database and must not wait for it. */
export const scrapeLimits: TimeLimits = {
  statementMs: 2000,
  lockMs: 500,
  idleInTransactionMs: 2000,
}
