import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PersonaName } from '../../seeds/personas.ts'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { expectedStatement } from '../../test/statements/expected-statement.ts'
import { between } from '../../test/statements/read-statement.ts'
import { readStructure } from '../../test/statements/read-structure.ts'
import {
  addressOf,
  csvOf,
  exported,
  folioOf,
  pdfOf,
  titles,
} from '../../test/statements/statements.ts'
import type { Visitor } from '../../test/visitor.ts'
import { exec, sql } from '../db/query.ts'
import { writeSaleViews } from '../sales/sale-view-store.ts'

const today = todayInSantiago(new Date())
const day = today.split('-').toReversed().join('-')

let portal: Portal
let rosa: Visitor
beforeAll(async () => {
  portal = await openPortal()
  rosa = await portal.as('rosa')
  await exec(portal.db, sql`update uf_values set value = 39123.45 where date = ${today}`)
})
afterAll(() => portal.close())

const pdf = async () => (await rosa.get(addressOf('V-1001', 'pdf'))).bytes

/** UTF-16, as a PDF has texts that are not ASCII. */
function inPdf(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('latin1')
}

test('Rosa’s balances are in UF and in pesos of the day, which the sentence names (§12.176)', async () => {
  const file = await pdf()
  const sentence = `≈\u00a0$\u00a07.339.559 (UF del ${day}: $\u00a039.123,45)`
  const spoken = file.toString('latin1').split(inPdf(sentence).replace(/[()]/g, '\\$&'))
  expect(spoken).toHaveLength(1 + 2)
  const { spoken: read } = await readStructure(file)
  expect(read.filter(({ role }) => role === 'Span')).toHaveLength(2)

  const rows = await csvOf(rosa, 'V-1001')
  const rowsOf = (label: string) => rows.filter(([first]) => first === label)
  // In the plan, and in the totals of the instalments.
  const balance = ['Saldo de la reserva', '187,60', 'UF', '', '']
  const equivalent = ['Saldo de la reserva, aproximado', '7339559', 'pesos']
  expect(rowsOf('Saldo de la reserva')).toEqual([balance, balance])
  expect(rowsOf('Saldo de la reserva, aproximado')).toEqual(
    [0, 1].map(() => [...equivalent, `UF del ${day}`, '39123,45']),
  )
})

test('without a value of today nothing is in pesos of the day; the folio stays (§12.176)', async () => {
  const folio = await folioOf(rosa)
  await exec(portal.db, sql`delete from uf_values where date = ${today}`)
  const { spoken } = await readStructure(await pdf())
  expect(spoken.filter(({ role }) => role === 'Span')).toEqual([])
  expect((await csvOf(rosa, 'V-1001')).flat().join(' ')).not.toContain('aproximado')
  expect(await folioOf(rosa)).toBe(folio)
  expect((await portal.visitor().get(`/api/statements/${folio}/`)).body.is_current).toBe(true)
})

const notice = '* En revisión con contabilidad: el saldo. Puede haber cambios.'

test('a figure that does not agree is marked in Rosa’s answer, PDF and CSV, and in no other (§12.151)', async () => {
  const portal = await openPortalForTest({})
  const whose = sql`sales.code = 'V-1001'`
  await portal.db.transaction(async (tx) => {
    await exec(
      tx,
      sql`insert into sale_findings (sale_id, code, stated, computed)
        select id, 'debt', '375.2', '187.6' from sales where ${whose}`,
    )
    await writeSaleViews(tx, whose)
  })
  const rosa = await portal.as('rosa')
  const { body } = await rosa.get('/api/sales-data/')
  expect(body.map((sale: { por_confirmar: string[] }) => sale.por_confirmar)).toEqual([['debt']])

  const { rows } = await pdfOf(rosa, 'V-1001')
  expect(rows).toContainEqual([notice])
  expect(rows.flat()).toContain('Saldo de la reserva *')
  const csv = JSON.stringify(await csvOf(rosa, 'V-1001'))
  expect(csv).toContain(notice)
  expect(csv).toContain('Saldo de la reserva *')

  const hernan = await portal.as('hernan')
  expect(JSON.stringify(await csvOf(hernan, 'V-2001'))).not.toMatch(/revisión|pendiente \*/)
})

const visible: [code: string, name: PersonaName][] = [
  ['V-1001', 'rosa'],
  ['V-2001', 'hernan'],
  ['V-2002', 'hernan'],
  ['V-2003', 'hernan'],
  ['V-5001', 'pia'],
  ['V-6001', 'bruno'],
  ['V-7001', 'losRobles'],
]

describe('the figures are accounting’s', () => {
  // Accounting has no amounts in pesos of the day.
  beforeAll(() => exec(portal.db, sql`delete from uf_values`))

  const [member, properties, commitments, plan, instalments, payments] = titles

  test.each(visible)('of %s, in the PDF of %s', async (code, name) => {
    const expected = expectedStatement(exported.find((sale) => sale.code === code))
    const { rows, links } = await pdfOf(await portal.as(name), code)
    const dashed = (row: (string | null)[]) => row.map((cell) => cell ?? '-')
    const section = (from: string, to: string | null) => between(rows, from, to)

    expect(section(member, properties)).toEqual([
      ['Nombre', 'Rut', 'Representante legal'],
      dashed(expected.member),
    ])
    expect(section(properties, commitments)).toEqual([
      ['Tipo', 'Lote', 'Modelo'],
      ...expected.properties.map(dashed),
    ])
    expect(section(commitments, plan)).toEqual([
      ['Forma de Pago', 'Fecha', 'Monto Pesos', 'Monto UF'],
      ...expected.commitments.flatMap(({ row, documentType }) => [dashed(row), [documentType]]),
    ])
    const [count, debt, firstDue, share] = dashed(expected.plan)
    expect(section(plan, instalments)).toEqual([
      [
        'Número de cuotas',
        'Saldo de la reserva',
        'Fecha de la primera cuota',
        'Porcentaje del saldo de la reserva',
      ],
      [count, `UF ${debt}`, firstDue, share],
    ])
    const [agreed, paid, paidShare, balance] = dashed(expected.totals)
    const heads = ['Vencimiento', 'Valor Cuota UF', 'Monto pagado UF', 'Saldo UF', 'Estado']
    expect(withoutHeads(section(instalments, payments), heads)).toEqual([
      ...expected.instalments.map(dashed),
      ['Total Reserva Pactada', `UF ${agreed}`],
      ['Total Pagado en UF', `UF ${paid}`],
      ['Total Pagado en %', paidShare],
      ['Saldo de la reserva', `UF ${balance}`],
    ])
    const paymentHeads = ['Pago', 'Monto UF', 'Fecha depósito', 'Tipo documento', 'Comprobante']
    const paymentRows = expected.payments.map(({ row, receipt }) => [
      ...dashed(row),
      receipt === null ? '-' : 'Ver comprobante',
    ])
    expect(withoutHeads(section(payments, null), paymentHeads).slice(0, -1)).toEqual(
      paymentRows.length > 0 ? paymentRows : [['Todavía no hay pagos registrados.']],
    )
    expect(links.slice(1)).toEqual(
      expected.payments.flatMap(({ receipt }) => (receipt === null ? [] : [receipt])),
    )
  })

  test.each(visible)('of %s, in the CSV of %s (§12.40)', async (code, name) => {
    const expected = expectedStatement(exported.find((sale) => sale.code === code))
    const rows = await csvOf(await portal.as(name), code)
    const filled = (row: (string | null)[]) =>
      Array.from({ length: 5 }, (_, i) => (row[i] ?? '').replace(/(\d) %/, '$1\u00a0%'))
    const section = (from: string, to: string | null) => between(rows, from, to)
    const facts = (labels: string[], values: (string | null)[]) =>
      labels.map((label, i) => {
        const value = values[i] ?? null
        if (value?.endsWith(' %')) return filled([label, value.replace(' %', ''), '%'])
        const isUf = / (Pactada|UF)$|^Saldo/.test(label)
        return filled(isUf ? [label, number(value), 'UF'] : [label, value])
      })

    expect(rows.every((row) => row.length === 5)).toBe(true)
    expect(section(member, properties)).toEqual(
      facts(['Nombre', 'Rut', 'Representante legal'], expected.member),
    )
    expect(section(properties, commitments).slice(1)).toEqual(expected.properties.map(filled))
    expect(section(commitments, plan).slice(1)).toEqual(
      expected.commitments.map(({ row: [label, date, inPesos, inUf], documentType }) =>
        filled([`${label}, ${documentType}`, date ?? null, number(inPesos), number(inUf)]),
      ),
    )
    expect(section(plan, instalments)).toEqual(
      facts(
        [
          'Número de cuotas',
          'Saldo de la reserva',
          'Fecha de la primera cuota',
          'Porcentaje del saldo de la reserva',
        ],
        expected.plan,
      ),
    )
    expect(section(instalments, payments).slice(1)).toEqual([
      ...expected.instalments.map(([dueOn = null, amount, paid, left, state = null]) =>
        filled([dueOn, number(amount), number(paid), number(left), state]),
      ),
      ...facts(
        ['Total Reserva Pactada', 'Total Pagado en UF', 'Total Pagado en %', 'Saldo de la reserva'],
        expected.totals,
      ),
    ])
    expect(section(payments, null).slice(1, -2)).toEqual(
      expected.payments.map(({ row: [key = null, amount, ...rest], receipt }) =>
        filled([key, number(amount), ...rest, receipt]),
      ),
    )
  })
})

/** '$ 1.234.567' as 1234567. */
function number(text: string | null | undefined): string | null {
  return text?.replace('$ ', '').replaceAll('.', '') ?? null
}

function withoutHeads(rows: string[][], heads: string[]): string[][] {
  return rows.filter((row) => row.join() !== heads.join())
}
