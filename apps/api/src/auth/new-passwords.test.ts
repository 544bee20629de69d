import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brokenPasswordRules } from '@carpeta/domain/access/password-rules'
import { beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { testConfig } from '../../test/open-portal.ts'
import { buildFilter } from '../../test/passwords/build-filter.ts'
import { listPasswords } from '../../test/passwords/listed-passwords.ts'
import { filterFile, isBreached, isCommonPassword } from './new-passwords.ts'

const config = testConfig({})
const isCommon = (password: string) => isCommonPassword(password, config)

let listed: ReadonlySet<string>
beforeAll(() => {
  listed = listPasswords()
})

describe('the list of breached passwords', () => {
  test('has 289,000, and every one is common (§10.22, security 6.14)', () => {
    expect(listed.size).toBeGreaterThan(289_000)
    expect([...listed].filter((password) => !isBreached(password))).toEqual([])
    const some = [...listed].filter((_, i) => i % 20 === 0)
    expect(some.filter((password) => !isCommon(password))).toEqual([])
  })

  test('is shipped as a filter of about a megabyte, made of exactly this list (security 6.14)', () => {
    const shipped = readFileSync(filterFile)
    expect(shipped.equals(buildFilter(listed))).toBe(true)
    expect(shipped.length).toBeLessThan(1_100_000)
  })

  test('takes for listed about one in a million of other texts (security 6.14)', () => {
    // At the stated rate, five of 200,000 have a chance of two in a million.
    const found = randomTexts(200_000).filter((text) => isBreached(text) && !listed.has(text))
    expect(found.length).toBeLessThan(5)
  })

  test('refuses hardly any password of random characters (security 6.14)', () => {
    const valid = randomTexts(20_000).filter((text) => brokenPasswordRules(text).length === 0)
    expect(valid.length).toBeGreaterThan(5000)
    expect(valid.filter(isCommon).length / valid.length).toBeLessThan(0.001)
  })
})

function randomTexts(count: number): string[] {
  const characters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#!.-+*'
  const text = [...randomBytes(10 * count)]
    .map((byte) => characters[byte % characters.length])
    .join('')
  return Array.from({ length: count }, (_, i) => text.slice(10 * i, 10 * i + 10))
}

test('the most used words are common in any case, with digits and signs around them and in their place (security 6.13)', () => {
  const replaced: Record<string, string> = { a: '4', e: '3', i: '1', o: '0', s: '$' }
  const terms = [...listed].slice(0, 20_000).filter((each) => /^[a-z]{4,12}$/.test(each))
  expect(terms.length).toBeGreaterThan(8000)
  const disguises: ((term: string) => string)[] = [
    (term) => `${term[0]?.toUpperCase()}${term.slice(1)}1!`,
    (term) => `2026-${term.toUpperCase()}!`,
    (term) => `#${[...term].map((letter) => replaced[letter] ?? letter).join('')}+99`,
  ]
  for (const disguise of disguises) {
    // Without any letter it is no valid password.
    const disguised = terms.map(disguise).filter((password) => /\p{L}/u.test(password))
    expect(disguised.length).toBeGreaterThan(8000)
    expect(disguised.filter((password) => !isCommon(password))).toEqual([])
  }
})

test.each([
  'Password1!',
  'Clave#123',
  'P@ssw0rd',
  'Contraseña#1',
  'qwerty123',
  'Dragón#2026',
  'Dr4g0n!!77',
  '$ecret0!99',
  'abc123!!',
  'Trustno1#2026',
  'Colocolo#91',
])('%s is common', (password) => {
  expect(isCommon(password)).toBe(true)
})

test.each([
  SAMPLE_PASSWORD,
  'C4rp3t4-2026',
  'MiCarpeta#1',
  'CarpetaVirtual-26',
  'Cooperativa1!',
  'V1v13nd4#77',
  'VistaAlBiobio.1',
  'Vista-al-Bío-bío-26',
  '#5oc105-2026',
])(
  '%s is made of the names of the product and of the cooperative (§10.22, security 6.13)',
  (password) => {
    expect(isCommon(password)).toBe(true)
  },
)

test('the names are those of the configured cooperative (security 6.13)', () => {
  const quillayes = testConfig({ COMPANY_NAME: 'Los Quillayes de Ñilhue' })
  for (const password of ['Quillayes#2026', 'Qu1ll4y3s-n1lhu3-1', 'LosQuillayesDeÑilhue.1']) {
    expect(isCommonPassword(password, quillayes)).toBe(true)
    expect(isCommon(password)).toBe(false)
  }
})

test.each([
  'Quillay#4471',
  'mi perro ladra 3 veces!',
  'Vista linda al mar 7!',
  'La carpeta verde del armario 3',
])('%s is not common', (password) => {
  expect(isCommon(password)).toBe(false)
})
