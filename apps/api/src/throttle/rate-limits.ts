import { MAX_UPLOADS_A_DAY } from '@carpeta/domain/requests/document-rules'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool } from '../db/client.ts'
import { Throttled } from '../http/errors.ts'

export interface RateLimit {
  /** @throws {Throttled} when nothing is left in the window; spends nothing. */
  refuseWhenSpent: (key: string) => Promise<void>
  /** Spends one. @throws {Throttled} when that was one too many. */
  spend: (key: string) => Promise<void>
  /** Takes back one that was spent. */
  giveBack: (key: string) => Promise<void>
  /** Spends one and tells whether there was one to spend. */
  trySpend: (key: string) => Promise<boolean>
}

export interface RateLimits {
  /** Failed log-ins of an address: an office full of members passes, a spray does not. */
  loginFailures: RateLimit
  /** Links and codes that do not exist, by address. */
  linkFailures: RateLimit
  /** Letters asked for by an address, for whatever account. */
  emailRequests: RateLimit
  /** Restore letters of an account: beyond it silently none (security.md 2.11). */
  restoreEmails: RateLimit
  /** Folios that do not exist, by address. */
  folioFailures: RateLimit
  /** Statements that a member takes along: drawing one takes the server a while. */
  statements: RateLimit
  /** All of a member's data, taken along: reading it takes dozens of queries. */
  dataExports: RateLimit
  /** Requests that a member begins. */
  newRequests: RateLimit
  /** Files that a member sends, whatever becomes of them. */
  uploads: RateLimit
}

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** Counted windows in PostgreSQL: shared by all processes, and they survive a restart. */
export function rateLimitsFor(pool: Pool): RateLimits {
  const limit = (keyPrefix: string, points: number, duration: number) =>
    rateLimit(
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix,
        points,
        duration,
        clearExpiredByTimeout: true,
      }),
      points,
    )
  return {
    loginFailures: limit('login', 100, 15 * MINUTE),
    linkFailures: limit('link', 30, 15 * MINUTE),
    emailRequests: limit('ask', 30, 15 * MINUTE),
    restoreEmails: limit('restore', 3, 60 * MINUTE),
    folioFailures: limit('folio', 30, 15 * MINUTE),
    statements: limit('statement', 60, 15 * MINUTE),
    dataExports: limit('data', 10, 60 * MINUTE),
    newRequests: limit('request', 100, 60 * MINUTE),
    uploads: limit('upload', MAX_UPLOADS_A_DAY, DAY),
  }
}

function rateLimit(limiter: RateLimiterPostgres, points: number): RateLimit {
  const consume = async (key: string): Promise<RateLimiterRes | null> => {
    try {
      await limiter.consume(key)
      return null
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return refused
      throw refused
    }
  }
  return {
    refuseWhenSpent: async (key) => {
      const spent = await limiter.get(key)
      if (spent && spent.consumedPoints >= points) throw new Throttled(spent.msBeforeNext / 1000)
    },
    spend: async (key) => {
      const refused = await consume(key)
      if (refused) throw new Throttled(refused.msBeforeNext / 1000)
    },
    giveBack: async (key) => {
      await limiter.reward(key)
    },
    trySpend: async (key) => (await consume(key)) === null,
  }
}
