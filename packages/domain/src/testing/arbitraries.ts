import fc from 'fast-check'
import { addDays, type CalendarDate } from '../dates/dates.ts'
import { decimalText } from '../money/decimal.ts'
import type { Uf } from '../money/money.ts'
import { rutCheckDigit } from '../people/rut.ts'
import type { Instalment } from '../sales/sale.ts'
import { day, uf } from './build-sale.ts'

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

/** How accounting may call an instalment that is paid, in part, not at all, and neither. */
export const labels = {
  paid: ['Pagada', 'PAGADO ', 'Cancelada', 'Pagada con atraso'],
  partial: ['Abonada', 'Parcial', 'Pagada parcialmente', 'Pago parcial', 'Pagada en parte'],
  overdue: ['Atrasada', 'Vencida', 'MOROSA', 'Impaga', 'Vencida hace 3 meses'],
  due: ['Pendiente', 'Por vencer', 'Vigente', 'Pendiente de pago'],
  other: ['', '  ', 'En cobranza judicial', 'No pagada', '17'],
}

/** As accounting may send it, with any amounts, label and nulls, due within some weeks of `today`. */
export function instalmentAround(today: CalendarDate): fc.Arbitrary<Instalment> {
  const amount = fc.option(fc.oneof(ufAmount, fc.constantFrom(uf('0'), uf('7.35'), uf('10'))), {
    nil: null,
  })
  return fc.record({
    dueOn: fc.option(
      fc.integer({ min: -40, max: 40 }).map((days) => addDays(today, days)),
      { nil: null },
    ),
    amount,
    balance: amount,
    state: fc.constantFrom(...Object.values(labels).flat()),
  })
}
