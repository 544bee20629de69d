import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { readCsv, readPdf } from '../../test/statements/read-statement.ts'
import { addressOf, type Exported, folioOf, loadRosa } from '../../test/statements/statements.ts'
import type { Visitor } from '../../test/visitor.ts'
import { exec, sql } from '../db/query.ts'

const CERTIFICATE = '/api/sales/V-1001/certificate.pdf'

let portal: Portal
let rosa: Visitor
beforeAll(async () => {
  portal = await openPortal()
  rosa = await portal.as('rosa')
  await exec(portal.db, sql`delete from uf_values`)
})
afterAll(() => portal.close())

async function certificateOf(person: Visitor) {
  const { status, bytes } = await person.get(CERTIFICATE)
  expect(status).toBe(200)
  return readPdf(bytes)
}

async function certifiedFolio(person: Visitor): Promise<string> {
  return (await certificateOf(person)).title.split(' ').at(-1) ?? ''
}

test('Rosa’s certificate says in one paper what she owes and what she paid, and anybody verifies its folio (§12.1150)', async () => {
  const { title, rows } = await certificateOf(rosa)
  expect(title).toMatch(/^Certificado de Deuda y Pagos CD(-[2-9A-HJ-NP-Z]{4}){3}$/)
  const text = rows.map((row) => row.join(' ')).join('\n')
  expect(text).toMatch(/Reserva por pagar UF 187,60/)
  expect(text).toMatch(/Crédito hipotecario \(se paga con la escritura\)/)
  expect(text).toMatch(/Total de la deuda UF /)
  expect(text).toMatch(/Cuotas atrasadas al \d\d-\d\d-\d{4}: \d+ UF /)
  expect(text).toMatch(/Total de estos pagos UF /)
  const folio = title.split(' ').at(-1) ?? ''
  const { body } = await portal.visitor().get(`/api/statements/${folio.toLowerCase()}/`)
  expect(body).toMatchObject({ folio, issued_at: expect.any(String), is_current: true })
  const printed = body.printed.map(({ label, value }: { label: string; value: string }) =>
    `${label} ${value}`.replace('\u00a0', ' '),
  )
  expect(printed).toContain('Documento Certificado de Deuda y Pagos')
  const totals = printed.filter((line: string) => line.startsWith('Total'))
  expect(totals).toHaveLength(2)
  for (const total of totals) expect(text).toContain(total)
})

test('a certificate has one folio a day, which is not that of the statement (§12.1150)', async () => {
  const folio = await certifiedFolio(rosa)
  expect(await certifiedFolio(rosa)).toBe(folio)
  expect(await folioOf(rosa)).not.toBe(folio)
})

test('a certificate is replaced once a part of the debt changed that no statement prints (§12.1150)', async () => {
  const other = await openPortalForTest({})
  const person = await other.as('rosa')
  const folios = [await certifiedFolio(person), await folioOf(person)]
  const isCurrent = async () =>
    Promise.all(
      folios.map(
        async (folio) => (await other.visitor().get(`/api/statements/${folio}/`)).body.is_current,
      ),
    )
  await loadRosa(other, (sale: Exported) => {
    sale.venta.cliente_fono = '+56 9 8765 4321'
  })
  expect(await isCurrent()).toEqual([true, true])
  const changed = (sale: Exported) => {
    sale.compromiso.credito_hipotecario_preliminar.compromiso += 100
  }
  await loadRosa(other, changed, '2026-11-22T06:00:00-03:00')
  expect(await isCurrent()).toEqual([false, true])
})

test('a stranger who checks a valid certificate without end has no sale read, and one of a changed sale sixty times (security 10.400)', async () => {
  const other = await openPortalForTest({})
  const person = await other.as('rosa')
  const [certificate, statement] = [await certifiedFolio(person), await folioOf(person)]
  const check = async (folio: string) => {
    const { status, body } = await other.visitor().get(`/api/statements/${folio}/`)
    return [status, body.is_current]
  }
  // Whoever reads it now finds nothing of what was printed.
  await exec(other.db, sql`update sale_views set json = '{}'`)
  for (const folio of [certificate, statement]) expect(await check(folio)).toEqual([200, true])
  await loadRosa(other, (sale: Exported) => {
    sale.venta.cliente_fono = '+56 9 8765 4321'
  })
  const read: unknown[] = []
  for (let i = 0; i < 61; i++) read.push(await check(certificate))
  expect(read).toEqual([...Array(60).fill([200, true]), [429, undefined]])
  expect(await check(statement)).toEqual([200, true])
})

test('nobody gets the certificate of another’s sale, nor without a session (security 5.340)', async () => {
  expect((await portal.visitor().get(CERTIFICATE)).status).toBe(401)
  expect((await (await portal.as('carla')).get(CERTIFICATE)).status).toBe(403)
  expect((await (await portal.as('hernan')).get(CERTIFICATE)).status).toBe(404)
  expect((await rosa.get('/api/sales/V-2001/certificate.pdf')).status).toBe(404)
})

test('the statement of a year has what was due and paid in it, and says so (§12.1151)', async () => {
  const days = '?from=2025-01-01&to=2025-12-31'
  const { bytes, headers } = await rosa.get(addressOf('V-1001', 'csv') + days)
  expect(headers['content-disposition']).toContain(
    'estado-de-cuenta-V-1001-2025-01-01-a-2025-12-31.csv',
  )
  const rows = readCsv(bytes.toString('utf8').slice(1))
  expect(rows.flat()).toContain(
    'Solo las cuotas y los pagos del 01-01-2025 al 31-12-2025; los demás montos son de toda la compra.',
  )
  const dueDates = rows.flatMap(([first]) => (/^\d\d-\d\d-\d{4}$/.test(first ?? '') ? [first] : []))
  expect(dueDates).toHaveLength(12)
  expect(dueDates.every((date) => date?.endsWith('-2025'))).toBe(true)
  const total = rows.find(([first]) => first === 'Total pagado en estas fechas')
  expect(total?.[1]).toMatch(/^\d+,\d\d$/)
  const pdf = await rosa.get(addressOf('V-1001', 'pdf') + days)
  const printed = (await readPdf(pdf.bytes)).rows.flat().join(' ')
  expect(printed).toContain('Solo las cuotas y los pagos del 01-01-2025 al 31-12-2025')
  expect(printed).not.toMatch(/05-\d\d-2026/)
})

test.each([
  ['?from=2025-01-01', 'Elige las dos fechas'],
  ['?from=2025-02-31&to=2025-12-31', 'Elige las dos fechas'],
  ['?from=2025-12-31&to=2025-01-01', 'La primera fecha no puede ser posterior a la última'],
])('%s is no range of days (§12.1151)', async (query, sentence) => {
  for (const format of ['pdf', 'csv']) {
    const { status, body } = await rosa.get(addressOf('V-1001', format) + query)
    expect([status, body]).toEqual([400, sentence])
  }
})
