import { addDays, todayInSantiago } from '@carpeta/domain/dates/dates'
import { expect, test } from 'vitest'
import { manySales, openImports } from '../../test/imports.ts'
import { many, sql } from '../db/query.ts'
import { dueInstalments } from './news-store.ts'

const imports = openImports()

interface Plan {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Join Filter'?: number
  Plans?: Plan[]
}

/** A join without an index compares each sale with each, and says so here. */
function rowsRemovedByJoins(plan: Plan): number {
  const own = plan['Actual Loops'] * (plan['Rows Removed by Join Filter'] ?? 0)
  return (plan.Plans ?? []).reduce((sum, each) => sum + rowsRemovedByJoins(each), own)
}

test('right after a first load, when no table has statistics, each sale is read once', async () => {
  const today = todayInSantiago(new Date())
  const sales = manySales(300).map((sale) => {
    sale.estado_de_pago['Cuotas mensuales'].cuotas = [
      { fecha_vencimiento: addDays(today, 3), monto_uf: 7, monto_uf_saldo: 7, estado: 'Pendiente' },
    ]
    return sale
  })
  await imports.load(sales)
  const rows = await many<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    imports.db(),
    sql`explain (analyze, format json) ${dueInstalments(today)}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  expect(plan?.['Actual Rows']).toBe(300)
  expect(plan && rowsRemovedByJoins(plan)).toBe(0)
})
