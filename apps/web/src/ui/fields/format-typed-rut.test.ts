import { describe, expect, test } from 'vitest'
import { formatTypedRut } from './rut-field.tsx'

/** '|' is the caret, before and after. */
function typed(text: string, leaning?: 'forward') {
  const caret = text.indexOf('|')
  const result = formatTypedRut({ text: text.replace('|', ''), caret }, leaning)
  return `${result.text.slice(0, result.caret)}|${result.text.slice(result.caret)}`
}

describe('a rut being typed', () => {
  test.each([
    ['1|', '1|'],
    ['12|', '1-2|'],
    ['1-23|', '12-3|'],
    ['1.234.567-85|', '12.345.678-5|'],
    ['10.000.013-k|', '10.000.013-K|'],
    ['123456785|', '12.345.678-5|'],
  ])('at its end: %s becomes %s', (before, after) => {
    expect(typed(before)).toBe(after)
  })

  test('keeps the caret where a digit was inserted in the middle', () => {
    expect(typed('129|.345.678-5')).toBe('129|.345.678-5')
    expect(typed('12.39|45.678-5')).toBe('123.9|45.678-5')
    expect(typed('9|12.345.678-5')).toBe('9|12.345.678-5')
  })

  test('keeps the caret where a digit was removed from the middle', () => {
    expect(typed('12.3|5.678-5')).toBe('1.23|5.678-5')
    expect(typed('|2.345.678-5')).toBe('|2.345.678-5')
  })

  test('moves over a dot with backspace, and the next one deletes', () => {
    expect(typed('12|345.678-5')).toBe('12|.345.678-5')
  })

  test('moves over a dot with delete, and the next one deletes', () => {
    expect(typed('12|345.678-5', 'forward')).toBe('12.|345.678-5')
  })

  test('drops other characters and leading zeros', () => {
    expect(typed('abc|')).toBe('|')
    expect(typed('0012|')).toBe('1-2|')
  })
})
