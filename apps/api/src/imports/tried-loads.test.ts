import { forcedRefusals } from '@carpeta/domain/imports/acceptable-refusals'
import { describe, expect, test } from 'vitest'
import { openImports, rosa, sample } from '../../test/imports.ts'
import { many, sql } from '../db/query.ts'

const { db, load, tables, value } = openImports()
const later = { corte: '2026-11-21T06:00:00-03:00' }
const next = [
  rosa((sale) => (sale.venta.precio_venta = 2451)),
  ...sample.slice(1, -1),
  rosa((sale) => (sale.code = 'V-9')),
]

const changesOf = (loadId: number | null) =>
  many(
    db(),
    sql`select sale_code, kind from load_changes where load_id = ${loadId}
    order by sale_code`,
  )

describe('a dry run that is recorded', () => {
  test('changes no sale, and has the difference that the load then makes (§10.102)', async () => {
    await load(sample)
    const { loads: _earlier, ...before } = await tables()
    const options = { accepts: forcedRefusals, dryRun: true, recordDryRun: true }
    const tried = await load(next, options, later)
    const { loads: _now, ...after } = await tables()
    expect(after).toEqual(before)
    expect(await changesOf(tried.loadId)).toEqual([
      { saleCode: 'V-1001', kind: 'changed' },
      { saleCode: 'V-7001', kind: 'withdrawn' },
      { saleCode: 'V-9', kind: 'added' },
    ])

    const applied = await load(next, { accepts: forcedRefusals }, later)
    expect(await changesOf(applied.loadId)).toEqual(await changesOf(tried.loadId))
    const { loadId: _tried, ...expected } = tried
    const { loadId: _applied, ...outcome } = applied
    expect(outcome).toEqual(expected)
    expect(
      await value(sql`select bool_and(after = json) as value from load_changes
        join sales on code = sale_code join sale_views on sale_id = sales.id
        where load_id = ${tried.loadId} and kind <> 'withdrawn'`),
    ).toBe(true)
  })

  test('is neither the last load nor the newest cut-off', async () => {
    await load(sample)
    await load(next, { accepts: forcedRefusals, dryRun: true, recordDryRun: true }, later)
    expect(await value(sql`select string_agg(state, ',' order by id) as value from loads`)).toBe(
      'applied,tried',
    )
    expect((await load(sample)).refusal).toBeNull()
  })
})

test('a sale whose text is the same but for its order and spaces is unchanged', async () => {
  await load(sample)
  const [{ code, venta, ...others }] = sample
  const spaced = JSON.stringify({ ...others, venta, code }, null, 1).replaceAll('\n', '')
  const { counts } = await load([spaced, ...sample.slice(1)], {}, later)
  expect(counts).toMatchObject({ changed: 0, unchanged: 9 })
  const again = await load([spaced, ...sample.slice(1)], {}, later)
  expect(again.counts).toMatchObject({ changed: 0, unchanged: 9 })
})
