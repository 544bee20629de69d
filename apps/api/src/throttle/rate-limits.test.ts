import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { form, json, type Visitor } from '../../test/visitor.ts'
import { exec, many, one, sql } from '../db/query.ts'
import { networksOf, normalAddress } from '../http/caller.ts'
import { rateLimitRules } from './limits.ts'

const group = fc.integer({ min: 0, max: 0xffff })
const hex = (value: number) => value.toString(16)
/** Eight groups of an IPv6 address in which no IPv4 address is written. */
const ipv6 = fc.array(group, { minLength: 8, maxLength: 8 }).filter(([first]) => first !== 0)
const ipv4 = fc.ipV4()

/** Spellings of one IPv6 address. */
function spellingsOf(groups: number[]): string[] {
  const plain = groups.map(hex).join(':')
  const padded = groups.map((each) => hex(each).padStart(4, '0')).join(':')
  return [
    plain,
    padded,
    plain.toUpperCase(),
    `${plain}%eth0`,
    `[${plain}]`,
    `[${padded}]:443`,
    new URL(`http://[${plain}]/`).hostname,
  ]
}

describe('an address has one spelling', () => {
  test('whatever the case, zeros, zone, brackets and port of IPv6', () => {
    fc.assert(
      fc.property(ipv6, (groups) => {
        const normal = new Set(spellingsOf(groups).map(normalAddress))
        expect([...normal]).toEqual([
          new URL(`http://[${groups.map(hex).join(':')}]/`).hostname.slice(1, -1),
        ])
      }),
    )
  })

  test('an IPv4 address written as IPv6, or with a port, is IPv4 (security 2.17)', () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
        const mapped = `::ffff:${hex(a * 256 + b)}:${hex(c * 256 + d)}`
        const spellings = [
          address,
          `${address}:8080`,
          `::ffff:${address}`,
          `::FFFF:${address}`,
          mapped,
          `[${mapped}]:1`,
        ]
        expect(new Set(spellings.map(normalAddress))).toEqual(new Set([address]))
      }),
    )
  })

  test.each([
    '',
    '1.2.3',
    '127.1',
    '0x7f.0.0.1',
    '010.0.0.1',
    '1.2.3.4.5',
    ':::',
    'localhost',
    '10.0.0.0/8',
    'unknown',
  ])('«%s» is none', (text) => expect(normalAddress(text)).toBeNull())

  test('any text is an address in its one spelling, or none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV6(), ipv4), (text) => {
        const normal = normalAddress(text)
        if (normal !== null) expect(normalAddress(normal)).toBe(normal)
      }),
    )
  })
})

describe('an address counts', () => {
  test('as itself, with IPv4', () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        expect(networksOf(address)).toEqual({ visitor: address, site: null })
        expect(networksOf(`::ffff:${address}`)).toEqual({ visitor: address, site: null })
      }),
    )
  })

  test('with all addresses of its /64, and those of its /48, with IPv6 (security 2.17)', () => {
    fc.assert(
      fc.property(ipv6, ipv6, fc.integer({ min: 0, max: 8 }), (groups, other, shared) => {
        const neighbour = [...groups.slice(0, shared), ...other.slice(shared)]
        const common = groups.findIndex((each, index) => each !== neighbour[index])
        const sameGroups = common === -1 ? 8 : common
        const [mine, theirs] = [groups, neighbour].map((each) =>
          networksOf(each.map(hex).join(':')),
        )
        expect(mine?.visitor === theirs?.visitor).toBe(sameGroups >= 4)
        expect(mine?.site === theirs?.site).toBe(sameGroups >= 3)
      }),
    )
    expect(networksOf('2001:DB8:1:2:3:4:5:6')).toEqual({
      visitor: '2001:db8:1:2::/64',
      site: '2001:db8:1::/48',
    })
  })
})

const ROSA = personas.rosa.rut
const { loginFailures } = rateLimitRules

let portal: Portal
beforeEach(async () => {
  portal = await openPortalForTest({})
})

async function logInFrom(remoteAddress: string, password = SAMPLE_PASSWORD) {
  const visitor = portal.visitor()
  await visitor.fetchToken()
  return visitor.post('/api/auth/login/', { ...form({ username: ROSA, password }), remoteAddress })
}

/** Leaves this number of points to a key of a limit. */
async function leave(points: number, rule: { prefix: string; points: number }, key: string) {
  await exec(
    portal.db,
    sql`insert into rate_limits (key, points, expire) values (
      ${`${rule.prefix}:${key}`}, ${rule.points - points},
      (extract(epoch from now()) * 1000 + 600000)::bigint)`,
  )
}

describe('an address without logins left', () => {
  test('locks nobody out: Rosa logs in from elsewhere, without a wait (security 2.16)', async () => {
    await leave(0, loginFailures, '203.0.113.7')
    for (let i = 0; i < 20; i++) {
      expect((await logInFrom('203.0.113.7', `Otra#${i}`)).status).toBe(429)
    }
    expect(await many(portal.db, sql`select from login_attempts`)).toEqual([])
    expect((await logInFrom('198.51.100.4')).status).toBe(200)
  })

  test('attempts on a locked account do not use up an address (security 2.16)', async () => {
    await leave(2, loginFailures, '203.0.113.7')
    for (let i = 0; i < 10; i++) await logInFrom('198.51.100.4', `Otra#${i}`)
    for (let i = 0; i < 5; i++) expect((await logInFrom('203.0.113.7')).status).toBe(429)
    const { points } = await one<{ points: number }>(
      portal.db,
      sql`select points from rate_limits where key = 'login:203.0.113.7'`,
    )
    expect(points).toBe(loginFailures.points - 2)
  })
})

describe('with IPv6', () => {
  test('all addresses of a /64 count as one visitor, in every spelling (security 2.17)', async () => {
    await leave(3, loginFailures, '2001:db8:1:2::/64')
    const addresses = ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff::', '2001:db8:1:2:a:b:c:d%eth0']
    for (const address of addresses) expect((await logInFrom(address, 'Otra#1')).status).toBe(400)
    expect((await logInFrom('2001:db8:1:2::9', 'Otra#1')).status).toBe(429)
    expect((await logInFrom('2001:db8:1:3::1')).status).toBe(200)
  })

  test('a /48 has its own, larger limit (security 2.17)', async () => {
    const site = { prefix: 'login-site', points: loginFailures.sitePoints }
    await leave(3, site, '2001:db8:1::/48')
    for (const subnet of [1, 2, 3]) {
      expect((await logInFrom(`2001:db8:1:${subnet}::1`, 'Otra#1')).status).toBe(400)
    }
    expect((await logInFrom('2001:db8:1:4::1', 'Otra#1')).status).toBe(429)
    expect((await logInFrom('2001:db8:2:4::1')).status).toBe(200)
    expect(loginFailures.sitePoints).toBeGreaterThan(loginFailures.points)
  })

  test('an IPv4 visitor of a socket for both is counted as IPv4', async () => {
    await leave(0, loginFailures, '203.0.113.7')
    expect((await logInFrom('::ffff:203.0.113.7')).status).toBe(429)
    expect((await logInFrom('::ffff:203.0.113.8')).status).toBe(200)
  })

  test.each([
    [
      'linkFailures',
      (visitor: Visitor, remoteAddress: string) =>
        visitor.get('/api/client/check/?token=x', { remoteAddress }),
    ],
    [
      'emailRequests',
      (visitor: Visitor, remoteAddress: string) =>
        visitor.post('/api/send-restore-password-ss/', {
          ...json({ social_security: ROSA }),
          remoteAddress,
        }),
    ],
    [
      'folioFailures',
      (visitor: Visitor, remoteAddress: string) =>
        visitor.get('/api/statements/AAAA/', { remoteAddress }),
    ],
  ] as const)('%s counts so too (security 2.17)', async (name, call) => {
    const rule = rateLimitRules[name]
    await leave(1, rule, '2001:db8:1:2::/64')
    await leave(1, { prefix: `${rule.prefix}-site`, points: rule.sitePoints }, '2001:db8:7::/48')
    const visitor = portal.visitor()
    await visitor.fetchToken()
    const statuses = []
    for (const address of ['1:2::1', '1:2::2', '1:3::1', '7:1::1', '7:2::1']) {
      statuses.push((await call(visitor, `2001:db8:${address}`)).status === 429)
    }
    expect(statuses).toEqual([false, true, false, false, true])
  })

  test('sessions and the audit log show the whole address (security 2.18)', async () => {
    expect((await logInFrom('2001:0DB8:1:2:3:4:5:6')).status).toBe(200)
    const whole = '2001:db8:1:2:3:4:5:6'
    expect(await many(portal.db, sql`select address from sessions`)).toEqual([{ address: whole }])
    const auditor = await portal.logIn('ivan')
    const { body } = await auditor.get('/api/audit/?action=session.login')
    expect(body.results.map(({ address }: { address: string }) => address)).toContain(whole)
  })
})
