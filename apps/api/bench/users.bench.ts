import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { personas, SAMPLE_PASSWORD } from '../seeds/personas.ts'
import { buildApp } from '../src/app.ts'
import { prepareDatabase } from '../src/cli/prepare-database.ts'
import { connect } from '../src/db/client.ts'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { loadSample } from '../src/sample/load-sample.ts'
import { rateLimitsFor } from '../src/throttle/rate-limits.ts'
import { insertManyUsers } from '../test/many-users.ts'
import { testConfig } from '../test/test-config.ts'
import { Visitor } from '../test/visitor.ts'
import { result } from './result.ts'

// Compares the users screen with a hundred times as many users. It only prints: `users-list-store.test.ts`
// checks the query plans.

const FEW = 2000
const MANY = 200_000
const CALLS = 15

const queries = [
  '',
  'orderBy=first_name',
  'orderBy=last_name&orderDesc=true',
  'orderBy=email',
  'orderBy=social_security',
  'orderBy=is_active',
  'fullname=maría núñez 177',
  'fullname=rojas',
  'fullname=a',
  'email=socio1234',
  'social_security=10.001.234',
  'invitation=not_invited',
  'pageSize=1000',
  'page=150&orderBy=last_name',
  'page=150&orderBy=email&orderDesc=true',
  'fullname=rojas&orderBy=last_name',
  'fullname=rojas&orderBy=email&invitation=active',
]
const trashQueries = ['', 'orderBy=deleted_at&orderDesc=true', 'fullname=rojas&orderBy=last_name']
const paths = [
  ...queries.map((query) => `/api/users/?${query}`),
  ...trashQueries.map((query) => `/api/users/trashed/?${query}`),
]

const folder = mkdtempSync(join(tmpdir(), 'carpeta-bench-'))
// The account `postgres` must enter it, or the database would be stored elsewhere and stay.
chmodSync(folder, 0o755)
const server = await startEmbeddedPostgres(folder)
try {
  const few = await measure(FEW)
  const many = await measure(MANY)
  console.log(`\nGET, median ms of ${CALLS} calls`)
  console.log(`${''.padEnd(64)}${FEW} users ${MANY} users   ratio`)
  let worst = 0
  for (const path of paths) {
    const [less, more] = [few.get(path) ?? 0, many.get(path) ?? 0]
    worst = Math.max(worst, more / less)
    const figures = [less.toFixed(1).padStart(10), more.toFixed(1).padStart(13)]
    console.log(`${path.padEnd(64)}${figures.join('')}${(more / less).toFixed(1).padStart(8)}`)
  }
  result({ what: `worst list, ${MANY} users against ${FEW}`, value: worst, unit: 'times' })
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(count: number): Promise<Map<string, number>> {
  const connection = connect(server.url('postgres'))
  await connection.pool.query(`create database bench_${count}`)
  await connection.close()
  const portalUrl = server.url(`bench_${count}`)
  const owner = connect(portalUrl)
  const config = testConfig({ DATA_DIR: folder })
  const database = { ...owner, portalUrl, hasTwoUsers: false }
  const { db, pool, close } = await prepareDatabase(database, config)
  await loadSample(db, config)
  console.log(`writing ${count} users …`)
  await insertManyUsers(db, count)

  const app = await buildApp({ db, limits: rateLimitsFor(pool), config, refusalFloorMs: 0 })
  const carla = new Visitor(app)
  await carla.logIn(personas.carla.rut, SAMPLE_PASSWORD)
  const times = new Map<string, number>()
  for (const path of paths) times.set(path, await medianTime(carla, path))
  await app.close()
  await close()
  await owner.close()
  return times
}

async function medianTime(carla: Visitor, path: string): Promise<number> {
  const times: number[] = []
  for (let call = 0; call < CALLS; call++) {
    const start = performance.now()
    const { status } = await carla.get(encodeURI(path))
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    times.push(performance.now() - start)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(CALLS / 2)] ?? 0
}
