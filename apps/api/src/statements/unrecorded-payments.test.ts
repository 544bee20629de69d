import { shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { expect, test } from 'vitest'
import { openPaymentsPortal, ROSAS_SALE } from '../../test/payments-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { readPdf } from '../../test/statements/read-statement.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'

const p = openPaymentsPortal()
const today = todayInSantiago(new Date())
const day = shortDate(today)
const NOTICE =
  /(Además, .*? no los? incluyen\.|Además, .*? ya pueden incluirlos?\.)?( ?El socio informó .*? no incluirlos?\.)?/g

/** The sentence of the certificate, of the statement and of its CSV; null where there is none. */
async function notices(person: Visitor, sale = ROSAS_SALE) {
  const texts = []
  for (const paper of ['certificate.pdf', 'statement.pdf', 'statement.csv']) {
    const { status, bytes } = await person.get(`/api/sales/${sale}/${paper}`)
    expect(status).toBe(200)
    const text = paper.endsWith('csv')
      ? bytes.toString('utf8')
      : (await readPdf(bytes)).rows.flat().join(' ')
    texts.push(text.replaceAll('\u00a0', ' ').match(NOTICE)?.find(Boolean) ?? null)
  }
  return texts
}

const folio = async () =>
  (await readPdf((await p.rosa.get(`/api/sales/${ROSAS_SALE}/certificate.pdf`)).bytes)).title
    .split(' ')
    .at(-1)

test('Rosa’s papers name what she paid online or reported until accounting has it, with the same folio (§12.1831)', async () => {
  expect(await notices(p.rosa)).toEqual([null, null, null])
  const before = await folio()
  await p.pay()
  const { results } = (await p.rosa.get('/api/payments/own/')).body
  const pesos = Number(results[0].pesos).toLocaleString('es-CL')
  const online = `Además, un pago en línea de $ ${pesos} del ${day}: falta que contabilidad lo registre, y estas cifras no lo incluyen.`
  expect(await notices(p.rosa)).toEqual([online, online, online])
  const form = { sale_code: ROSAS_SALE, paid_on: today, amount: '250.000', comment: '' }
  await p.rosa.post('/api/payment-reports/', upload(pdf('transferencia.pdf'), form))
  const both = `${online} El socio informó un pago de $ 250.000 del ${day}: falta que la cooperativa lo confirme, y estas cifras pueden no incluirlo.`
  expect(await notices(p.rosa)).toEqual([both, both, both])
  expect(await folio()).toBe(before)
  const { body } = await p.portal.visitor().get(`/api/statements/${before}/`)
  expect(body.is_current).toBe(true)
  expect(await notices(p.hernan, 'V-2001')).toEqual([null, null, null])
  await p.portal.pool.query(`update payment_reports set state = 'cancelled', closed_at = now()`)
  expect(await notices(p.rosa)).toEqual([online, online, online])
})

test('a paper does not say that its figures lack an online payment that accounting may have entered as a transfer (§12.2262)', async () => {
  await p.portal.pool.query('delete from payment_orders; delete from payment_reports')
  await p.pay()
  const { results } = (await p.rosa.get('/api/payments/own/')).body
  const pesos = Number(results[0].pesos).toLocaleString('es-CL')
  const enter = (key: string, amount: string) =>
    p.portal.pool.query(
      `insert into payments (sale_id, position, key, amount, deposited_on, document_type)
        select id, 900 + (select count(*) from payments), $1, $2, $3, 'Transferencia' from sales where code = $4`,
      [key, amount, today, ROSAS_SALE],
    )
  await enter('T-1', '1.5')
  const lacking = `Además, un pago en línea de $ ${pesos} del ${day}: falta que contabilidad lo registre, y estas cifras no lo incluyen.`
  expect(await notices(p.rosa)).toEqual([lacking, lacking, lacking])
  await enter('T-2', results[0].uf)
  await p.follow()
  const untold = `Además, un pago en línea de $ ${pesos} del ${day}: falta que la cooperativa lo reconozca en contabilidad, y estas cifras ya pueden incluirlo.`
  expect(await notices(p.rosa)).toEqual([untold, untold, untold])
  const matched = { payment_key: 'T-2' }
  const id = results[0].id
  expect((await p.mario.post(`/api/payments/${id}/match/`, json(matched))).status).toBe(200)
  expect(await notices(p.rosa)).toEqual([null, null, null])
})
