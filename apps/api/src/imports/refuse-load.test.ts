import { writeFileSync } from 'node:fs'
import { forcedRefusals } from '@carpeta/domain/imports/load-consequences'
import { describe, expect, test } from 'vitest'
import { manySales, openImports, sample } from '../../test/imports.ts'
import { IMPORT_LOCK } from '../db/advisory-locks.ts'
import { exec, sql } from '../db/query.ts'
import { importSales } from './import-sales.ts'
import { ndjsonFile } from './sources/ndjson-file.ts'

const { db, exportOf, load, tables, value } = openImports()

describe('a load is refused, and nothing changes (security 12.8)', () => {
  async function refused(...args: Parameters<typeof load>): Promise<string | null> {
    const { loads: _earlier, ...before } = await tables()
    const { refusal, loadId } = await load(...args)
    const { loads: _now, ...after } = await tables()
    expect(after).toEqual(before)
    const recorded = await value(sql`select refusal as value from loads
      where id = ${loadId} and state = 'refused'`)
    expect(recorded).toBe(refusal)
    return refusal
  }

  test('a cut file (§10.85)', async () => {
    await load(sample)
    const reason = await refused(sample.slice(0, 5), {}, { ventas: 9 })
    expect(reason).toBe('El archivo está cortado: anuncia 9 ventas y trae 5.')
    expect(await refused(sample, {}, { ventas: 1 })).toBe(
      'El archivo no calza: anuncia 1 venta y trae 9.',
    )
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
    expect((await importSales(db(), ndjsonFile(path))).refusal).toMatch(/La primera línea debe ser/)
  })

  test('an older cut-off, unless it is forced (§10.86)', async () => {
    await load(sample)
    const older = { corte: '2026-11-19T06:00:00-03:00' }
    expect(await refused(sample, {}, older)).toBe(
      'El corte 19-11-2026 06:00 es anterior al ya cargado (20-11-2026 06:00).',
    )
    expect((await load(sample, { accepts: forcedRefusals }, older)).refusal).toBeNull()
  })

  test('a cut-off more than ten minutes in the future, also when it is forced (§10.87)', async () => {
    const inMinutes = (minutes: number) => ({
      corte: new Date(Date.now() + minutes * 60_000).toISOString(),
    })
    const next = { corte: '2027-11-20T06:00:00-03:00' }
    expect(await refused(sample, { accepts: forcedRefusals }, next)).toMatch(
      /^El corte 20-11-2027 06:00 está en el futuro; ahora es \d\d-\d\d-\d{4} \d\d:\d\d\.$/,
    )
    expect(await refused(sample, {}, inMinutes(11))).toMatch(/está en el futuro/)
    expect((await load(sample, {}, inMinutes(9))).refusal).toBeNull()
  })

  test('more than one in a hundred bad sales; exactly one is tolerated (§10.88)', async () => {
    const hundred = manySales(100)
    const spoil = (count: number) =>
      hundred.map((sale, index) =>
        index < count ? { ...sale, venta: { ...sale.venta, cliente_rut: '1-1' } } : sale,
      )
    expect(await refused(spoil(2), { maxRejectsPercent: 1 })).toMatch(/2 de 100 ventas se rechazan/)
    expect((await load(spoil(1), { maxRejectsPercent: 1 })).refusal).toBeNull()
  })

  test('more than one in ten vanishing, unless it is forced (§10.89)', async () => {
    await load(manySales(20))
    expect(await refused(manySales(17))).toMatch(/Desaparecerían 3 de 20 ventas/)
    const { withdrawn } = await load(manySales(18))
    expect(withdrawn).toBe(2)
    expect((await load(manySales(1), { accepts: forcedRefusals })).refusal).toBeNull()
  })

  test('a dry run reports the result and writes nothing (§10.94)', async () => {
    await load([sample[0]])
    const before = await tables()
    const { refusal, counts, newAccounts } = await load(sample, { dryRun: true })
    expect({ refusal, newAccounts }).toEqual({ refusal: null, newAccounts: 6 })
    expect(counts).toMatchObject({ added: 8, unchanged: 1 })
    expect(await tables()).toEqual(before)
  })
})

test('of two loads at once the second waits, and says so (§10.100)', async () => {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const first = db().transaction(async (tx) => {
    await exec(tx, sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const { refusal, counts } = await load(sample, { onWait: () => released.resolve() })
  await first
  expect(refusal).toBeNull()
  expect(counts).toMatchObject({ added: 9 })
})
