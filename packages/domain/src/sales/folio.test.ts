import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatFolio, readFolio } from './folio.ts'

const random = fc.uint8Array({ minLength: 12, maxLength: 12 })

test('is three groups of four characters without look-alikes', () => {
  fc.assert(
    fc.property(random, (bytes) => {
      expect(formatFolio(bytes)).toMatch(/^EC(-[2-9A-HJ-NP-Z]{4}){3}$/)
    }),
  )
})

test('every byte counts with five bits, all letters alike', () => {
  const letters = new Set<string>()
  for (let byte = 0; byte < 256; byte++) {
    letters.add(formatFolio(new Uint8Array(12).fill(byte)).slice(3, 7))
  }
  expect(letters.size).toBe(32)
  expect(() => formatFolio(new Uint8Array(11))).toThrow(RangeError)
})

test.each([
  'EC-7F3K-Q2MX-9TRB',
  'ec-7f3k-q2mx-9trb',
  ' EC 7F3K Q2MX 9TRB ',
  'EC7F3KQ2MX9TRB',
  'EC–7F3K–Q2MX–9TRB',
])('%j is read', (text) => {
  expect(readFolio(text)).toBe('EC-7F3K-Q2MX-9TRB')
})

test.each([
  '',
  'EC',
  'EC-7F3K-Q2MX-9TR',
  'EC-7F3K-Q2MX-9TRBB',
  'EC-7F3K-Q2MX-9TR0',
  '7F3KQ2MX9TRB',
])('%j is none', (text) => {
  expect(readFolio(text)).toBeNull()
})

test('an issued folio is read as issued', () => {
  fc.assert(
    fc.property(random, (bytes) => {
      const folio = formatFolio(bytes)
      expect(readFolio(folio.toLowerCase().replaceAll('-', ' '))).toBe(folio)
    }),
  )
})

test('no input breaks the reading', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readFolio(text)))
})
