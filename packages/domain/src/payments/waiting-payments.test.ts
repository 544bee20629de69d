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
    'Además, un pago en línea de $ 156.494 del 18-11-2026 y un pago en línea de $ 156.494 del 18-11-2026: falta que contabilidad los registre, y estas cifras no los incluyen. El socio informó un pago de $ 609.262 del 20-11-2026: falta que la cooperativa lo confirme, y estas cifras pueden no incluirlo.',
  )
  expect(said({ ...online, pesos: null })).toMatch(/^Además, un pago en línea del 18-11-2026:/)
})

test('accounting may have a reported payment before staff confirm it, so a paper does not say that its figures lack it (§12.1920)', () => {
  expect(said(reported)).toBe(
    'El socio informó un pago de $ 609.262 del 20-11-2026: falta que la cooperativa lo confirme, y estas cifras pueden no incluirlo.',
  )
  expect(said(reported, { ...reported, pesos: null })).toBe(
    'El socio informó un pago de $ 609.262 del 20-11-2026 y un pago del 20-11-2026: falta que la cooperativa los confirme, y estas cifras pueden no incluirlos.',
  )
})
