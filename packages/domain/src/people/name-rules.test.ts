import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { texts } from '../testing/texts.ts'
import { nameError, nameLimits, nameProblem } from './name-rules.ts'

describe('a name', () => {
  test.each([
    'Rosa María',
    'Núñez-O’Higgins D’Ángelo',
    'María de los Ángeles del Carmen Fernández de la Reguera Undurraga',
    // A combining accent.
    'Jose\u0301',
    'Nguyễn Văn Ánh',
    'Juan Pérez y/o María Soto (viuda)',
    'Inmobiliaria Los Robles S.A.',
    'Los Robles SpA',
    'S.A.C.I. Hnos. Muñoz & Cía',
    'Soc. Constructora Pérez y Cía. Ltda.',
    'SOC.CONSTRUCTORA PEREZ LTDA.',
    'Transportes del Sur E.I.R.L.',
    'Ma.Teresa',
    'M.DE LOS ANGELES',
    'J.P. Rojas',
    'Grupo 2: Caja 3.5',
  ])('can be %s', (name) => {
    expect(nameProblem(name, nameLimits.fullName)).toBeNull()
  })

  test('with countless accents on one letter is too long, and is read no further (security 10.160)', () => {
    expect(nameProblem(`a${'\u0315\u0300'.repeat(200_000)}`)).toBe('long')
  })

  test.each([
    'Rosa\nTu cuenta fue bloqueada',
    'Rosa\u0000',
    'Rosa\u2028Muñoz',
    'Rosa\u202eoznuM',
    'Ro\u200bsa',
    'Rosa\u{e0041}',
  ])('has no invisible character: %j (security 9.16)', (name) => {
    expect(texts(nameError(name))).toBe('No uses saltos de línea ni caracteres invisibles')
  })

  test.each([
    'https://evil.example',
    'visita HTTP://x',
    'www.evil',
    'evil.com',
    'EVIL.COM',
    'Evil.Co.Uk',
    'Gana ya en premios-chile.xyz',
    'María.Teresa.com',
    'bit.ly/abc',
    'Evil.Quest/pago',
    'paga en 10.0.0.1',
    'rosa@correo.example',
    'evil\uff0ecom',
    'evil\u3002com',
    'rosa\uff20correo',
    'президент.рф',
    'xn--80aswg.XN--P1AI',
  ])('has no address: %s (security 9.16)', (name) => {
    expect(texts(nameError(name))).toBe('No escribas correos ni direcciones de internet')
  })

  test('has at most a hundred characters, however many units they take', () => {
    expect(texts(nameError('😀'.repeat(100)))).toBeNull()
    expect(texts(nameError('a'.repeat(101)))).toBe('Escribe a lo más 100 caracteres')
    expect(texts(nameError('a'.repeat(101), nameLimits.fullName))).toBeNull()
    expect(texts(nameError('a'.repeat(201), nameLimits.fullName))).toBe(
      'Escribe a lo más 200 caracteres',
    )
  })
})

const syllable = fc.constantFrom('Ro', 'sa', 'Ñu', 'ñez', 'Pé', 'rez', 'O’', 'jose\u0301', '-', ' ')
const personName = fc.string({ unit: syllable, minLength: 1, maxLength: 15 })

test('names of syllables, accents, blanks, hyphens and apostrophes are accepted', () => {
  fc.assert(fc.property(personName, (name) => nameProblem(name) === null))
})

test('abbreviations that end in a dot are accepted, in any order', () => {
  const part = fc.constantFrom(
    'Soc.',
    'Cía.',
    'Ltda.',
    'S.A.',
    'S.p.A.',
    'E.I.R.L.',
    'Pérez',
    'e',
    '&',
  )
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), (parts) => {
      expect(nameProblem(parts.join(' '))).toBeNull()
    }),
  )
})

test('one invisible character anywhere is refused (security 9.16)', () => {
  const invisible = fc.constantFrom(
    '\n',
    '\r',
    '\t',
    '\u0085',
    '\u00ad',
    '\u061c',
    '\u200d',
    '\u2066',
  )
  fc.assert(
    fc.property(personName, invisible, personName, (before, character, after) => {
      expect(nameProblem(before + character + after)).toBe('invisible')
    }),
  )
})

test('a domain in lower case is refused wherever it stands (security 9.16)', () => {
  const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/)
  const ending = fc.stringMatching(/^[a-z]{2,10}$/)
  fc.assert(
    fc.property(personName, label, ending, personName, (before, host, end, after) => {
      expect(nameProblem(`${before} ${host}.${end} ${after}`)).toBe('address')
    }),
  )
})

test('every text is judged, and what is accepted fits on one short line', () => {
  const codePoints = fc.array(fc.oneof(fc.nat(0x7f), fc.nat(0x10ffff)), { maxLength: 120 })
  fc.assert(
    fc.property(codePoints, (points) => {
      const text = String.fromCodePoint(...points)
      if (nameProblem(text) !== null) return
      expect([...text].length).toBeLessThanOrEqual(nameLimits.name)
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029@]|:\/\//u)
    }),
    { numRuns: 500 },
  )
})
