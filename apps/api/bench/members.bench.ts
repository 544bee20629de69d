import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { personas, SAMPLE_PASSWORD } from '../seeds/personas.ts'
import { prepareDatabase } from '../src/cli/prepare-database.ts'
import { type Connection, connect } from '../src/db/client.ts'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { one, sql } from '../src/db/query.ts'
import { loadSample } from '../src/sample/load-sample.ts'
import { testConfig } from '../test/test-config.ts'
import { fillMembers } from './fill-members.ts'
import { result } from './result.ts'
import { numbersOf, pathOf, screens } from './screens.ts'
import { CALLS, MAX_MS, type Measured, openTimedPortal } from './time-screens.ts'

// Compares what each screen reads from a database of 1,000 members with one of 100,000: how long its statements take,
// and how many pages of PostgreSQL (8 kB) they touch, which does not depend on the load of the machine. `node apps/api/bench/members.bench.ts [FEW] [MANY] [FILE.json]`

const few = Number(process.argv[2] ?? 1000)
const many = Number(process.argv[3] ?? 100_000)
const jsonFile = process.argv[4]

interface Installation {
  sizeMb: number
  fillSeconds: number
  tables: Record<string, number>
  screens: Map<string, Measured>
}

const folder = mkdtempSync(join(tmpdir(), 'carpeta-bench-'))
// The account `postgres` must enter it, or the database would be stored elsewhere and stay.
chmodSync(folder, 0o755)
const server = await startEmbeddedPostgres(folder)
try {
  await asAdmin('alter system set autovacuum = off', 'select pg_reload_conf()')
  const [small, large] = [await measure(few), await measure(many)]
  report(small, large)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(count: number): Promise<Installation> {
  const name = `bench_${count}`
  await asAdmin(`create database ${name}`)
  const portalUrl = server.url(name)
  const owner = connect(portalUrl)
  const config = testConfig({ DATA_DIR: folder })
  const prepared = await prepareDatabase({ ...owner, portalUrl, hasTwoUsers: false }, config)
  await loadSample(prepared.db, config)
  console.log(`${count} members …`)
  const start = performance.now()
  await fillMembers(owner.db, count)
  const fillSeconds = Math.round((performance.now() - start) / 1000)

  const portal = await openTimedPortal(prepared, owner, config)
  const numbers = await numbersOf(owner.db)
  const measured = new Map<string, Measured>()
  for (const person of ['rosa', 'ivan'] as const) {
    const visitor = await portal.logIn(personas[person].rut, SAMPLE_PASSWORD)
    for (const path of screens[person]) {
      measured.set(`${person} ${path}`, await portal.measure(visitor, pathOf(path, numbers)))
    }
  }
  const { bytes } = await one<{ bytes: number }>(
    owner.db,
    sql`select pg_database_size(current_database())::float8 as bytes`,
  )
  const tables = await tableSizes(owner)
  await portal.close()
  await prepared.close()
  await owner.close()
  return { sizeMb: Math.round(bytes / 1e6), fillSeconds, tables, screens: measured }
}

async function asAdmin(...statements: string[]): Promise<void> {
  const admin = connect(server.url('postgres'))
  for (const statement of statements) await admin.pool.query(statement)
  await admin.close()
}

async function tableSizes({ pool }: Connection): Promise<Record<string, number>> {
  const { rows } = await pool.query(
    `select relname as name, round(pg_total_relation_size(oid) / 1e6)::int as mb from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace
     order by 2 desc limit 12`,
  )
  return Object.fromEntries(rows.map(({ name, mb }) => [name, mb]))
}

function report(small: Installation, large: Installation): void {
  const load = loadavg()[0] ?? 0
  console.log(`\nGET, pages, medians of ${CALLS} calls; load of the machine ${load.toFixed(1)}`)
  const rows = [...small.screens].map(([screen, less]) => {
    const more = large.screens.get(screen) as Measured
    const ratio = more.pages / less.pages
    return { screen, less, more, ratio }
  })
  const title = [
    'screen'.padEnd(62),
    `${few}`.padStart(9),
    `${many}`.padStart(9),
    'ratio'.padStart(7),
  ]
  console.log(`${title.join('')}   statements, their ms`)
  for (const { screen, less, more, ratio } of rows) {
    const figures = [less.pages, more.pages].map((pages) => String(pages).padStart(9))
    const times = [less, more].map(({ statementsMs }) => statementsMs.toFixed(1)).join(' ')
    const call = `${more.statements}, ${times}`
    result({
      what: `statements of ${screen}, ${many} members`,
      value: more.statementsMs,
      unit: 'ms',
      aim: { atMost: MAX_MS },
    })
    const mark = more.status !== 200 ? ` ${more.status}` : more.statementsMs > MAX_MS ? ' *' : ''
    console.log(
      `${screen.padEnd(62)}${figures.join('')}${ratio.toFixed(1).padStart(7)}   ${call}${mark}`,
    )
  }
  for (const [count, { sizeMb, fillSeconds, tables }] of [
    [few, small],
    [many, large],
  ] as const) {
    console.log(`${count} members: ${sizeMb} MB, filled in ${fillSeconds} s`, tables)
  }
  if (jsonFile === undefined) return
  const plain = (one: Installation) => ({ ...one, screens: Object.fromEntries(one.screens) })
  const all = { load, few, many, small: plain(small), large: plain(large) }
  writeFileSync(jsonFile, `${JSON.stringify(all, null, 2)}\n`)
}
