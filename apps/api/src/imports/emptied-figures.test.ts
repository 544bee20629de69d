import { describe, expect, test } from 'vitest'
import { manySales, openImports, type Sale } from '../../test/imports.ts'
import { importSales } from './import-sales.ts'
import { ndjsonFile } from './sources/ndjson-file.ts'

const { db, exportOf, load, tables } = openImports()

const COUNT = 20
const later = { corte: '2026-11-21T06:00:00-03:00' }

/** The sales, of which the first so many are changed. */
function changed(count: number, change: (sale: Sale) => void): Sale[] {
  return manySales(COUNT).map((sale, index) => {
    if (index < count) change(sale)
    return sale
  })
}

const withoutPaid = (sale: Sale) => {
  for (const pago of sale.pagos) pago.monto_uf = ''
}

describe('a load that leaves empty what members see today waits for a person (§12.971)', () => {
  test.each<[string, (sale: Sale) => void, RegExp]>([
    ['the amounts of payments', withoutPaid, /: «monto_uf» de pagos en 4 ventas, como V-0\.$/],
    [
      'one amount of many',
      (sale) => (sale.estado_de_pago['Cuotas mensuales'].cuotas[40].monto_uf_saldo = null),
      /: «monto_uf_saldo» de cuotas en 4 ventas, como V-0\.$/,
    ],
    [
      'agreed amounts that became 0, as programs write what they did not calculate',
      (sale) => {
        for (const cuota of sale.estado_de_pago['Cuotas mensuales'].cuotas) cuota.monto_uf = 0
      },
      /: «monto_uf» de cuotas en 4 ventas, como V-0\.$/,
    ],
    [
      'all payments',
      (sale) => (sale.pagos = []),
      /«fecha_deposito» de pagos en 4 ventas, como V-0/,
    ],
    [
      'a whole commitment',
      (sale) => delete sale.compromiso.resumen,
      /: «deuda» de «resumen» en 4 ventas, como V-0\.$/,
    ],
    [
      'the date without which nobody sees the sale',
      (sale) => (sale.venta.fecha_aprob_semi = '00-00-0000'),
      /: «fecha_aprob_semi» de ventas en 4 ventas, como V-0\.$/,
    ],
    [
      'the income of the co-holder',
      (sale) => (sale.venta.clienteco_renta = null),
      /: «clienteco_renta» de ventas en 4 ventas, como V-0\.$/,
    ],
  ])('%s', async (_, change, figures) => {
    const sales = manySales(COUNT).map((sale) => ({
      ...sale,
      venta: { ...sale.venta, clienteco_renta: 900_000 },
    }))
    await load(sales)
    const { loads: _earlier, ...before } = await tables()
    const next = sales.map((sale) => structuredClone(sale))
    for (const sale of next.slice(0, 4)) change(sale)
    const { refusal, refusalCode } = await load(next, {}, later)
    expect(refusalCode).toBe('emptied_figures')
    expect(refusal).toMatch(/^En 4 ventas quedarían vacíos montos o fechas que hoy están: /)
    expect(refusal).toMatch(figures)
    const { loads: _now, ...after } = await tables()
    expect(after).toEqual(before)
  })

  test('a few sales may lose a figure, and a person or --force accepts many', async () => {
    await load(manySales(COUNT))
    expect((await load(changed(3, withoutPaid), {}, later)).refusal).toBeNull()
    const all = changed(COUNT, withoutPaid)
    expect((await load(all, {}, later)).refusalCode).toBe('emptied_figures')
    const accepted = await load(all, { accepts: ['emptied_figures'] }, later)
    expect(accepted.refusal).toBeNull()
    expect((await load(all, {}, later)).refusal).toBeNull()
  })

  test('what changes every day is no such figure', async () => {
    await load(changed(COUNT, (sale) => (sale.pagos[0].monto_uf_por_imputar = 3.5)))
    const next = changed(COUNT, (sale) => {
      sale.pagos[0].monto_uf_por_imputar = null
      sale.pagos.push({ key: '99', monto_uf: null, fecha_deposito: '' })
      sale.estado_de_pago['Cuotas mensuales'].cuotas.pop()
      const { cuotas } = sale.estado_de_pago['Cuotas mensuales']
      const owed = cuotas.filter((cuota: Sale) => cuota.monto_uf_saldo > 0)
      for (const cuota of owed.slice(0, 2)) cuota.monto_uf_saldo = 0
      sale.compromiso.resumen.deuda = 0
    })
    expect((await load(next, {}, later)).refusal).toBeNull()
  })

  test('the sample cooperative is replaced by whatever comes', async () => {
    await importSales(db(), ndjsonFile(exportOf(manySales(COUNT))), { isSample: true })
    expect((await load(changed(COUNT, withoutPaid))).refusal).toBeNull()
  })
})
