import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SAMPLE_PASSWORD } from '../seeds/personas.ts'
import { type Connection, connect } from '../src/db/client.ts'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { stop } from '../test/carpeta-process.ts'
import { freePort } from '../test/free-port.ts'

// A portal as operators run it: the files of a release in a process of its own, beside a PostgreSQL.

const root = fileURLToPath(new URL('../../..', import.meta.url))
const TICKS_A_SECOND = 100

export interface Process {
  child: ChildProcess
  origin: string
  /** From its start until it says that it is ready. */
  readyMs: number
  stop: () => Promise<void>
}

export interface Bench extends AsyncDisposable {
  folder: string
  /** The owner's connection to the portal's database. */
  owner: Connection
  startPortal: (env?: Record<string, string>) => Promise<Process>
  /** Starts a program of this folder. */
  startProgram: (file: string, env?: Record<string, string>) => Promise<Process>
}

/** An empty database and a release; all processes end with it. */
export async function openBench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-bench-'))
  // The account `postgres` must enter it, or the database would be stored elsewhere and stay.
  chmodSync(folder, 0o755)
  const server = await startEmbeddedPostgres(folder)
  const admin = connect(server.url('postgres'))
  await admin.pool.query('create database portal')
  await admin.close()
  const owner = connect(server.url('portal'))
  const program = stageRelease(join(folder, 'release'))
  const children: ChildProcess[] = []

  const start = async (command: string[], path: string, env: Record<string, string>) => {
    const port = await freePort()
    const origin = `http://localhost:${port}`
    const begin = performance.now()
    const child = spawn(command[0] ?? '', command.slice(1), {
      env: {
        ...process.env,
        DATABASE_URL: server.url('portal'),
        DATA_DIR: join(folder, 'data'),
        LOG_LEVEL: 'warn',
        ...env,
        PORT: String(port),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    children.push(child)
    while (!(await fetch(origin + path).catch(() => null))?.ok) {
      if (child.exitCode !== null) throw new Error(`${command.at(-1)} ended: ${child.exitCode}`)
      await delay(10)
    }
    const readyMs = performance.now() - begin
    return { child, origin, readyMs, stop: () => stop(child, 'SIGTERM') }
  }

  return {
    folder,
    owner,
    // By its first line, which has the flags of V8.
    startPortal: (env = {}) => start([program, 'serve'], '/api/health/ready/', env),
    startProgram: (file, env = {}) => {
      const path = fileURLToPath(new URL(file, import.meta.url))
      return start([process.execPath, path], '/', env)
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(children.map((child) => stop(child, 'SIGTERM')))
      await owner.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The files of a release beside the packages of this repository. @returns its program */
function stageRelease(folder: string): string {
  mkdirSync(folder)
  const stage = `import('./scripts/release/stage-package.ts').then((it) => it.stagePackage(${JSON.stringify(folder)}))`
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', '-e', stage], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const program = join(folder, 'bin/carpeta.js')
  chmodSync(program, 0o755)
  return program
}

/** The headers of a browser that has logged in. */
export async function logIn(
  origin: string,
  username: string,
  password = SAMPLE_PASSWORD,
): Promise<Record<string, string>> {
  const visitor = await fetchToken(origin)
  const answer = await tryLogIn(origin, visitor, { username, password })
  if (!answer.ok) throw new Error(`login: ${answer.status} ${await answer.text()}`)
  // The token changes with the login.
  const token = answer.headers
    .getSetCookie()
    .map((line) => /^csrftoken=([^;]*)/.exec(line)?.[1])
    .find(Boolean)
  return {
    cookie: cookiesOf(answer),
    'x-csrftoken': token ?? visitor['x-csrftoken'] ?? '',
    origin,
  }
}

export async function fetchToken(origin: string): Promise<Record<string, string>> {
  const answer = await fetch(`${origin}/api/auth/csrftoken/`)
  const { token } = (await answer.json()) as { token: string }
  return { cookie: cookiesOf(answer), 'x-csrftoken': token, origin }
}

export function tryLogIn(
  origin: string,
  headers: Record<string, string>,
  fields: { username: string; password: string },
): Promise<Response> {
  const body = new URLSearchParams(fields)
  return fetch(`${origin}/api/auth/login/`, { method: 'POST', headers, body })
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

export function residentMb({ child }: Process): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kb) / 1024)
}

/** The highest memory that is seen while `work` runs. */
export async function peakMb<Value>(process: Process, work: () => Promise<Value>) {
  let peak = residentMb(process)
  const watching = setInterval(() => {
    peak = Math.max(peak, residentMb(process))
  }, 50)
  try {
    const value = await work()
    return { peak: Math.max(peak, residentMb(process)), value }
  } finally {
    clearInterval(watching)
  }
}

/** Seconds of the processor that the process has used. */
export function cpuSeconds({ child }: Process): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}
