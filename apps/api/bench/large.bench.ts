import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { personas } from '../seeds/personas.ts'
import { prepareDatabase } from '../src/cli/prepare-database.ts'
import { connect } from '../src/db/client.ts'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { createSuperuser } from '../src/users/superusers.ts'
import { exampleFolder } from '../test/mariadb/fill-example.ts'
import { READER_PASSWORD, startMariaDb } from '../test/mariadb/mariadb.ts'
import { testConfig } from '../test/test-config.ts'
import { changeOneSaleInAHundred, fillAccountingDatabase } from './accounting-database.ts'
import { writeManySales } from './many-sales.ts'
import type { Usage } from './report-usage.ts'
import { result } from './result.ts'
import { numbersOf, pathOf, screens } from './screens.ts'
import { MAX_MS, openTimedPortal } from './time-screens.ts'

// A large cooperative, by the commands themselves: an installation with made-up sales is loaded twice, backed up,
// encrypted, restored on another one, and compared, and its staff open their screens; then a part of the sales comes from
// accounting's MariaDB. `node apps/api/bench/large.bench.ts [SALES] [SALES IN MARIADB]`

const sales = Number(process.argv[2] ?? 100_000)
const salesInMariaDb = Number(process.argv[3] ?? sales / 5)
const MAX_MB = 250
const PASSWORD = 'cuatro vientos del sur 7'
const carpeta = fileURLToPath(new URL('../src/carpeta.ts', import.meta.url))
const reportUsage = fileURLToPath(new URL('./report-usage.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'carpeta-large-'))
// The account `postgres` must enter it.
chmodSync(folder, 0o755)
const identity = await generateIdentity()
const steps: ({ step: string; seconds: number; load: string } & Usage)[] = []

try {
  await rehearseDisaster()
  await loadFromMariaDb()
  console.table(steps)
  for (const { step, seconds, memoryMb } of steps) {
    result({ what: step, value: seconds, unit: 's' })
    result({ what: `${step}: memory`, value: memoryMb, unit: 'MB', aim: { atMost: MAX_MB } })
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function rehearseDisaster(): Promise<void> {
  const [first, second] = [installation('first'), installation('second')]
  const backups = join(folder, 'backups')
  const key = join(folder, 'backup-key.txt')
  writeFileSync(key, identity, { mode: 0o600 })
  const exported = join(folder, 'ventas.ndjson')
  await writeManySales(exported, { count: sales, cutoff: '2026-11-01T06:00:00-03:00' })
  run(`first load of ${sales} sales`, first, ['import', exported])
  const next = { count: sales, cutoff: '2026-11-02T06:00:00-03:00', changeEvery: 100 }
  await writeManySales(exported, next)
  run('load with 1 % changed', first, ['import', exported])
  rmSync(exported)
  run('backup', first, ['backup', backups, '--recipient', await identityToRecipient(identity)])
  const secret = { SECRET_KEY: readFileSync(join(first, 'secret-key'), 'utf8').trim() }
  rmSync(first, { recursive: true })
  console.log(run('restore', second, ['restore', backups, '--identity', key], secret))
  run('verify', second, ['verify'], secret)
  run('audit verify', second, ['audit', 'verify'], secret)
  const again = join(folder, 'again.tar.gz')
  run('backup, not encrypted', second, ['backup', again], secret)
  console.log(`${sales} sales; ${Math.round(statSync(again).size / 1e6)} MB compressed.`)
  await timeScreens(second, secret)
  rmSync(second, { recursive: true })
}

/** The screens of staff that need nothing but sales and loads; bench `members` has the others. */
async function timeScreens(dataDir: string, secret: { SECRET_KEY: string }): Promise<void> {
  const server = await startEmbeddedPostgres(dataDir)
  try {
    const portalUrl = server.url('carpeta')
    const owner = connect(portalUrl)
    const config = testConfig({ DATA_DIR: dataDir, ...secret })
    const prepared = await prepareDatabase({ ...owner, portalUrl, hasTwoUsers: false }, config)
    const portal = await openTimedPortal(prepared, owner, config)
    await createSuperuser({ db: prepared.db, config }, { ...personas.ivan, password: PASSWORD })
    const visitor = await portal.logIn(personas.ivan.rut, PASSWORD)
    const known = await numbersOf(owner.db)
    for (const load of [1, 2]) {
      const numbers: Record<string, number | null> = { ...known, member: 1, load }
      for (const screen of screens.ivan) {
        const names = [...screen.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
        if (names.some((name) => numbers[name] === null)) continue
        if (load > 1 && !names.includes('load')) continue
        const url = pathOf(screen, numbers)
        const { status, statementsMs } = await portal.measure(visitor, url)
        const what = `statements of ${url}`
        console.log(`${what}: ${status}, ${statementsMs.toFixed(1)} ms`)
        result({ what, value: statementsMs, unit: 'ms', aim: { atMost: MAX_MS } })
      }
    }
    await portal.close()
    await prepared.close()
    await owner.close()
  } finally {
    await server.stop()
  }
}

async function loadFromMariaDb(): Promise<void> {
  const server = await startMariaDb()
  try {
    await fillAccountingDatabase(server.owner, salesInMariaDb)
    const dataDir = installation('mariadb')
    const address = `${server.address()}?ca=${encodeURIComponent(server.ca)}`
    const command = ['import', address, '--queries', exampleFolder]
    const env = { ACCOUNTING_PASSWORD: READER_PASSWORD }
    run(`first load of ${salesInMariaDb} sales from MariaDB`, dataDir, command, env)
    await changeOneSaleInAHundred(server.owner)
    run('load from MariaDB with 1 % changed', dataDir, command, env)
  } finally {
    await server.stop()
  }
}

function installation(name: string): string {
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o755)
  return dataDir
}

/** @returns what the command says @throws when it fails */
function run(step: string, dataDir: string, args: string[], env: NodeJS.ProcessEnv = {}): string {
  const usageFile = join(folder, 'usage')
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', reportUsage, carpeta, ...args],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        ENVIRONMENT: 'local',
        DATA_DIR: dataDir,
        BENCH_USAGE_FILE: usageFile,
        ...env,
      },
    },
  )
  if (status !== 0) throw new Error(`${step} ended with ${status}: ${stdout}${stderr}`)
  const seconds = Math.round((performance.now() - start) / 100) / 10
  const usage: Usage = JSON.parse(readFileSync(usageFile, 'utf8'))
  const load = (loadavg()[0] ?? 0).toFixed(1)
  steps.push({ step, seconds, ...usage, load })
  console.log(`${step}: ${seconds} s`)
  return stdout
}
