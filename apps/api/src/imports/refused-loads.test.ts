import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { manySales, openImports, sample } from '../../test/imports.ts'
import { IMPORT_LOCK } from '../db/advisory-locks.ts'
import { exec, sql } from '../db/query.ts'
import { importSales } from './import-sales.ts'

const { db, exportOf, load, tables } = openImports()

describe('a load is refused, and nothing changes', () => {
  async function refused(...args: Parameters<typeof load>): Promise<string | null> {
    const before = await tables()
    const { refusal } = await load(...args)
    expect(await tables()).toEqual(before)
    return refusal
  }

  test('a cut file', async () => {
    await load(sample)
    const reason = await refused(sample.slice(0, 5), {}, { ventas: 9 })
    expect(reason).toBe('El archivo está cortado: anuncia 9 ventas y trae 5.')
  })

  test.each([
    '',
    '[]',
    '{"ventas":1}',
    '{"corte":"ayer","ventas":1}',
    '{"corte":"2026-11-20","ventas":1}',
  ])('a first line of «%s»', async (first) => {
    const path = exportOf([])
    writeFileSync(path, `${first}\n${JSON.stringify(sample[0])}\n`)
    expect((await importSales(db(), path)).refusal).toMatch(/La primera línea debe ser/)
  })

  test('an older cut-off, unless it is forced', async () => {
    await load(sample)
    const older = { corte: '2026-11-19T06:00:00-03:00' }
    expect(await refused(sample, {}, older)).toMatch(/anterior al ya cargado/)
    expect((await load(sample, { force: true }, older)).refusal).toBeNull()
  })

  test('more than one in a hundred bad sales; exactly one is tolerated', async () => {
    const hundred = manySales(100)
    const spoil = (count: number) =>
      hundred.map((sale, index) =>
        index < count ? { ...sale, venta: { ...sale.venta, cliente_rut: '1-1' } } : sale,
      )
    expect(await refused(spoil(2), { maxRejectsPercent: 1 })).toMatch(
      /2 de 100 ventas vienen malas/,
    )
    expect((await load(spoil(1), { maxRejectsPercent: 1 })).refusal).toBeNull()
  })

  test('more than one in ten vanishing, unless it is forced', async () => {
    await load(manySales(20))
    expect(await refused(manySales(17))).toMatch(/Desaparecerían 3 de 20 ventas/)
    const { withdrawn } = await load(manySales(18))
    expect(withdrawn).toBe(2)
    expect((await load(manySales(1), { force: true })).refusal).toBeNull()
  })

  test('a dry run reports the result and writes nothing', async () => {
    await load([sample[0]])
    const before = await tables()
    const { refusal, counts, newAccounts } = await load(sample, { dryRun: true })
    expect({ refusal, newAccounts }).toEqual({ refusal: null, newAccounts: 6 })
    expect(counts).toMatchObject({ added: 8, unchanged: 1 })
    expect(await tables()).toEqual(before)
  })
})

test('of two loads at once the second is refused', async () => {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const first = db().transaction(async (tx) => {
    await exec(tx, sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const { refusal } = await load(sample)
  released.resolve()
  await first
  expect(refusal).toBe('Otra carga está en curso.')
})
