import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject, onTestFinished } from 'vitest'
import { cloneDatabase } from './open-portal.ts'

// The program as an operator runs it: real processes with their own data folder.

const isReady = /Ctrl-C|Carpeta Virtual está en|Los trabajos corren/

const carpeta = fileURLToPath(new URL('../src/carpeta.ts', import.meta.url))

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

interface Started {
  child: ChildProcess
  output: { stdout: string; stderr: string }
  finished: Promise<Finished>
}

export interface Machine {
  dataDir: string
  /** Starts a command. */
  start: (args: string[], env?: Record<string, string>) => Started
  /** Starts a command that runs until it is stopped; fails with its output when it ends before it is ready. */
  startUntilReady: (args: string[], env?: Record<string, string>) => Promise<Started>
  /** Runs a command to its end. */
  run: (args: string[], env?: Record<string, string>) => Promise<Finished>
  /** Starts a portal and waits until it is ready. */
  serve: (port: number, env?: Record<string, string>, options?: string[]) => Promise<Started>
}

/**
 * A machine with an empty data folder; its processes are stopped at the end of the test.
 * @param program the sources, unless a test installed a release
 * @param ulimit arguments of the shell's `ulimit`, for each process
 * @param atEnd for a scope other than the current test, or for a concurrent test
 */
export function openMachine({
  program: script = carpeta,
  ulimit,
  atEnd = onTestFinished,
}: {
  program?: string
  ulimit?: string
  atEnd?: (stopAll: () => Promise<void>) => void
} = {}): Machine {
  const dataDir = mkdtempSync(join(tmpdir(), 'carpeta-data-'))
  // The account `postgres` must enter it, or the database would be stored elsewhere.
  chmodSync(dataDir, 0o755)
  const running: ChildProcess[] = []
  atEnd(async () => {
    await Promise.all(running.map((child) => stop(child, 'SIGTERM')))
    rmSync(dataDir, { recursive: true, force: true })
  })

  const start: Machine['start'] = (args, env = {}) => {
    const command = [process.execPath, script, ...args]
    const [program = '', ...rest] = ulimit
      ? ['sh', '-c', `ulimit ${ulimit} && exec "$@"`, 'sh', ...command]
      : command
    const child = spawn(program, rest, {
      env: {
        ...process.env,
        // A third of a start is compilation.
        NODE_COMPILE_CACHE: join(inject('dataDir'), 'compiled'),
        DATA_DIR: dataDir,
        // Outside local runs, that it is ready is in the log only.
        LOG_LEVEL: env.ENVIRONMENT ? 'info' : 'warn',
        ...env,
      },
    })
    running.push(child)
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      output.stderr += chunk
    })
    const finished = new Promise<Finished>((done) => {
      child.on('close', (code) => done({ code, ...output }))
    })
    return { child, output, finished }
  }
  const run: Machine['run'] = (args, env) => start(args, env).finished
  const startUntilReady: Machine['startUntilReady'] = async (args, env) => {
    const started = start(args, env)
    await new Promise<void>((ready, fail) => {
      started.child.stdout?.on('data', () => {
        if (isReady.test(started.output.stdout)) ready()
      })
      started.finished.then(({ stderr }) => fail(new Error(stderr)))
    })
    return started
  }
  const serve: Machine['serve'] = (port, env = {}, options = []) =>
    startUntilReady(['serve', ...options], { PORT: String(port), ...env })
  return { dataDir, start, startUntilReady, run, serve }
}

/** A machine whose portal and commands use an empty database on the tests' PostgreSQL. */
export async function openEmptyMachine(atEnd: (work: () => Promise<void>) => void) {
  const database = await cloneDatabase('empty')
  atEnd(() => database.close())
  const machine = openMachine({ atEnd })
  const env = {
    ENVIRONMENT: 'test',
    DATABASE_URL: String(database.pool.options.connectionString),
  }
  return {
    dataDir: machine.dataDir,
    database,
    start: (args: string[]) => machine.start(args, env),
    run: (args: string[], more: Record<string, string> = {}) =>
      machine.run(args, { ...env, ...more }),
    serve: (port: number, more: Record<string, string>) => machine.serve(port, { ...env, ...more }),
    /** Writes a file into the data folder. @returns its path */
    writeFile: (name: string, content: string | Buffer) => {
      const path = join(machine.dataDir, name)
      writeFileSync(path, content)
      return path
    },
  }
}

export async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise<void>((done) => {
    child.on('close', () => done())
    child.kill(signal)
  })
}

/** Of the ports below, the only one that the Fetch Standard blocks. */
const REFUSED_BY_FETCH = 10_080

/**
 * A port that nothing listens on, outside the range from which the system takes ports for outgoing
 * connections: one of those could take it before the test does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + randomInt(10_000)
    if (port !== REFUSED_BY_FETCH && (await canListen(port))) return port
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer()
      .once('error', () => done(false))
      .listen(port, 'localhost', () => server.close(() => done(true)))
  })
}
