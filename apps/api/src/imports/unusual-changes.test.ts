import { describe, expect, test } from 'vitest'
import { manySales, openImports, type Sale, sample } from '../../test/imports.ts'

const { load, tables } = openImports()

const COUNT = 20
const later = { corte: '2026-11-21T06:00:00-03:00' }
const planOf = (sale: Sale): Record<string, number | string>[] =>
  sale.estado_de_pago['Cuotas mensuales'].cuotas

/** Every UF figure of an object and of what is in it. */
function scale(item: Record<string, unknown>, factor: number): void {
  for (const [name, value] of Object.entries(item)) {
    if (typeof value === 'object' && value) scale(value as Record<string, unknown>, factor)
    else if (typeof value === 'number' && /monto_uf/.test(name)) {
      item[name] = Math.round(value * factor * 10_000) / 10_000
    }
  }
}

describe('a load that changes many sales as no day does waits for a person (security 12.660)', () => {
  test('the holder’s columns have moved by a row', async () => {
    await load(sample)
    const next = structuredClone(sample)
    const names = Object.keys(next[0].venta).filter((name) => /^cliente_/.test(name))
    for (const [index, { venta }] of next.entries()) {
      const from = sample[(index + 1) % sample.length].venta
      for (const name of names) venta[name] = from[name]
    }
    const { loads: _earlier, ...before } = await tables()
    const { refusal, refusalCode, holderChanges } = await load(next, {}, later)
    expect([refusalCode, holderChanges?.sales]).toEqual(['unusual_changes', 7])
    expect(refusal).toMatch(
      /^Cambian a la vez muchas ventas que hoy se ven: cambia el titular en 7 ventas, como V-\d+\.$/,
    )
    const { loads: _now, ...after } = await tables()
    expect(after).toEqual(before)
  })

  test.each<[string, (sale: Sale) => void, RegExp]>([
    ['a tenth of every amount', (sale) => scale(sale, 0.1), /las cuotas suman menos de la mitad/],
    ['ten times every amount', (sale) => scale(sale, 10), /o más del doble en 4 ventas/],
    [
      'every instalment paid',
      (sale) => {
        for (const each of planOf(sale))
          Object.assign(each, { monto_uf_saldo: 0, estado: 'Pagada' })
      },
      /más de tres cuotas dejan de deberse de una vez en 4 ventas/,
    ],
    [
      'the first instalment of each plan',
      (sale) => planOf(sale).splice(1),
      /las cuotas suman menos de la mitad o más del doble en 4 ventas, como V-0/,
    ],
    ['one payment of each sale', (sale) => sale.pagos.splice(1), /faltan pagos/],
    ['another price', (sale) => (sale.venta.precio_venta += 1), /cambia el precio en 4 ventas/],
  ])('%s', async (_, change, kind) => {
    await load(manySales(COUNT))
    const changed = (count: number) =>
      manySales(COUNT).map((sale, index) => {
        if (index < count) change(sale)
        return sale
      })
    const { refusal, refusalCode } = await load(changed(4), {}, later)
    expect([refusalCode, refusal]).toEqual(['unusual_changes', expect.stringMatching(kind)])
    // A few change so on any day, and a person accepts many.
    expect((await load(changed(3), {}, later)).refusal).toBeNull()
    const accepted = await load(changed(COUNT), { accepts: ['unusual_changes'] }, later)
    expect(accepted.refusal).toBeNull()
  })

  test('three instalments and a payment a sale are no unusual change', async () => {
    await load(manySales(COUNT))
    const next = manySales(COUNT).map((sale) => {
      const owed = planOf(sale).filter(({ monto_uf_saldo }) => monto_uf_saldo !== 0)
      for (const each of owed.slice(0, 3))
        Object.assign(each, { monto_uf_saldo: 0, estado: 'Pagada' })
      sale.pagos.push({ key: '99', monto_uf: 22.05, fecha_deposito: '2026-11-20' })
      return sale
    })
    expect((await load(next, {}, later)).refusal).toBeNull()
  })
})
