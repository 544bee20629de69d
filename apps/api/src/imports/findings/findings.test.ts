import { defaultSaleChecks } from '@carpeta/domain/sales/findings/sale-findings'
import { expect, test } from 'vitest'
import { openImports, rosa, type Sale, sample } from '../../../test/imports.ts'
import { many, sql } from '../../db/query.ts'

const { db, load, value } = openImports()

const findings = () =>
  many(
    db(),
    sql`select sales.code as sale, sale_findings.code, stated, computed
      from sale_findings join sales on sales.id = sale_id order by 1, 2`,
  )

/** Accounting says that 30 instalments are pending, and that Rosa owes UF 100 less. */
const contradictory = (sale: Sale) => {
  sale.compromiso['Cuotas mensuales'].cuotas_pendientes = 30
  sale.compromiso.resumen.deuda = '87.60'
}
const rosasFindings = [
  { sale: 'V-1001', code: 'debt', stated: '87.6', computed: '187.6' },
  { sale: 'V-1001', code: 'pending_count', stated: '30', computed: '26' },
]

test('the figures of the sample cooperative agree', async () => {
  await load(sample)
  expect(await findings()).toEqual([])
})

test('a sale with contradictory figures is loaded, with its findings (§12.150)', async () => {
  const { counts } = await load([rosa(contradictory)])
  expect(counts).toMatchObject({ added: 1, bad: 0 })
  expect(await findings()).toEqual(rosasFindings)
  expect(await value(sql`select json::json -> 'por_confirmar' as value from sale_views`)).toEqual([
    'debt',
    'pending_count',
  ])
})

test('corrected figures have no finding any more', async () => {
  await load([rosa(contradictory)])
  await load([rosa()], {}, { corte: '2026-11-21T06:00:00-03:00' })
  expect(await findings()).toEqual([])
  expect(await value(sql`select json::json -> 'por_confirmar' as value from sale_views`)).toEqual(
    [],
  )
})

test('other tolerances count from the next load on, also for a sale that did not change (§12.152)', async () => {
  const lenient = { ...defaultSaleChecks, off: ['debt', 'pending_count'] as const }
  await load([rosa(contradictory)], { checks: lenient })
  expect(await findings()).toEqual([])
  const { counts } = await load([rosa(contradictory)])
  expect(counts).toMatchObject({ changed: 1 })
  expect(await findings()).toEqual(rosasFindings)
})
