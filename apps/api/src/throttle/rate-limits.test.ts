import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalAddress } from '../http/client-address.ts'
import { networksOf } from './rate-limits.ts'

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
