import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool } from '../db/client.ts'
import { Throttled } from '../http/errors.ts'
import { type RateLimitRule, rateLimitRules } from './limits.ts'

interface RateLimit {
  /** Consumes nothing. @throws {Throttled} when no point is left in the window */
  requireRemaining: (key: string) => Promise<void>
  /** Consumes a point. @throws {Throttled} when none was left */
  consume: (key: string) => Promise<void>
  /** Returns a consumed point. */
  refund: (key: string) => Promise<void>
  /** Consumes a point. False when none was left. */
  tryConsume: (key: string) => Promise<boolean>
}

export type RateLimits = Record<keyof typeof rateLimitRules, RateLimit>

/** Counts in PostgreSQL, so that all processes share them and a restart keeps them. */
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
  const consumePoint = async (key: string): Promise<RateLimiterRes | null> => {
    try {
      await limiter.consume(key)
      return null
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return refused
      throw refused
    }
  }
  return {
    requireRemaining: async (key) => {
      const state = await limiter.get(key)
      if (state && state.consumedPoints >= points) throw new Throttled(state.msBeforeNext / 1000)
    },
    consume: async (key) => {
      const refused = await consumePoint(key)
      if (refused) throw new Throttled(refused.msBeforeNext / 1000)
    },
    refund: async (key) => {
      await limiter.reward(key)
    },
    tryConsume: async (key) => (await consumePoint(key)) === null,
  }
}
