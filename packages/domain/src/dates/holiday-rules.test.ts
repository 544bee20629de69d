import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readHolidayDate, readHolidayYear } from './holiday-rules.ts'

test.each([
  ['2026', 2026],
  ['2000', 2000],
  ['2100', 2100],
  ['1999', null],
  ['2101', null],
  ['', null],
  ['26', null],
  ['2026 ', null],
  ['99999', null],
  ['-2026', null],
  ['2026.5', null],
])('the year %j is %j', (text, year) => {
  expect(readHolidayYear(text)).toBe(year)
})

test.each(['2026-12-31', '2028-02-29', '2000-01-01', '2100-12-31'])('%s is a day', (text) => {
  expect(readHolidayDate(text)).toBe(text)
})

test.each(['2026-02-29', '31-12-2026', '2026-1-1', '1999-12-31', '2101-01-01', '0000-00-00', ''])(
  '%j is none',
  (text) => {
    expect(readHolidayDate(text)).toBeNull()
  },
)

test('a valid date is read exactly as typed', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect([null, text]).toContain(readHolidayDate(text))
      expect([null, Number(text)]).toContain(readHolidayYear(text))
    }),
  )
})
