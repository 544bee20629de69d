import fc from 'fast-check'
import { addDays, type CalendarDate } from '../dates/dates.ts'
import { decimalText } from '../money/decimal.ts'
import type { Uf } from '../money/money.ts'
import { rutCheckDigit } from '../people/rut.ts'
import { day } from './build-sale.ts'

/** Bodies of people and companies: 1 to 9 digits without a leading zero. */
export const rutBody = fc.integer({ min: 1, max: 999_999_999 }).map(String)

export const rut = rutBody.map((body) => ({ body, check: rutCheckDigit(body) }))

/** Up to numeric(14,4), also negative. */
export const ufAmount = fc
  .bigInt({ min: -(10n ** 14n), max: 10n ** 14n })
  .map((units) => decimalText({ units, scale: 4 }) as Uf)

export const calendarDate: fc.Arbitrary<CalendarDate> = fc
  .integer({ min: 0, max: 400_000 })
  .map((days) => addDays(day('1900-01-01'), days))
