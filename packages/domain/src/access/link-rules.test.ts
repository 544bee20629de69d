import { expect, test } from 'vitest'
import { linkLife } from './link-rules.ts'

test.for([
  ['activate', 'El enlace sirve durante 7 días y una sola vez.'],
  ['restore', 'El enlace sirve durante 1 hora y una sola vez.'],
  ['confirm', 'El enlace sirve durante 7 días y una sola vez.'],
] as const)('the email of a link to %s tells how long it works', ([purpose, sentence]) => {
  expect(linkLife(purpose)).toBe(sentence)
})
