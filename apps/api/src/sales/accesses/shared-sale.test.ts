import { salesResponse } from '@carpeta/contract/sales/sale-schema'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleExport } from '../../../seeds/sample-export.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import {
  codesOf,
  createAccount,
  give,
  logIn,
  luis,
  marcela,
  ROSAS_SALE,
  toLuis,
} from '../../../test/sales/shared-sales.ts'
import type { Visitor } from '../../../test/visitor.ts'
import { sharedSaleJson } from './shared-sale-json.ts'

let portal: Portal
let rosa: Visitor
let readerLuis: Visitor
/** Rosa's answer before she let anybody read. */
let before: string
beforeAll(async () => {
  portal = await openPortal()
  await createAccount(portal, luis)
  await createAccount(portal, marcela)
  rosa = await portal.as('rosa')
  readerLuis = await logIn(portal, luis)
  before = await textOf(rosa)
})
afterAll(() => portal.close())

async function textOf(visitor: Visitor): Promise<string> {
  return (await visitor.get('/api/sales-data/')).bytes.toString()
}

const exported = sampleExport()
  .split('\n')
  .slice(1, -1)
  .map((line) => JSON.parse(line))
const personal = /^cliente(co)?_(?!rut|nombre_completo|nombre_representante_legal)/

/** The values of a person's fields in accounting, which identify that person. */
function personalValues(code: string, prefix: 'cliente_' | 'clienteco_'): string[] {
  const { venta } = exported.find((sale) => sale.code === code)
  return Object.entries(venta)
    .filter(([name]) => name.startsWith(prefix) && personal.test(name))
    .map(([, value]) => String(value))
    .filter((value) => value.length > 4)
}

test('without an access Luis sees no sale (§10.97, security 5.6)', async () => {
  expect(await codesOf(readerLuis)).toEqual([])
})

describe('with an access Luis', () => {
  beforeAll(async () => {
    expect((await give(rosa, { ...toLuis, last_day: '2099-12-31' })).status).toBe(201)
  })

  test('sees Rosa’s sale, marked as hers, with her figures (§10.97)', async () => {
    const [sale, ...others] = salesResponse.parse(JSON.parse(await textOf(readerLuis)))
    const [own] = JSON.parse(before)
    expect(others).toEqual([])
    expect(sale).toEqual({
      ...own,
      venta: expect.anything(),
      requerimientos: [],
      compartida: { como: 'co_holder', hasta: '2099-12-31' },
    })
    expect(sale?.venta).toMatchObject({
      cliente_nombre_completo: own.venta.cliente_nombre_completo,
      cliente_rut: own.venta.cliente_rut,
    })
  })

  test('sees nothing personal of Rosa, and all of his own (security 5.72)', async () => {
    const text = await textOf(readerLuis)
    const [{ venta }] = JSON.parse(text)
    const [own] = JSON.parse(before)
    const hidden = Object.entries(venta).filter(
      ([name]) => name.startsWith('cliente_') && personal.test(name),
    )
    expect(hidden).toHaveLength(13)
    expect(hidden.filter(([, value]) => value !== '' && value !== null)).toEqual([])
    const shared = new Set(personalValues(ROSAS_SALE, 'clienteco_'))
    for (const value of personalValues(ROSAS_SALE, 'cliente_')) {
      if (!shared.has(value)) expect(text).not.toContain(value)
    }
    const ofLuis = (sale: object) =>
      Object.entries(sale).filter(([name]) => name.startsWith('clienteco_'))
    expect(ofLuis(venta)).toEqual(ofLuis(own.venta))
  })

  test('has every amount in the decimals of Rosa’s answer (§12.442)', async () => {
    const amounts = (text: string) => text.match(/"(?:monto_uf|compromiso|deuda)" ?: ?[\d.]+/g)
    const plain = (text: string) => amounts(text)?.map((each) => each.replaceAll(' ', ''))
    expect(plain(await textOf(readerLuis))).toEqual(plain(before))
  })

  test('changes not a byte of what Rosa sees (§12.448)', async () => {
    expect(await textOf(rosa)).toBe(before)
  })

  test('reads it in one query after the session’s, before the read is recorded', async () => {
    const asked: string[] = []
    const { query } = portal.db
    portal.db.query = (statement) => {
      asked.push(statement.text)
      return query(statement)
    }
    await readerLuis.get('/api/sales-data/')
    portal.db.query = query
    expect(asked.filter((text) => text.includes('sale_views.json as view'))).toHaveLength(1)
    expect(asked).toHaveLength(2)
  })

  test('downloads its statement, which the portal confirms (§12.442)', async () => {
    const pdf = await readerLuis.get(`/api/sales/${ROSAS_SALE}/statement.pdf`)
    expect(pdf.status).toBe(200)
    const { rows } = await portal.pool.query(
      'select folio from issued_statements order by issued_at',
    )
    const check = await portal.visitor().get(`/api/statements/${rows.at(-1)?.folio}/`)
    expect(check.body).toMatchObject({ is_current: true })
    const csv = await readerLuis.get(`/api/sales/${ROSAS_SALE}/statement.csv`)
    const ofRosa = await rosa.get(`/api/sales/${ROSAS_SALE}/statement.csv`)
    expect(csv.bytes.equals(ofRosa.bytes)).toBe(true)
  })
})

test('Marcela sees the sale of her company, without personal data (security 5.72)', async () => {
  const losRobles = await portal.as('losRobles')
  const [{ code }] = (await losRobles.get('/api/sales-data/')).body
  const access = { sale_code: code, kind: 'representative', social_security: '14.222.333-3' }
  expect((await give(losRobles, access)).status).toBe(201)
  const [sale] = (await (await logIn(portal, marcela)).get('/api/sales-data/')).body
  expect(sale).toMatchObject({ code, compartida: { como: 'representative', hasta: '' } })
  const shown = Object.entries(sale.venta).filter(
    ([name, value]) => personal.test(name) && value !== '' && value !== null,
  )
  expect(shown).toEqual([])
})

test('no personal text or amount is left, whatever accounting sends (security 5.72)', () => {
  const given = fc.record({
    cliente_direccion: fc.string({ unit: 'grapheme' }),
    cliente_renta: fc.oneof(fc.constant(null), fc.integer()),
    clienteco_email: fc.string(),
    clienteco_nombre_completo: fc.string(),
    precio_venta: fc.constantFrom(1.5, 9_999_999_999, 0),
  })
  fc.assert(
    fc.property(
      given,
      fc.constantFrom('co_holder' as const, 'representative' as const),
      (venta, kind) => {
        const shared = JSON.parse(sharedSaleJson(JSON.stringify({ venta }), { kind, lastDay: '' }))
        expect(shared.venta).toMatchObject({
          cliente_direccion: '',
          cliente_renta: null,
          clienteco_email: kind === 'co_holder' ? venta.clienteco_email : '',
          clienteco_nombre_completo: venta.clienteco_nombre_completo,
          precio_venta: venta.precio_venta,
        })
      },
    ),
  )
})
