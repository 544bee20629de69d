import { expect, test } from 'vitest'
import type { CalendarDate } from '../dates/dates.ts'
import type { Pesos } from '../money/money.ts'
import { type UnrecordedPaper, unrecordedNotice } from './waiting-payments.ts'

const payment = (source: UnrecordedPaper['source'], day: string, pesos: string | null) => ({
  ...{ source, paidOn: day as CalendarDate, pesos: pesos as Pesos | null },
})
const online = payment('online', '2026-11-18', '156494')
const reported = payment('reported', '2026-11-20', '609262')
const said = (...payments: UnrecordedPaper[]) =>
  unrecordedNotice(payments)?.replaceAll('\u00a0', ' ')

test('a paper names in one sentence what accounting has not recorded, and what the member only says (§12.1831)', () => {
  expect(unrecordedNotice([])).toBeNull()
  expect(said(online)).toBe(
    'Además, un pago en línea de $ 156.494 del 18-11-2026: falta que contabilidad lo registre, y estas cifras no lo incluyen.',
  )
  expect(said(online, online, reported)).toBe(
    'Además, un pago en línea de $ 156.494 del 18-11-2026, un pago en línea de $ 156.494 del 18-11-2026 y un pago de $ 609.262 del 20-11-2026 informado por el socio: falta que contabilidad los registre, y estas cifras no los incluyen.',
  )
  expect(said({ ...online, pesos: null })).toMatch(/^Además, un pago en línea del 18-11-2026:/)
})
