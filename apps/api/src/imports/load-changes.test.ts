import { describe, expect, test } from 'vitest'
import { openImports, rosa, sample } from '../../test/imports.ts'
import { exec, many, sql } from '../db/query.ts'
import { operator } from '../http/caller.ts'
import { eraseMember } from '../personal-data/erasure/erase-member.ts'
import { deleteOldChanges } from './load-changes-store.ts'
import { undoLastLoad } from './undo-load.ts'

const { db, load, tables } = openImports()
const on = (day: number) => ({ corte: `2026-11-${day}T06:00:00-03:00` })
const pricedAt = (price: number) => [
  rosa((sale) => (sale.venta.precio_venta = price)),
  ...sample.slice(1),
]

const changesOf = () =>
  many<{ loadId: number; changes: number }>(
    db(),
    sql`select load_id, count(*) as changes from load_changes group by load_id order by load_id`,
  )

async function sales(): Promise<object> {
  const { loads: _loads, users: _users, ...rows } = await tables()
  return rows
}

test('which sales old loads changed is deleted, but not what an undo needs (§12.225)', async () => {
  const { loadId: first } = await load(sample)
  const { loadId: second } = await load(pricedAt(2451), {}, on(21))
  const before = await sales()
  const { loadId: third } = await load(pricedAt(2452), {}, on(22))
  expect(await deleteOldChanges(db(), 30)).toBe(0)
  await exec(db(), sql`update loads set applied_at = now() - interval '29 days'`)
  await exec(
    db(),
    sql`update loads set applied_at = now() - interval '31 days' where id <> ${second}`,
  )
  expect((await changesOf()).map(({ loadId }) => loadId)).toEqual([first, second, third])
  expect(await deleteOldChanges(db(), 30)).toBe(9)
  expect(await changesOf()).toEqual([
    { loadId: second, changes: 1 },
    { loadId: third, changes: 1 },
  ])
  const undone = await db().transaction((tx) => undoLastLoad(tx, operator, third ?? 0))
  expect(undone.result).toBe('undone')
  expect(await sales()).toEqual(before)
})

describe('when Rosa is erased', () => {
  const erase = () => eraseMember(db(), { rut: '12345678-5' }, { force: true, dryRun: false })
  const kept = () =>
    many(
      db(),
      sql`select coalesce(before::text like '%5555 0142%', false) as is_before,
          coalesce(after like '%5555 0142%', false) as is_after
        from load_changes where before is not null or after is not null order by load_id`,
    )

  test('neither what an undo needs nor what a dry run told has her telephone (§12.225)', async () => {
    await load(sample)
    await load(pricedAt(2451), {}, on(21))
    await load(pricedAt(2452), { dryRun: true, recordDryRun: true }, on(22))
    expect(await kept()).toEqual([
      { isBefore: true, isAfter: false },
      { isBefore: false, isAfter: true },
    ])
    expect((await erase()).result).toBe('erased')
    expect(await kept()).toEqual([{ isBefore: false, isAfter: false }])
  })

  test('a dry run afterwards stores nothing of her', async () => {
    await load(sample)
    await erase()
    await load(pricedAt(2452), { dryRun: true, recordDryRun: true }, on(22))
    expect(await kept()).toEqual([])
  })
})
