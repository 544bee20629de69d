import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { accountForPostgres } from '../src/db/database-location.ts'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { freePort } from './free-port.ts'

/** How a portal reaches its database: containers by TCP, Debian by a socket. What a fault looks like differs. */
export type Way = 'TCP' | 'a socket'
export const ways: Way[] = ['TCP', 'a socket']

interface Freezable {
  /** Stops all its processes, as a hung disk or a paused machine does. */
  freeze: () => void
  thaw: () => void
}

export interface OwnPostgres extends Freezable {
  urls: Record<Way, string>
  dataDir: string
  start: () => void
  /** Ends it and every connection at once. */
  stop: () => void
}

/** A PostgreSQL of the test's own, which it may freeze, stop and start. */
export async function openOwnPostgres(
  atEnd: (work: () => Promise<void>) => void,
): Promise<OwnPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carpeta-frozen-'))
  // The account `postgres` must enter it, or the database would be stored elsewhere.
  chmodSync(dataDir, 0o755)
  const account = accountForPostgres()
  const socket = join(dataDir, 'socket')
  mkdirSync(socket)
  if (account) chownSync(socket, account.uid, account.gid)
  // The portal's own listens on no socket.
  const embedded = await startEmbeddedPostgres(dataDir)
  const { password } = new URL(embedded.url('postgres'))
  await embedded.stop()

  const os = process.platform === 'win32' ? 'windows' : process.platform
  const { pg_ctl: program } = await import(`@embedded-postgres/${os}-${process.arch}`)
  const data = join(dataDir, 'postgres', 'cluster')
  const control = (...args: string[]) =>
    execFileSync(program, ['-D', data, '-w', ...args], {
      ...account,
      cwd: dirname(data),
      stdio: 'ignore',
    })
  const port = await freePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${socket} -c max_connections=200`
  const start = () => void control('-l', join(data, 'server.log'), '-o', options, 'start')
  const stop = () => void control('-m', 'immediate', 'stop')
  const { freeze, thaw } = freezable(dataDir)
  start()
  atEnd(async () => {
    thaw()
    if (isRunning(dataDir)) stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const urlOf = (host: string) => `postgres://postgres:${password}@${host}:${port}/postgres`
  const urls = { TCP: urlOf('127.0.0.1'), 'a socket': urlOf(encodeURIComponent(socket)) }
  return { urls, dataDir, start, stop, freeze, thaw }
}

/** The embedded PostgreSQL of a data folder. */
export function freezable(dataDir: string): Freezable {
  let frozen: number[] = []
  return {
    freeze: () => {
      const postmaster = postmasterOf(dataDir)
      // First, so that it starts no process meanwhile.
      process.kill(postmaster, 'SIGSTOP')
      const children = backendsOf(dataDir)
      for (const pid of children) process.kill(pid, 'SIGSTOP')
      frozen = [...children, postmaster]
    },
    thaw: () => {
      // The postmaster comes last: until then the number of a child that has ended stays taken.
      for (const pid of frozen) process.kill(pid, 'SIGCONT')
      frozen = []
    },
  }
}

function isRunning(dataDir: string): boolean {
  try {
    postmasterOf(dataDir)
    return true
  } catch {
    return false
  }
}

/** The main process. */
export function postmasterOf(dataDir: string): number {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!(pid > 1)) throw new Error('no PostgreSQL runs on this data folder')
  return pid
}

/** The processes beside the main one; none for a moment while it recovers. */
export function backendsOf(dataDir: string): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(postmasterOf(dataDir))])
  return stdout.toString().split('\n').filter(Boolean).map(Number)
}

/** Kills one of them, upon which PostgreSQL ends the others too, recovers, and starts new ones. */
export function killBackend(dataDir: string): void {
  const [pid] = backendsOf(dataDir)
  if (pid === undefined) throw new Error('PostgreSQL has no process to kill')
  process.kill(pid, 'SIGKILL')
}
