import type { Database, Pool } from '../db/client.ts'
import { networksOf } from '../http/caller.ts'
import { Throttled } from '../http/errors.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { type RateLimitRule, rateLimitRules } from './limits.ts'
import { deleteExpiredCounts, returnPoint, takePoint } from './throttle-store.ts'

interface RateLimit {
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
  const limits = Object.entries<RateLimitRule>(rateLimitRules).map(([name, rule]) => {
    const limit = rateLimit(pool, rule)
    if (rule.sitePoints === undefined) return [name, limit]
    const prefix = `${rule.prefix}-site`
    return [
      name,
      addressLimit(limit, rateLimit(pool, { ...rule, prefix, points: rule.sitePoints })),
    ]
  })
  return Object.fromEntries(limits)
}

/** A limit whose keys are addresses: each counts for its visitor and, with IPv6, for its site. */
function addressLimit(visitors: RateLimit, sites: RateLimit): RateLimit {
  const countsOf = (address: string): [RateLimit, string][] => {
    const { visitor, site } = networksOf(address)
    const counts: [RateLimit, string][] = [[visitors, visitor]]
    if (site !== null) counts.push([sites, site])
    return counts
  }
  return {
    // A refused visitor consumes nothing of the site.
    consume: async (address) => {
      for (const [limit, key] of countsOf(address)) await limit.consume(key)
    },
    refund: async (address) => {
      for (const [limit, key] of countsOf(address)) await limit.refund(key)
    },
    tryConsume: async (address) => {
      for (const [limit, key] of countsOf(address)) if (!(await limit.tryConsume(key))) return false
      return true
    },
  }
}

function rateLimit(pool: Pool, { prefix, points, window }: RateLimitRule): RateLimit {
  const take = async (key: string) => {
    const taken = await takePoint(pool, `${prefix}:${key}`, window)
    return { isLeft: taken.points <= points, waitSeconds: taken.waitSeconds }
  }
  return {
    consume: async (key) => {
      const { isLeft, waitSeconds } = await take(key)
      if (!isLeft) throw new Throttled(waitSeconds)
    },
    refund: (key) => returnPoint(pool, `${prefix}:${key}`),
    tryConsume: async (key) => (await take(key)).isLeft,
  }
}

/**
 * Counts what is done, not what is tried: the point comes back when the work throws or does nothing, which it tells
 * with null. @throws {Throttled}
 */
export async function countDone<Done>(
  limit: RateLimit,
  key: number,
  work: () => Promise<Done | null>,
): Promise<Done | null> {
  await limit.consume(String(key))
  let done: Done | null = null
  try {
    done = await work()
  } finally {
    if (done === null) await limit.refund(String(key))
  }
  return done
}

const DELETE_OLD_LOGIN_ATTEMPTS = 'delete_old_login_attempts'

export function throttleJobs({ db }: { db: Database }): ModuleJobs {
  return {
    tasks: { [DELETE_OLD_LOGIN_ATTEMPTS]: () => deleteExpiredCounts(db) },
    schedule: [`19 * * * * ${DELETE_OLD_LOGIN_ATTEMPTS}`],
  }
}
