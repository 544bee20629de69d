import { describe, expect, test } from 'vitest'
import { id, position, text } from './endpoint.ts'

describe('a text', () => {
  test.each([
    ['Rosa 📄', 'Rosa 📄'],
    ['Rosa \ud83d', 'Rosa \ufffd'],
    ['\udcc4 Rosa', '\ufffd Rosa'],
  ])('%j is stored as %j', (given, stored) => {
    expect(text().parse(given)).toBe(stored)
  })

  test('cannot hold a NUL', () => {
    expect(text().safeParse('Ro\u0000sa').success).toBe(false)
  })
})

describe('an identifier', () => {
  test.each([7, '7', '007', 2_147_483_647])('%j is one', (given) => {
    expect(id.parse(given)).toBe(Number(given))
  })

  test.each([
    true,
    false,
    null,
    [7],
    [],
    {},
    '',
    ' ',
    ' 7 ',
    '0x10',
    '1e1',
    '+7',
    '-7',
    '7.0',
    '٧',
    0,
    -1,
    1.5,
    Number.NaN,
    2_147_483_648,
    '9999999999',
  ])('%j is none', (given) => {
    expect(id.safeParse(given).success).toBe(false)
  })
})

test('a position starts at 0', () => {
  expect([position.parse(0), position.parse('0')]).toEqual([0, 0])
  for (const none of [' ', '-1', true, -1, 0.5]) {
    expect(position.safeParse(none).success).toBe(false)
  }
})
