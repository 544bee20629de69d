import { expect, test } from 'vitest'
import { buildPayment, buildSale, day } from '../testing/build-sale.ts'
import { paymentKeys } from './payment-keys.ts'
import { listPayments } from './payment-list.ts'

const house = buildSale({
  code: 'V-1001',
  payments: [
    buildPayment({ key: '36', depositedOn: day('2026-10-05') }),
    buildPayment({ key: '37', depositedOn: day('2026-11-06') }),
    buildPayment({ key: '12', depositedOn: null }),
  ],
})
const own = (saleCode: string, paidOn: string, paymentKey = '') => ({
  saleCode,
  paidOn: day(paidOn),
  paymentKeys: [paymentKey],
})
const webpay = own('V-1001', '2026-11-05', '37')
const waiting = own('V-1001', '2026-11-20')
const reported = own('V-1001', '2026-10-04', '36')
const elsewhere = own('V-9', '2026-10-30', '37')

test('Rosa’s payments are one list, newest first: what accounting recorded of a payment online or a report is the same payment (§12.1440)', () => {
  const listed = listPayments([house], [webpay, waiting, elsewhere], [reported])
  expect(
    listed.map(({ saleCode, depositedOn, recorded, online, report }) => [
      saleCode,
      depositedOn,
      recorded?.key,
      online,
      report,
    ]),
  ).toEqual([
    ['V-1001', '2026-11-20', undefined, waiting, null],
    ['V-1001', '2026-11-06', '37', webpay, null],
    // Of a sale that she no longer reads.
    ['V-9', '2026-10-30', undefined, elsewhere, null],
    ['V-1001', '2026-10-05', '36', null, reported],
    ['V-1001', null, '12', null, null],
  ])
})

test('payments without a key of accounting are recognised by the portal’s own, which is not shown (§12.1440)', () => {
  const [key = ''] = paymentKeys([{ key: '', amount: '30', depositedOn: '2026-08-03' }])
  const sale = buildSale({ payments: [buildPayment({ key })] })
  const paid = own(sale.code, '2026-08-02', key)
  expect(listPayments([sale], [], [paid])).toMatchObject([
    { recorded: { key: '' }, online: null, report: paid },
  ])
})

test('a report that accounting made several payments of is each of them (§12.2434)', () => {
  const several = { ...reported, paymentKeys: ['36', '12'] }
  const listed = listPayments([house], [], [several])
  expect(listed.map(({ recorded, report }) => [recorded?.key, report])).toEqual([
    ['37', null],
    ['36', several],
    ['12', several],
  ])
})

test('payments of a sale that is not approved are not listed, as it is not shown (§12.1440)', () => {
  expect(listPayments([{ ...house, approvedOn: null }], [], [])).toEqual([])
})
