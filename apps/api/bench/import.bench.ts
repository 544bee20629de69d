import { spawn } from 'node:child_process'
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { prepareDatabase } from '../src/cli/prepare-database.ts'
import { connect } from '../src/db/client.ts'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { testConfig } from '../test/test-config.ts'
import { writeManySales } from './many-sales.ts'
import type { Usage } from './report-usage.ts'
import { result } from './result.ts'

// Compares an import with COPY of the rows that it writes, on the same server in the same run. Only
// the ratios mean something. `--sales 2000` chooses a size.

const { values: flags } = parseArgs({ options: { sales: { type: 'string', multiple: true } } })
const sizes = (flags.sales ?? ['20000', '100000']).map(Number)

const carpeta = fileURLToPath(new URL('../src/carpeta.ts', import.meta.url))
const reportUsage = fileURLToPath(new URL('./report-usage.ts', import.meta.url))
const TABLES = [
  ...['sales', 'sale_holders', 'sale_properties', 'instalments', 'payments', 'commitments'],
  ...['deed_trackings', 'sale_views', 'users'],
]

interface Result {
  sales: number
  copySeconds: number
  firstSeconds: number
  changedSeconds: number
  firstOverCopy: number
  changedOverFirst: number
  memoryMb: number
  changedMemoryMb: number
  readIdleMs: number
  readDuringLoadMs: number
}

const folder = mkdtempSync(join(tmpdir(), 'carpeta-bench-'))
// The account `postgres` must enter it, or the database would be stored elsewhere and stay.
chmodSync(folder, 0o755)
const server = await startEmbeddedPostgres(folder)
try {
  await createDatabase('bench_migrated', 'template1')
  await migrate('bench_migrated')
  const results: Result[] = []
  for (const size of sizes) results.push(await measure(size))
  console.table(results)
  for (const { sales, firstOverCopy, changedOverFirst, memoryMb } of results) {
    const of = `${sales} sales`
    result({
      what: `first load, of COPY, ${of}`,
      value: firstOverCopy,
      unit: '',
      aim: { atMost: 4 },
    })
    const share = { value: changedOverFirst, unit: '', aim: { atMost: 0.25 } }
    result({ what: `1 % changed, of a first load, ${of}`, ...share })
    result({ what: `memory of a load, ${of}`, value: memoryMb, unit: 'MB', aim: { atMost: 250 } })
  }
  console.log(JSON.stringify(results, null, 2))
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(sales: number): Promise<Result> {
  console.log(`${sales} sales …`)
  const first = join(folder, 'first.ndjson')
  const next = join(folder, 'next.ndjson')
  await writeManySales(first, { count: sales, cutoff: '2026-11-01T06:00:00-03:00' })
  await writeManySales(next, {
    count: sales,
    cutoff: '2026-11-02T06:00:00-03:00',
    changeEvery: 100,
  })
  const imported = `bench_import_${sales}`
  await createDatabase(imported, 'bench_migrated')
  const idle = await readTimes(imported, wait(1000))
  const load = await importFile(imported, first)
  const change = importFile(imported, next)
  const readDuringLoadMs = await readTimes(imported, change)
  const changed = await change
  const copySeconds = await copyOf(imported)
  await dropDatabase(imported)
  return {
    sales,
    copySeconds: rounded(copySeconds),
    firstSeconds: rounded(load.seconds),
    changedSeconds: rounded(changed.seconds),
    firstOverCopy: rounded(load.seconds / copySeconds),
    changedOverFirst: rounded(changed.seconds / load.seconds),
    memoryMb: load.memoryMb,
    changedMemoryMb: changed.memoryMb,
    readIdleMs: idle,
    readDuringLoadMs,
  }
}

async function importFile(
  database: string,
  file: string,
): Promise<{ seconds: number; memoryMb: number }> {
  const usageFile = join(folder, 'usage')
  const start = performance.now()
  const child = spawn(process.execPath, ['--import', reportUsage, carpeta, 'import', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: server.url(database),
      DATA_DIR: folder,
      BENCH_USAGE_FILE: usageFile,
    },
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`the import ended with ${code}`)
  const seconds = (performance.now() - start) / 1000
  const { memoryMb }: Usage = JSON.parse(readFileSync(usageFile, 'utf8'))
  return { seconds, memoryMb }
}

/** The 95th percentile of reading one sale's view, in ms, until `end`. */
async function readTimes(database: string, end: Promise<unknown>): Promise<number> {
  const client = new pg.Client(server.url(database))
  await client.connect()
  let isOver = false
  const over = end.finally(() => {
    isOver = true
  })
  const times: number[] = []
  while (!isOver) {
    const start = performance.now()
    await client.query(
      `select json from sales join sale_views on sale_id = id where code = 'V-100'`,
    )
    times.push(performance.now() - start)
    await wait(5)
  }
  await over
  await client.end()
  return rounded(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0)
}

/** Seconds to COPY the rows of an import into an empty database, in one transaction. */
async function copyOf(database: string): Promise<number> {
  const from = new pg.Client(server.url(database))
  await from.connect()
  const columns = new Map<string, string>()
  for (const table of TABLES) {
    const { rows } = await from.query(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    columns.set(table, rows[0].names)
    const out = from.query(copyTo(`copy ${table} (${rows[0].names}) to stdout`))
    await pipeline(out, createWriteStream(join(folder, `${table}.copy`)))
  }
  await from.end()

  const copied = `${database}_copy`
  await createDatabase(copied, 'bench_migrated')
  const to = new pg.Client(server.url(copied))
  await to.connect()
  const start = performance.now()
  await to.query('begin')
  for (const table of TABLES) {
    const into = to.query(copyFrom(`copy ${table} (${columns.get(table)}) from stdin`))
    await pipeline(createReadStream(join(folder, `${table}.copy`)), into)
    rmSync(join(folder, `${table}.copy`))
  }
  await to.query('commit')
  const seconds = (performance.now() - start) / 1000
  await to.end()
  await dropDatabase(copied)
  return seconds
}

async function migrate(name: string): Promise<void> {
  const portalUrl = server.url(name)
  const owner = connect(portalUrl)
  const config = testConfig({ DATA_DIR: folder })
  await (await prepareDatabase({ ...owner, portalUrl, hasTwoUsers: false }, config)).close()
  await owner.close()
}

async function asAdmin(statement: string): Promise<void> {
  const admin = new pg.Client(server.url('postgres'))
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}

function createDatabase(name: string, template: string): Promise<void> {
  return asAdmin(`create database ${name} template ${template}`)
}

function dropDatabase(name: string): Promise<void> {
  return asAdmin(`drop database ${name} with (force)`)
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
