import { expect, test, vi } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { findLink, useLink } from '../../src/auth/links-store.ts'
import { countRecentEmails, recordEmail } from '../../src/email/recent-emails-store.ts'
import { rateLimitRules } from '../../src/throttle/limits.ts'
import { rateLimitsFor } from '../../src/throttle/rate-limits.ts'
import { takeAttempt } from '../../src/throttle/throttle-store.ts'
import { openPortalForTest } from '../open-portal.ts'
import { AccountCalls, DEAD_LINK } from '../users/account-calls.ts'
import { json } from '../visitor.ts'

// Limits run on the database's clock, so that a process with a wrong one ends and prolongs nothing
// (docs/security.md 12.10).

const DAY_MS = 86_400_000

function moveClock(days: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_MS })
}

test.each([-400, -3, 3, 400])(
  'a clock wrong by %i days ends no session of Rosa’s (security 12.10)',
  async (days) => {
    const portal = await openPortalForTest({ SESSION_IDLE_MINUTES: '60' })
    const rosa = await portal.as('rosa')
    moveClock(days)
    expect((await rosa.get('/api/auth/user/')).status).toBe(200)
    expect((await portal.as('rosa')).cookies.has('sessionid')).toBe(true)
    vi.useRealTimers()
    expect((await rosa.get('/api/auth/user/')).status).toBe(200)
  },
)

test.each([-3, 3])(
  'a clock wrong by %i days prolongs no link and no session (security 12.10)',
  async (days) => {
    const portal = await openPortalForTest({ SESSION_IDLE_MINUTES: '60' })
    const rosa = await portal.as('rosa')
    const visitor = portal.visitor()
    await visitor.fetchToken()
    moveClock(days)
    await visitor.post(
      '/api/send-restore-password-ss/',
      json({ social_security: personas.rosa.rut }),
    )
    vi.useRealTimers()
    const token = (await portal.sentEmails()).at(-1)?.text.match(/token=([\w-]+)/)?.[1]
    const check = () => visitor.get(`/api/client/check/?token=${token}`)
    expect((await check()).status).toBe(200)
    await portal.pool.query(`update account_links set expires_at = now() - interval '1 second'`)
    await portal.pool.query(`update sessions set last_used_at = now() - interval '61 minutes'`)
    moveClock(days)
    expect((await check()).status).toBe(422)
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
  },
)

test.each([-3, 3])(
  'a clock wrong by %i days neither ends a limit nor prolongs it (security 12.10)',
  async (days) => {
    const { pool } = await openPortalForTest({})
    const { testEmails } = rateLimitsFor(pool)
    moveClock(days)
    for (let n = 0; n < rateLimitRules.testEmails.points; n++) await testEmails.consume('1')
    expect(await testEmails.tryConsume('1')).toBe(false)
    vi.useRealTimers()
    await expect(testEmails.consume('1')).rejects.toMatchObject({ status: 429 })
    const { rows } = await pool.query(
      `select abs(expire / 1000 - extract(epoch from now())) <= 3600 as is_within_the_hour
       from rate_limits where key = 'test-email:1'`,
    )
    expect(rows).toEqual([{ is_within_the_hour: true }])
  },
)

test('after the database’s clock is set back by a year, no limit, no wait and no email waits for it (security 12.951)', async () => {
  const { pool, db } = await openPortalForTest({})
  const { testEmails } = rateLimitsFor(pool)
  await testEmails.consume('1')
  await pool.query('update rate_limits set points = 100, expire = expire + 31536000000')
  expect(await testEmails.tryConsume('1')).toBe(true)
  for (let n = 0; n < 10; n++) await takeAttempt(db, 'rosa')
  expect(await takeAttempt(db, 'rosa')).toMatchObject({ allowed: false })
  await pool.query(`update login_attempts set locked_until = now() + interval '1 year'`)
  expect(await takeAttempt(db, 'rosa')).toEqual({ allowed: true })
  await recordEmail(db)
  await pool.query(`update recent_emails set at = at + interval '1 year'`)
  expect(await countRecentEmails(db)).toBe(0)
})

test('nor does a session (security 12.951)', async () => {
  const portal = await openPortalForTest({})
  const rosa = await portal.as('rosa')
  const moved = `created_at = created_at + interval '1 year', last_used_at = now() + interval '1 year'`
  await portal.pool.query(`update sessions set ${moved}`)
  expect((await rosa.get('/api/auth/user/')).status).toBe(401)
})

test('nor does a link that was sent meanwhile work until the day that it showed, but the one of the owner who undoes a theft (security 12.970)', async () => {
  const portal = await openPortalForTest({})
  const account = await AccountCalls.open(portal)
  const token = await account.restoreToken()
  expect((await account.check(token)).status).toBe(200)
  const moved = `created_at = created_at + interval '1 year', expires_at = expires_at + interval '1 year'`
  await portal.pool.query(`update account_links set ${moved}`)
  expect(await account.check(token)).toEqual(DEAD_LINK)
  expect(await account.setPassword(token)).toEqual(DEAD_LINK)
  expect(await portal.db.transaction((tx) => useLink(tx, token))).toBe(false)
  await portal.pool.query(`update account_links set purpose = 'not_me'`)
  expect(await findLink(portal.db, token)).toMatchObject({ isUsed: false })
  expect(await portal.db.transaction((tx) => useLink(tx, token))).toBe(true)
})
