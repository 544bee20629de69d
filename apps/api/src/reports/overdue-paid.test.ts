import { shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { expect, test } from 'vitest'
import { openPaymentsPortal, ROSAS_SALE } from '../../test/payments-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { upload } from '../../test/visitor.ts'

const p = openPaymentsPortal()
const today = todayInSantiago(new Date())

const ofRosa = async () => {
  const { results } = (await p.mario.get('/api/overdue-sales/')).body
  return results.find(({ sale }: { sale: string }) => sale === ROSAS_SALE)
}
const inCsv = async () => {
  const { bytes } = await p.mario.get('/api/overdue-sales/export.csv')
  const [header, ...rows] = bytes.toString('utf8').split('\r\n')
  const [row = ''] = rows.filter((each: string) => each.startsWith(ROSAS_SALE))
  return [header?.split(';').slice(-2), row.split(';').slice(-2)]
}

test('who paid online or reported a payment is marked in the overdue report and its CSV, until accounting has it (security 5.726)', async () => {
  expect(await ofRosa()).toMatchObject({ paid_online: '', reported: '' })
  await p.pay()
  expect(await ofRosa()).toMatchObject({ paid_online: today, reported: '' })
  const form = { sale_code: ROSAS_SALE, paid_on: today, amount: '294.000', comment: '' }
  await p.rosa.post('/api/payment-reports/', upload(pdf('transferencia.pdf'), form))
  expect(await ofRosa()).toMatchObject({ paid_online: today, reported: today })
  expect(await inCsv()).toEqual([
    ['Pagó en línea, por registrar', 'Informó un pago, por revisar'],
    [shortDate(today), shortDate(today)],
  ])
  await p.portal.pool.query(
    `insert into payments (sale_id, position, key, amount, deposited_on, document_type)
     select id, 900, 'W-1', 7.35, $1, 'Webpay 1213' from sales where code = $2`,
    [today, ROSAS_SALE],
  )
  await p.follow()
  expect(await ofRosa()).toMatchObject({ paid_online: '', reported: today })
})

test('what she pays of the next instalment marks nothing overdue (security 5.726)', async () => {
  await p.pay('approve', { choice: 'next' })
  expect(await ofRosa()).toMatchObject({ paid_online: '', reported: '' })
})
