import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText } from './written-text-rules.ts'

test('cleaning a text twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(cleanText(cleanText(text))).toBe(cleanText(text))
    }),
  )
})
