import { expect, test } from 'vitest'
import { openImports, rosa, type Sale } from '../../test/imports.ts'
import { many, sql } from '../db/query.ts'

const { db, load } = openImports()

type Case = [given: unknown, json: string]

/** The JSON text of Rosa's sale for each case, by the index of the case. */
async function viewsOf(cases: Case[], give: (sale: Sale, given: unknown) => void) {
  const sales = cases.map(([given], index) =>
    rosa((sale) => {
      sale.code = `V-${String(index).padStart(2, '0')}`
      give(sale, given)
    }),
  )
  const { rejects } = await load(sales)
  expect(rejects).toEqual([])
  const rows = await many<{ json: string }>(
    db(),
    sql`select json from sales join sale_views on sale_id = id order by code`,
  )
  return rows.map(({ json }) => json)
}

/** The texts of all values of this name, without spaces. */
function valuesOf(json: string, name: string): string[] {
  const value = String.raw`"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[^,}\]\s]+`
  return [...json.matchAll(new RegExp(`"${name}"\\s*:\\s*(${value})`, 'g'))].map(([, text]) =>
    String(text),
  )
}

test('amounts leave with the digits that accounting gave, and no others (§11.31)', async () => {
  const cases: Case[] = [
    [null, 'null'],
    ['', 'null'],
    [0, '0'],
    ['-0', '0'],
    ['007.350', '7.35'],
    [7.3, '7.3'],
    [-0.5, '-0.5'],
    ['0.0001', '0.0001'],
    ['12.3400', '12.34'],
    ['9999999999.9999', '9999999999.9999'],
  ]
  const views = await viewsOf(cases, (sale, given) => {
    sale.venta.precio_venta = given
    sale.pagos = [{ key: 1, monto_uf: given }]
    sale.estado_de_pago['Cuotas mensuales'].cuotas = []
  })
  const expected = cases.map(([, json]) => ({ price: [json], payment: [json] }))
  expect(
    views.map((json) => ({
      price: valuesOf(json, 'precio_venta'),
      payment: valuesOf(json, 'monto_uf'),
    })),
  ).toEqual(expected)
})

test('shares have up to ten decimals', async () => {
  const cases: Case[] = [
    [null, 'null'],
    [0, '0'],
    ['1.000', '1'],
    [0.05, '0.05'],
    [0.333_333_333_333_333_3, '0.3333333333'],
    ['0.66666666665', '0.6666666667'],
  ]
  const views = await viewsOf(cases, (sale, given) => {
    sale.compromiso = { 'Cuotas mensuales': { compromiso_porcentaje: given } }
  })
  const shares = views.map((json) => valuesOf(json, 'compromiso_porcentaje'))
  expect(shares).toEqual(cases.map(([, json]) => [json]))
})

test('a key is a number where a number can be it', async () => {
  const cases: Case[] = [
    ['1', '1'],
    [27, '27'],
    ['01', '"01"'],
    ['A-1', '"A-1"'],
    ['123456789012345', '123456789012345'],
    ['1234567890123456', '"1234567890123456"'],
  ]
  const views = await viewsOf(cases, (sale, given) => {
    sale.pagos = [{ key: given, monto_uf: 1 }]
    sale.estado_de_pago['Cuotas mensuales'].cuotas = []
  })
  expect(views.map((json) => valuesOf(json, 'key'))).toEqual(cases.map(([, json]) => [json]))
})

test('the instalments of a payment are a list of numbers, dates are days, empty ones ""', async () => {
  const places: Case[] = [
    [[35, 36], '[35,36]'],
    ['1,2', '[1,2]'],
    [7, '[7]'],
    ['', '[]'],
    [null, '[]'],
  ]
  const days: Case[] = [
    ['2026-11-22', '"2026-11-22"'],
    ['2026-11-22 10:00:00', '"2026-11-22"'],
    ['', '""'],
    [null, '""'],
    ['0000-00-00', '""'],
  ]
  const views = await viewsOf(
    places.map(([given], index) => [[given, days[index]?.[0]], '']),
    (sale, given) => {
      const [cuotas, day] = given as [unknown, unknown]
      sale.pagos = [{ key: 1, monto_uf: 1, cuotas, fecha_deposito: day }]
      sale.estado_de_pago['Cuotas mensuales'].cuotas = []
    },
  )
  // The first "cuotas" is that of the payment, the second the plan's.
  expect(views.map((json) => valuesOf(json, 'cuotas')[0])).toEqual(places.map(([, json]) => json))
  expect(views.map((json) => valuesOf(json, 'fecha_deposito')[0])).toEqual(
    days.map(([, json]) => json),
  )
})

test('texts are what accounting wrote, absent sections null, {} or left out', async () => {
  const texts = ['Ñuñoa “5”', `\\ " ' </script> 100 %`, '👩‍🦰 é', '', 'null', '{"a":1}']
  const cases = texts.map((text): Case => [text, ''])
  const views = await viewsOf(cases, (sale, given) => {
    sale.venta.cliente_direccion = given
    sale.venta.propiedad3_modelo = given
    sale.compromiso = {
      resumen: { compromiso: 3, tipo_documento: given },
      contado_preliminar: { compromiso: 2 },
    }
    sale.seguimiento = given === '' ? null : { financiera: given }
    if (given === '') sale.compromiso = {}
  })
  const sales = views.map((json) => JSON.parse(json))
  expect(sales.map(({ venta }) => [venta.cliente_direccion, venta.propiedad3_modelo])).toEqual(
    texts.map((text) => [text, text]),
  )
  expect(sales.map(({ seguimiento }) => seguimiento?.financiera ?? null)).toEqual(
    texts.map((text) => (text === '' ? null : text)),
  )
  expect(sales.map(({ compromiso }) => Object.keys(compromiso).length)).toEqual(
    texts.map((text) => (text === '' ? 0 : 2)),
  )
})
