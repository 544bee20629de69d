import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool } from '../db/client.ts'
import { Throttled } from '../http/errors.ts'
import { type RateLimitRule, rateLimitRules } from './limits.ts'

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

export type RateLimits = Record<keyof typeof rateLimitRules, RateLimit>

/** Counts in PostgreSQL: shared by all processes, and kept over a restart. */
export function rateLimitsFor(pool: Pool): RateLimits {
  const limits = Object.entries<RateLimitRule>(rateLimitRules).map(([name, rule]) => [
    name,
    rateLimit(
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: rule.prefix,
        points: rule.points,
        duration: rule.window,
        clearExpiredByTimeout: true,
      }),
      rule.points,
    ),
  ])
  return Object.fromEntries(limits)
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
