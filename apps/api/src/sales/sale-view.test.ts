import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openImports, rosa, type Sale, sample } from '../../test/imports.ts'
import { many, sql } from '../db/query.ts'
import { writeSaleViews } from './sale-view-store.ts'

const { db, load } = openImports()

/** The views that the import wrote, and those that PostgreSQL computes from the tables. */
async function bothViews(): Promise<[unknown[], unknown[]]> {
  const read = () =>
    many(
      db(),
      sql`select code, version, json from sales join sale_views on sale_id = id
      order by code`,
    )
  const written = await read()
  await db().transaction((tx) => writeSaleViews(tx, sql`true`))
  return [written, await read()]
}

test('an import writes the views of the sample in the bytes in which PostgreSQL computes them', async () => {
  await load(sample)
  const [written, computed] = await bothViews()
  expect(computed).toHaveLength(9)
  expect(written).toEqual(computed)
})

test('and of any sale', async () => {
  const text = fc
    .string({ unit: 'grapheme', maxLength: 20 })
    .filter((each) => !/\p{Cc}/u.test(each))
  const amount = fc.oneof(
    fc.constantFrom(
      null,
      '',
      0,
      '-0',
      '007.350',
      '0.0001',
      -0.5,
      7.3,
      '12.3400',
      '9999999999.9999',
    ),
    fc.integer({ min: -99_999_999, max: 99_999_999 }).map((units) => units / 10_000),
  )
  const share = fc.constantFrom(null, 0, 1, '1.000', 0.05, 0.333_333_333_333_333_3, '0.66666666665')
  const key = fc.constantFrom('1', 27, '01', 'A-1', '123456789012345', '1234567890123456', '')
  const date = fc.constantFrom('2026-11-22', '2026-11-22 10:00:00', '', null, '0000-00-00')
  const commitment = fc.record(
    {
      compromiso: amount,
      compromiso_pesos: amount,
      compromiso_porcentaje: share,
      tipo_documento: text,
    },
    { requiredKeys: [] },
  )
  const sale = fc.record({
    text,
    price: amount,
    payment: fc.record({
      cuotas: fc.constantFrom([35, 36], '1,2', 7, '', null),
      monto_uf_por_imputar: amount,
      key,
      monto_uf: amount,
      fecha_deposito: date,
      tipo_doc_descripcion: text,
    }),
    instalment: fc.record({ fecha_vencimiento: date, monto_uf: amount, estado: text }),
    commitments: fc.subarray(['Cuotas mensuales', 'contado_preliminar', 'resumen', 'Reserva']),
    commitment,
    property: fc.constantFrom('propiedad_lote', 'propiedad3_modelo'),
    deed: fc.option(fc.record({ fecha_borrador: date, financiera: text })),
  })
  const sales = fc.sample(sale, 300).map((values, index) =>
    rosa((each: Sale) => {
      each.code = `V-${index}`
      Object.assign(each.venta, { cliente_direccion: values.text, precio_venta: values.price })
      each.venta[values.property] = values.text
      each.pagos = [values.payment]
      each.estado_de_pago['Cuotas mensuales'].cuotas = [values.instalment]
      each.compromiso = Object.fromEntries(
        values.commitments.map((name) => [name, values.commitment]),
      )
      each.seguimiento = values.deed
    }),
  )
  const { rejects } = await load(sales)
  expect(rejects).toEqual([])
  const [written, computed] = await bothViews()
  expect(computed).toHaveLength(300)
  expect(written).toEqual(computed)
})
