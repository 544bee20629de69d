import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openMachineWith } from '../../../test/carpeta-process.ts'
import { openImports, sample } from '../../../test/imports.ts'
import { exampleFolder, fillExample } from '../../../test/mariadb/fill-example.ts'
import {
  type MariaDb,
  READER,
  READER_PASSWORD,
  startMariaDb,
} from '../../../test/mariadb/mariadb.ts'
import { sql } from '../../db/query.ts'
import { importSales } from '../import-sales.ts'
import { readDatabaseAddress } from './database-address.ts'
import { mysqlSource } from './mysql-source.ts'

// Runs whole processes too, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

let server: MariaDb
beforeAll(async () => {
  server = await startMariaDb()
  await fillExample(server.owner, sample)
})
afterAll(() => server.stop())

const { db, load, tables, value } = openImports()

/** The example's folder, with other queries. */
function folderWith(queries: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-queries-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(exampleFolder, folder, { recursive: true })
  for (const [name, text] of Object.entries(queries)) {
    writeFileSync(join(folder, `${name}.sql`), text)
  }
  return folder
}

const loadFrom = (queries: Record<string, string> = {}, address = server.address()) =>
  importSales(
    db(),
    mysqlSource(readDatabaseAddress(address, READER_PASSWORD), folderWith(queries)),
    { maxRejectsPercent: 100 },
  )

/** Every row but its date and its hashes, which tell 2450.0000 from 2450. */
async function figures() {
  const { loads: _, ...rows } = await tables()
  const text = JSON.stringify(rows)
  return JSON.parse(text, (key, read) =>
    /^(as_of|content_hash|source_hash)$/.test(key) ? undefined : read,
  )
}

describe('the example of the documentation', () => {
  test('gives the very sales of the file, from tables with zero dates (§12.178, §12.179)', async () => {
    await load(sample)
    const ofFile = await figures()
    const { refusal, rejects } = await loadFrom()
    expect({ refusal, rejects }).toEqual({ refusal: null, rejects: [] })
    expect(await figures()).toEqual(ofFile)
    const again = await loadFrom()
    expect(again.counts).toMatchObject({ added: 0, changed: 0, unchanged: sample.length })
  })

  test('without a number of announced sales counts them; with a wrong one it is refused', async () => {
    const corte = "select '2026-11-20 06:00:00' as corte"
    expect(await loadFrom({ corte })).toMatchObject({
      refusal: null,
      announced: sample.length,
      cutoff: new Date('2026-11-20T09:00:00Z'),
    })
    const { refusal } = await loadFrom({ corte: `${corte}, 12 as ventas` })
    expect(refusal).toContain('anuncia 12 ventas')
  })

  test('has its address without the password in the history of loads (security 11.61)', async () => {
    await loadFrom()
    expect(await value(sql`select file_name as value from loads`)).toBe(
      `mysql://${READER}@127.0.0.1:${server.port}/erp`,
    )
  })
})

describe('values', () => {
  test('arrive as the server writes them: decimals, large numbers, dates and accents (§12.179)', async () => {
    const pagos = `select 'V-1001' as code, cast(9007199254740993 as unsigned) as \`key\`,
      cast(1234567890.1234 as decimal(14, 4)) as monto_uf, cast('2026-11-19 23:59:59' as datetime) as fecha_deposito,
      'Depósito en línea «Ñuñoa»' as tipo_doc_descripcion, null as ficha_pago`
    expect((await loadFrom({ pagos })).rejects).toEqual([])
    expect(
      await value(
        sql`select concat_ws(' ', key, amount, deposited_on, document_type) as value from payments`,
      ),
    ).toBe('9007199254740993 1234567890.1234 2026-11-19 Depósito en línea «Ñuñoa»')
  })

  test('that break a rule are told with the query and the row', async () => {
    const cuotas = `select 'V-1001' as code, '2026-12-05' as fecha_vencimiento, 7.35 as monto_uf
      union all select 'V-1001', '2026-02-30', 7.35`
    expect((await loadFrom({ cuotas })).rejects).toMatchObject([
      { file: 'cuotas.sql', line: 2, saleCode: 'V-1001', field: 'fecha_vencimiento' },
    ])
  })
})

test('a wrong query is named, and a query that is missing (§12.181, §12.222)', async () => {
  for (const [name, query, message] of [
    ['ventas', 'select codigo as code, nombre from ventas', 'ventas.sql falló: Unknown column'],
    ['ventas', 'selec 1', 'ventas.sql falló: You have an error in your SQL syntax'],
    ['ventas', 'select 1; select 2', 'ventas.sql falló: You have an error in your SQL syntax'],
    ['ventas', 'select codigo from ventas', 'A ventas.sql le falta la columna «code».'],
    [
      'pagos',
      "select 'V-1001' as code, 1 as monto_ufs",
      'En pagos.sql la columna «monto_ufs» no se conoce: ¿quiso decir «monto_uf»?',
    ],
    ['pagos', "select 'V-1001' as code, 1 as monto_uf, 2 as monto_uf", 'dos columnas «monto_uf»'],
    ['compromisos', "select 'V-1001' as code", 'le falta la columna «tipo»'],
    ['cuotas', 'do sleep(0)', 'La consulta cuotas.sql no devuelve filas.'],
    ['cuotas', '  ', 'cuotas.sql está vacío.'],
    ['corte', 'select now() as fecha', 'corte.sql debe devolver una columna «corte»'],
    ['corte', "select '0000-00-00 00:00:00' as corte", 'y no «0000-00-00 00:00:00»'],
    ['corte', 'select now() as corte from ventas', 'corte.sql debe devolver una fila; devuelve 9.'],
    ['corte', "select now() as corte, 'muchas' as ventas", 'devuelve «muchas» ventas'],
  ] as const) {
    await expect(loadFrom({ [name]: query })).rejects.toThrow(message)
  }
  expect(await value(sql`select count(*)::int as value from loads`)).toBe(0)
  const folder = folderWith({})
  rmSync(join(folder, 'pagos.sql'))
  rmSync(join(folder, 'corte.sql'))
  const address = readDatabaseAddress(server.address(), READER_PASSWORD)
  await expect(importSales(db(), mysqlSource(address, folder))).rejects.toThrow(
    `En la carpeta ${folder} faltan corte.sql, pagos.sql.`,
  )
})

describe('accounting’s database', () => {
  beforeEach(() => server.owner.query('grant all on erp.* to lectura'))

  test('cannot be written, whatever a query says (security 10.64)', async () => {
    for (const query of [
      'delete from cuotas',
      'insert into proyectos (nombre) values ("x")',
      'create table otra (id int)',
      'drop table pagos',
    ]) {
      await expect(loadFrom({ cuotas: query })).rejects.toThrow('READ ONLY transaction')
    }
    await expect(
      loadFrom({ cuotas: "load data local infile '/etc/hostname' into table proyectos" }),
    ).rejects.toThrow('cuotas.sql falló')
  })

  test('is read as of one moment, though accounting works on (§12.180)', async () => {
    const other = await createConnection({
      host: '127.0.0.1',
      port: server.port,
      user: READER,
      password: READER_PASSWORD,
      database: 'erp',
    })
    onTestFinished(() => other.end())
    // The query for sales waits until accounting has changed what the next query reads.
    await other.query("do get_lock('sales', 60)")
    const loading = loadFrom({
      ventas: `select codigo as code, titular as cliente_rut
        from ventas join (select get_lock('sales', 60)) as waited`,
    })
    await vi.waitFor(async () => {
      const [waiting] = await other.query(
        "select id from information_schema.processlist where state = 'User lock'",
      )
      expect(waiting).toHaveLength(1)
    }, 60_000)
    await other.query("update cuotas set monto_uf = 999 where venta = 'V-1001'")
    onTestFinished(async () => {
      await server.owner.query("update cuotas set monto_uf = 7.35 where venta = 'V-1001'")
    })
    await other.query("do release_lock('sales')")
    expect((await loading).refusal).toBeNull()
    const changed = sql`select count(*)::int as value from instalments where amount = 999`
    expect(await value(changed)).toBe(0)
    await loadFrom()
    expect(await value(changed)).toBe(60)
  })
})

describe('the command', () => {
  const withPassword = () =>
    server.address().replace(READER, `${READER}:${encodeURIComponent(READER_PASSWORD)}`)

  test('loads from the database that it is told, or from that of the settings (§12.178)', async () => {
    const machine = await openMachineWith('empty', onTestFinished)
    const told = await machine.command(['import', withPassword(), '--queries', exampleFolder])
    expect([told.code, told.stderr]).toEqual([0, ''])
    expect(told.stdout).toMatch(/Nuevas\s+9\n/)
    const set = await machine.command(['import'], {
      ACCOUNTING_URL: server.address(),
      ACCOUNTING_PASSWORD: READER_PASSWORD,
      ACCOUNTING_QUERIES: exampleFolder,
    })
    expect([set.code, set.stderr]).toEqual([0, ''])
    expect(set.stdout).toMatch(/Sin cambios\s+9\n/)

    const wrong = await machine.command([
      'import',
      withPassword().replace('S3creta', 'S3cretisima'),
    ])
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Falta --queries')])
    const denied = await machine.command(['import', server.address(), '--queries', exampleFolder])
    expect(denied.code).toBe(2)
    expect(denied.stderr).toMatch(
      /^No se pudo leer mysql:.*: el usuario o la clave no son correctos\.\n$/,
    )
  })

  test('shows the password to no other user of the machine (security 11.61)', async () => {
    const machine = await openMachineWith('empty', onTestFinished)
    await server.owner.query("do get_lock('command', 60)")
    const queries = folderWith({ corte: "select get_lock('command', 60) as corte" })
    const { child, finished } = machine.start(['import', withPassword(), '--queries', queries])
    await vi.waitFor(async () => {
      const [waiting] = await server.owner.query(
        "select id from information_schema.processlist where state = 'User lock'",
      )
      expect(waiting).toHaveLength(1)
    }, 60_000)
    expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).not.toContain('S3creta')
    await server.owner.query("do release_lock('command')")
    expect((await finished).code).toBe(2)
  })
})
