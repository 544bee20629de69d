import { expect, test } from 'vitest'
import { buildInstalment, buildSale, day } from '../testing/build-sale.ts'
import {
  certificateText,
  latenessText,
  lateRecordingDays,
  notDeducted,
  notInPapers,
  recordingTime,
} from './awaited-notice.ts'

const reported = {
  ...{ paidOn: day('2026-11-18'), pesos: null, part: null },
  ...{ isOwn: true, isReported: true },
}

test('nothing is called on time by a report that staff have not confirmed; a payment online is one (§12.1705, §12.2110)', () => {
  const instalments = ['2026-10-05', '2026-11-05', '2026-12-05'].map((dueOn) =>
    buildInstalment({ dueOn: day(dueOn) }),
  )
  const text = (...payments: (typeof reported)[]) =>
    latenessText(buildSale({ instalments }), new Map(payments.entries()), day('2026-11-20'))
  const online = { ...reported, isReported: false }
  expect(text(online, online)).toBe('Ninguna atrasada')
  expect(text(online, reported)).toBe('1 cuota atrasada, en validación')
  expect(text(reported, reported, reported)).toBe('2 cuotas atrasadas, en validación')
})

test('accounting is late after three business days and a holiday, and then the days of the calendar are told (§12.1709)', () => {
  // A Friday.
  const paidOn = day('2026-09-11')
  expect(lateRecordingDays(paidOn, paidOn)).toBeNull()
  expect(lateRecordingDays(paidOn, day('2026-09-17'))).toBeNull()
  expect(lateRecordingDays(paidOn, day('2026-09-18'))).toBe(7)
  expect(lateRecordingDays(paidOn, day('2026-12-20'))).toBe(100)
})

test('while it is usual, a payment says by when accounting has it, where the server tells (§12.2320)', () => {
  const payment = { ...reported, recordBy: day('2026-11-23') }
  const usual = ' (normalmente 1 a 3 días hábiles).'
  const told = `${usual} Debería aparecer a más tardar el 23-11-2026.`
  expect(recordingTime(reported, day('2026-11-18'))).toBe(usual)
  expect(recordingTime(payment, day('2026-11-23'))).toBe(told)
  expect(recordingTime(payment, day('2026-11-24'))).toBe(usual)
})

test('figures without what was paid say which payment they lack, once for all its instalments (§12.1995)', () => {
  const payment = { ...reported, paidOn: day('2026-11-28') }
  expect(notDeducted([])).toBeNull()
  expect(notDeducted([payment, payment])).toBe('Aún no descuenta tu pago del 28-11-2026')
  expect(notDeducted([{ ...payment, isOwn: false }])).toBe(
    'Aún no descuenta el pago del 28-11-2026',
  )
  expect(notDeducted([payment, { ...payment, paidOn: day('2026-11-20') }])).toBe(
    'Aún no descuenta 2 pagos, el último del 28-11-2026',
  )
})

test('before it is downloaded stands what the certificate says of arrears, as accounting has them, and of which day (§12.2472)', () => {
  const today = day('2026-11-23')
  const late = buildSale({ asOf: '2026-11-20T09:00:00Z' })
  expect(certificateText(late, today)).toBe('dirá: 1 cuota atrasada, datos al 20-11-2026')
  for (const asOf of [null, 'ayer']) {
    const onTime = buildSale({ asOf, instalments: [] })
    expect(certificateText(onTime, today)).toBe('dirá: al día')
  }
})

test('beside the papers stands which payment their figures may lack (§12.2193)', () => {
  const payment = { ...reported, paidOn: day('2026-11-28') }
  expect(notInPapers([])).toBeNull()
  expect(notInPapers([payment, payment])).toBe(
    'Certificado y estado de cuenta nombran aparte el pago del 28-11-2026, hasta que contabilidad lo registre: sus cifras pueden no incluirlo.',
  )
  expect(notInPapers([payment, { ...payment, paidOn: day('2026-11-20') }])).toBe(
    'Certificado y estado de cuenta nombran aparte 2 pagos, el último del 28-11-2026, hasta que contabilidad los registre: sus cifras pueden no incluirlos.',
  )
})
