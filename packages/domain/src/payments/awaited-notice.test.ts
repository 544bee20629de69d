import { expect, test } from 'vitest'
import { day } from '../testing/build-sale.ts'
import { lateRecordingDays, notDeducted } from './awaited-notice.ts'

test('accounting is late after three business days and a holiday, and then the days of the calendar are told (§12.1709)', () => {
  // A Friday.
  const paidOn = day('2026-09-11')
  expect(lateRecordingDays(paidOn, paidOn)).toBeNull()
  expect(lateRecordingDays(paidOn, day('2026-09-17'))).toBeNull()
  expect(lateRecordingDays(paidOn, day('2026-09-18'))).toBe(7)
  expect(lateRecordingDays(paidOn, day('2026-12-20'))).toBe(100)
})

test('figures without what was paid say which payment they lack, once for all its instalments (§12.1995)', () => {
  const payment = { paidOn: day('2026-11-28'), pesos: null, isOwn: true, part: null }
  expect(notDeducted([])).toBeNull()
  expect(notDeducted([payment, payment])).toBe(
    'Aún sin el pago del 28-11-2026: se descuenta cuando contabilidad lo registre.',
  )
  expect(notDeducted([payment, { ...payment, paidOn: day('2026-11-20') }])).toBe(
    'Aún sin 2 pagos, el último del 28-11-2026: se descuentan cuando contabilidad los registre.',
  )
})
