import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { forcedRefusals } from '@carpeta/domain/imports/load-consequences'
import { defaultSaleChecks } from '@carpeta/domain/sales/sale-findings'
import { describe, expect, test } from 'vitest'
import { sampleExport } from '../../seeds/sample-export.ts'
import { manySales, openImports, rosa, type Sale, sample } from '../../test/imports.ts'
import { exec, many, sql } from '../db/query.ts'
import { importSales } from './import-sales.ts'
import { ndjsonFile } from './sources/ndjson-file.ts'

const { db, exportOf, load, tables, value } = openImports()

describe('a valid load', () => {
  test('brings the whole sample cooperative', async () => {
    const { refusal, counts, rejects, newAccounts } = await load(sample)
    expect({ refusal, rejects, newAccounts }).toEqual({
      refusal: null,
      rejects: [],
      newAccounts: 7,
    })
    expect(counts).toMatchObject({ lines: 9, added: 9, changed: 0, unchanged: 0, bad: 0 })
    expect(await value(sql`select count(*)::int as value from instalments`)).toBe(322)
  })

  test('the same file twice changes nothing (§10.91)', async () => {
    const path = exportOf(sample)
    await importSales(db(), ndjsonFile(path))
    const before = await tables()
    const { refusal, counts } = await importSales(db(), ndjsonFile(path))
    expect(refusal).toBeNull()
    expect(counts).toMatchObject({ added: 0, changed: 0, unchanged: 9 })
    expect(await tables()).toEqual(before)
  })

  test('a changed sale is replaced, the others keep their rows', async () => {
    await load(sample)
    const next = [
      rosa((sale) => {
        sale.estado_de_pago['Cuotas mensuales'].cuotas.pop()
        sale.seguimiento = null
      }),
      ...sample.slice(1),
    ]
    const { counts } = await load(next, {}, { corte: '2026-11-21T06:00:00-03:00' })
    expect(counts).toMatchObject({ added: 0, changed: 1, unchanged: 8 })
    expect(
      await value(sql`select count(*)::int as value from instalments join sales on sales.id = sale_id
        where code = 'V-1001'`),
    ).toBe(59)
    expect(
      await value(sql`select json::json -> 'seguimiento' as value from sale_views
        join sales on sales.id = sale_id where code = 'V-1001'`),
    ).toBeNull()
    expect(await value(sql`select count(distinct as_of)::int as value from sales`)).toBe(1)
  })

  test('a gzipped export with Windows line ends is read (§10.81)', async () => {
    const path = exportOf(sample)
    const gz = `${path}.gz`
    writeFileSync(gz, gzipSync(readFileSync(path, 'utf8').replaceAll('\n', '\r\n')))
    expect((await importSales(db(), ndjsonFile(gz))).counts).toMatchObject({ added: 9 })
  })

  test('UF have exactly four decimals, as number or as text (§10.83)', async () => {
    const exact = JSON.stringify(rosa()).replace(
      '"precio_venta":2450',
      '"precio_venta":1234567890.1234',
    )
    await load([
      exact,
      rosa((sale) => {
        sale.code = 'V-2'
        sale.venta.precio_venta = '0.0001'
      }),
      JSON.stringify(rosa())
        .replace('V-1001', 'V-3')
        .replace('"precio_venta":2450', '"precio_venta":0.3'),
    ])
    const rows = await many(db(), sql`select price from sales order by code`)
    expect(rows).toEqual([{ price: '1234567890.1234' }, { price: '0.0001' }, { price: '0.3000' }])
  })

  test('dates with a time and empty dates are read', async () => {
    await load([
      rosa((sale) => {
        sale.venta.fecha_aprob_semi = '2026-09-06 00:00:00'
        sale.venta.fecha_real = '0000-00-00 00:00:00'
      }),
    ])
    const rows = await many(db(), sql`select approved_on, completed_on from sales`)
    expect(rows).toEqual([{ approvedOn: '2026-09-06', completedOn: null }])
  })
})

describe('accounts of the holders', () => {
  test('a new rut gets an account that is not activated (§10.92)', async () => {
    await load([sample[0]])
    const rows = await many(
      db(),
      sql`select rut, first_name, last_name, email, password_hash from users`,
    )
    expect(rows).toEqual([
      {
        rut: '12345678-5',
        firstName: 'Rosa',
        lastName: 'Muñoz Sepúlveda',
        email: 'rosa.munoz@correo.example',
        passwordHash: null,
      },
    ])
  })

  test('an existing account does not change, and a deleted one is not created again', async () => {
    await load([sample[0]])
    await exec(db(), sql`update users set email = 'nuevo@correo.example', deleted_at = now()`)
    const { newAccounts } = await load([rosa((sale) => (sale.venta.proyecto_descripcion = 'Otro'))])
    expect(newAccounts).toBe(0)
    expect(await value(sql`select count(*)::int as value from users`)).toBe(1)
  })
})

describe('withdrawn sales', () => {
  test('are not deleted, and come back when accounting sends them again', async () => {
    await load(manySales(20))
    await load(manySales(19))
    expect(await value(sql`select code as value from sales where withdrawn_at is not null`)).toBe(
      'V-19',
    )
    const { counts } = await load(manySales(20))
    expect(counts).toMatchObject({ changed: 1, unchanged: 19 })
    expect(
      await value(sql`select count(*)::int as value from sales where withdrawn_at is not null`),
    ).toBe(0)
  })

  test('the first real load replaces the sample cooperative, whatever its cut-off (§10.93)', async () => {
    await importSales(db(), ndjsonFile(exportOf(sample)), { isSample: true })
    const { refusal, counts, withdrawn } = await load(
      [rosa((sale) => (sale.code = 'R-1'))],
      {},
      { corte: '2026-01-01T00:00:00-03:00' },
    )
    expect({ refusal, withdrawn }).toEqual({ refusal: null, withdrawn: 9 })
    expect(counts).toMatchObject({ vanishingSample: 9, vanishing: 0 })
  })
})

test('the sample file in the repository is up to date', () => {
  const file = new URL('../../seeds/sample-export.ndjson', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(sampleExport())
})

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
