import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampleExport } from '../../seeds/sample-export.ts'
import { cloneDatabase } from '../../test/open-portal.ts'
import type { Connection } from '../db/client.ts'
import { type ImportOptions, importSales } from './import-sales.ts'

const folder = mkdtempSync(join(tmpdir(), 'carpeta-import-'))
const sample = sampleExport()
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => JSON.parse(line))

type Sale = (typeof sample)[number]

let database: Connection
beforeEach(async () => {
  database = await cloneDatabase('empty')
})
afterEach(() => database.close())

/** Writes an export: sales as objects, or lines as they are. */
function exportOf(sales: (Sale | string)[], header: object = {}): string {
  const lines = sales.map((sale) => (typeof sale === 'string' ? sale : JSON.stringify(sale)))
  const first = JSON.stringify({
    corte: '2026-11-20T06:00:00-03:00',
    ventas: sales.length,
    ...header,
  })
  const path = join(folder, `${Math.random().toString(36).slice(2)}.ndjson`)
  writeFileSync(path, [first, ...lines, ''].join('\n'))
  return path
}

function load(sales: (Sale | string)[], options: ImportOptions = {}, header: object = {}) {
  return importSales(database.db, exportOf(sales, header), { maxRejectsPercent: 100, ...options })
}

/** Rosa's sale, with something changed deep inside. */
function rosa(change: (sale: Sale) => void = () => {}): Sale {
  const sale = structuredClone(sample[0])
  change(sale)
  return sale
}

/** As many sales as a test of percentages needs, all of Rosa's. */
function many(count: number): Sale[] {
  return Array.from({ length: count }, (_, index) =>
    rosa((sale) => {
      sale.code = `V-${index}`
    }),
  )
}

async function tables(): Promise<unknown> {
  const dump: Record<string, unknown> = {}
  const names = ['sales', 'sale_holders', 'sale_properties', 'instalments', 'payments']
  for (const name of [
    ...names,
    'commitments',
    'deed_trackings',
    'sale_documents',
    'users',
    'loads',
  ]) {
    const { rows } = await database.db.execute(
      sql`select to_jsonb(t) as row from ${sql.identifier(name)} t order by to_jsonb(t)::text`,
    )
    dump[name] = rows
  }
  return dump
}

async function value(query: ReturnType<typeof sql>): Promise<unknown> {
  const { rows } = await database.db.execute<{ value: unknown }>(query)
  return rows[0]?.value
}

describe('a load in good order', () => {
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

  test('the same file twice changes nothing', async () => {
    const path = exportOf(sample)
    await importSales(database.db, path)
    const before = await tables()
    const { refusal, counts } = await importSales(database.db, path)
    expect(refusal).toBeNull()
    expect(counts).toMatchObject({ added: 0, changed: 0, unchanged: 9 })
    expect(await tables()).toEqual(before)
  })

  test('a sale that changed is replaced whole, the others keep their rows', async () => {
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
      await value(sql`select document::json -> 'seguimiento' as value from sale_documents
        join sales on sales.id = sale_id where code = 'V-1001'`),
    ).toBeNull()
    expect(await value(sql`select count(distinct as_of)::int as value from sales`)).toBe(1)
  })

  test('a gzipped export and one with Windows line ends are read too', async () => {
    const path = exportOf(sample)
    const gz = `${path}.gz`
    writeFileSync(gz, gzipSync(readFileSync(path, 'utf8').replaceAll('\n', '\r\n')))
    expect((await importSales(database.db, gz)).counts).toMatchObject({ added: 9 })
  })

  test('UF keep four decimals exactly, whether they came as number or as text', async () => {
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
    const { rows } = await database.db.execute(sql`select price from sales order by code`)
    expect(rows).toEqual([{ price: '1234567890.1234' }, { price: '0.0001' }, { price: '0.3000' }])
  })

  test('dates with a time and every empty date are understood', async () => {
    await load([
      rosa((sale) => {
        sale.venta.fecha_aprob_semi = '2026-09-06 00:00:00'
        sale.venta.fecha_real = '0000-00-00 00:00:00'
      }),
    ])
    const { rows } = await database.db.execute(sql`select approved_on, completed_on from sales`)
    expect(rows).toEqual([{ approved_on: '2026-09-06', completed_on: null }])
  })
})

describe('accounts of the holders', () => {
  test('a rut seen for the first time becomes an account that is not activated', async () => {
    await load([sample[0]])
    const { rows } = await database.db.execute(
      sql`select rut, first_name, last_name, email, password_hash from users`,
    )
    expect(rows).toEqual([
      {
        rut: '12345678-5',
        first_name: 'Rosa',
        last_name: 'Muñoz Sepúlveda',
        email: 'rosa.munoz@correo.example',
        password_hash: null,
      },
    ])
  })

  test('an account that exists is left as it is, and a deleted one is not made again', async () => {
    await load([sample[0]])
    await database.db.execute(
      sql`update users set email = 'nuevo@correo.example', deleted_at = now()`,
    )
    const { newAccounts } = await load([rosa((sale) => (sale.venta.proyecto_descripcion = 'Otro'))])
    expect(newAccounts).toBe(0)
    expect(await value(sql`select count(*)::int as value from users`)).toBe(1)
  })
})

describe('a bad sale is reported and keeps its last good version', () => {
  const bad: [string, (sale: Sale) => void, string, string][] = [
    [
      'a holder’s rut',
      (s) => (s.venta.cliente_rut = '12345678-4'),
      'venta.cliente_rut',
      'no es un rut válido',
    ],
    ['a date', (s) => (s.venta.fecha_real = '2026-02-30'), 'venta.fecha_real', 'no es una fecha'],
    ['an amount', (s) => (s.pagos[2].monto_uf = '7,35'), 'pagos[2].monto_uf', 'no es un número'],
    [
      'a fifth decimal',
      (s) => (s.pagos[0].monto_uf = '7.35001'),
      'pagos[0].monto_uf',
      'tiene más de 4 decimales (UF)',
    ],
    [
      'half a peso',
      (s) => (s.venta.cliente_renta = 100.5),
      'venta.cliente_renta',
      'tiene más de 0 decimales (pesos)',
    ],
    [
      'a huge amount',
      (s) => (s.venta.precio_venta = '12345678901'),
      'venta.precio_venta',
      'es demasiado grande',
    ],
    [
      'a percentage',
      (s) => (s.compromiso.Reserva.compromiso_porcentaje = 2),
      'compromiso.Reserva.compromiso_porcentaje',
      'no está entre 0 y 1',
    ],
    [
      'a negative percentage',
      (s) => (s.compromiso.Reserva.compromiso_porcentaje = -0.1),
      'compromiso.Reserva.compromiso_porcentaje',
      'no está entre 0 y 1',
    ],
    [
      'a long text',
      (s) => (s.venta.cliente_direccion = 'a'.repeat(501)),
      'venta.cliente_direccion',
      'tiene más de 500 caracteres',
    ],
    [
      'a control character',
      (s) => (s.venta.cliente_fono = 'a\u0000b'),
      'venta.cliente_fono',
      'tiene caracteres de control',
    ],
    [
      'a receipt link',
      (s) => (s.pagos[0].ficha_pago = 'javascript:alert(1)'),
      'pagos[0].ficha_pago',
      'no es un enlace http(s)',
    ],
    [
      'a repeated payment',
      (s) => (s.pagos[1].key = s.pagos[0].key),
      'pagos[1].key',
      'está repetido',
    ],
    [
      'a text that is none',
      (s) => (s.venta.cliente_nombres = ['Rosa']),
      'venta.cliente_nombres',
      'no es un texto',
    ],
    [
      'half a character',
      (s) => (s.venta.cliente_fono = '\ud800'),
      'venta.cliente_fono',
      'tiene caracteres de control',
    ],
    [
      'a payment repeated but for a blank',
      (s) => (s.pagos[1].key = ` ${s.pagos[0].key}`),
      'pagos[1].key',
      'está repetido',
    ],
    [
      'a rut that nobody has',
      (s) => (s.venta.cliente_rut = '12345678901234-4'),
      'venta.cliente_rut',
      'no es un rut válido',
    ],
    ['no section of the sale', (s) => delete s.venta, 'venta', 'falta'],
  ]
  test.each(bad)('%s', async (_name, change, field, reason) => {
    await load(sample)
    const before = await tables()
    const spoilt = rosa(change)
    const { refusal, rejects, counts } = await load([spoilt, ...sample.slice(1)])
    expect(refusal).toBeNull()
    expect(counts).toMatchObject({ bad: 1, changed: 0, unchanged: 8 })
    expect(rejects).toContainEqual({
      line: 2,
      saleCode: 'V-1001',
      field,
      reason,
      value: expect.any(String),
    })
    const { loads: _before, ...rowsBefore } = before as Record<string, unknown>
    const { loads: _after, ...rowsAfter } = (await tables()) as Record<string, unknown>
    expect(rowsAfter).toEqual(rowsBefore)
  })

  test('all that is wrong with it is told, and kept with the load', async () => {
    const { rejects } = await load([
      rosa((sale) => {
        sale.venta.cliente_rut = ''
        sale.venta.precio_venta = 'mucho'
      }),
    ])
    expect(rejects.map(({ field }) => field)).toEqual(['venta.cliente_rut', 'venta.precio_venta'])
    expect(await value(sql`select count(*)::int as value from load_rejects`)).toBe(2)
  })

  test('a code that cannot be one is told, and is kept nowhere', async () => {
    for (const code of ['V-\u0000', 'V'.repeat(20_000), '']) {
      const { rejects } = await load([rosa((sale) => (sale.code = code)), sample[1]])
      expect(rejects[0]).toMatchObject({ saleCode: null, field: 'code' })
    }
  })

  test('an e-mail that is two, or none, is left out', async () => {
    await load([
      rosa((sale) => (sale.venta.cliente_email = 'a@x.cl; b@y.cl')),
      { ...sample[1], venta: { ...sample[1].venta, cliente_email: 'hernan@' } },
    ])
    const { rows } = await database.db.execute(sql`select distinct email from users`)
    expect(rows).toEqual([{ email: '' }])
  })

  test('a code that comes twice is trusted in neither line', async () => {
    await load([sample[0]])
    const twin = rosa((sale) => (sale.venta.proyecto_descripcion = 'Otro'))
    const { rejects, counts } = await load([twin, sample[0], sample[1]])
    expect(counts).toMatchObject({ bad: 2, added: 1, changed: 0 })
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'está repetido'],
      [3, 'está repetido'],
    ])
  })

  test('a line that is no JSON is a bad sale, and then nothing is withdrawn', async () => {
    await load(sample)
    const { rejects, withdrawn } = await load([...sample.slice(1), '{"code":"V-10'])
    expect(rejects).toMatchObject([
      { line: 10, saleCode: null, reason: 'la línea no es JSON en UTF-8' },
    ])
    expect(withdrawn).toBe(0)
    expect(
      await value(sql`select count(*)::int as value from sales where withdrawn_at is not null`),
    ).toBe(0)
  })
})

describe('a load is refused whole, and nothing changes', () => {
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
    const path = join(folder, 'header.ndjson')
    writeFileSync(path, `${first}\n${JSON.stringify(sample[0])}\n`)
    expect((await importSales(database.db, path)).refusal).toMatch(/La primera línea debe ser/)
  })

  test('an older cut-off, unless it is forced', async () => {
    await load(sample)
    const older = { corte: '2026-11-19T06:00:00-03:00' }
    expect(await refused(sample, {}, older)).toMatch(/anterior al ya cargado/)
    expect((await load(sample, { force: true }, older)).refusal).toBeNull()
  })

  test('more than one in a hundred bad sales; exactly one is tolerated', async () => {
    const hundred = many(100)
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
    await load(many(20))
    expect(await refused(many(17))).toMatch(/Desaparecerían 3 de 20 ventas/)
    const { withdrawn } = await load(many(18))
    expect(withdrawn).toBe(2)
    expect((await load(many(1), { force: true })).refusal).toBeNull()
  })

  test('a dry run tells what would happen and writes nothing', async () => {
    await load([sample[0]])
    const before = await tables()
    const { refusal, counts, newAccounts } = await load(sample, { dryRun: true })
    expect({ refusal, newAccounts }).toEqual({ refusal: null, newAccounts: 6 })
    expect(counts).toMatchObject({ added: 8, unchanged: 1 })
    expect(await tables()).toEqual(before)
  })
})

describe('withdrawn sales', () => {
  test('are kept, and come back when accounting sends them again', async () => {
    await load(many(20))
    await load(many(19))
    expect(await value(sql`select code as value from sales where withdrawn_at is not null`)).toBe(
      'V-19',
    )
    const { counts } = await load(many(20))
    expect(counts).toMatchObject({ changed: 1, unchanged: 19 })
    expect(
      await value(sql`select count(*)::int as value from sales where withdrawn_at is not null`),
    ).toBe(0)
  })

  test('the sample cooperative gives way to the first real load, whatever its cut-off', async () => {
    await importSales(database.db, exportOf(sample), { isSample: true })
    const { refusal, counts, withdrawn } = await load(
      [rosa((sale) => (sale.code = 'R-1'))],
      {},
      { corte: '2026-01-01T00:00:00-03:00' },
    )
    expect({ refusal, withdrawn }).toEqual({ refusal: null, withdrawn: 9 })
    expect(counts).toMatchObject({ vanishingSample: 9, vanishing: 0 })
  })
})

test('two loads at once: the second is told to wait', async () => {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const first = database.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(72010004)`)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const { refusal } = await load(sample)
  released.resolve()
  await first
  expect(refusal).toBe('Otra carga está en curso.')
})

test('the sample file in the repository is the one that its source writes', () => {
  const file = new URL('../../seeds/sample-export.ndjson', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(sampleExport())
})
