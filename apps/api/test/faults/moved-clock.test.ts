import { expect, test, vi } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortalForTest } from '../open-portal.ts'
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
