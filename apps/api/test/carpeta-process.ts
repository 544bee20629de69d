import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { Console } from 'node:console'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { inject, onTestFinished, vi } from 'vitest'
import { prepareDatabase } from '../src/cli/prepare-database.ts'
import { runCarpeta } from '../src/cli/program.ts'
import { readConfig } from '../src/config/config.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { loadSample } from '../src/sample/load-sample.ts'
import { cloneDatabase } from './open-portal.ts'
import { testConfig } from './test-config.ts'

// The program as an operator runs it: real processes with their own data folder.

const isReady = /Ctrl-C|Carpeta Virtual está en|Los trabajos corren/

const carpeta = fileURLToPath(new URL('../src/carpeta.ts', import.meta.url))
const setup = new URL('process-setup.ts', import.meta.url).href

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
  /** As `run`, in this process, which starts no other: one command at a time, and nothing on standard input. */
  command: (args: string[], env?: Record<string, string>) => Promise<Finished>
  /** Starts a portal and waits until it is ready. */
  serve: (port: number, env?: Record<string, string>, options?: string[]) => Promise<Started>
}

/**
 * A machine with an empty data folder; its processes are stopped at the end of the test.
 * @param program the sources, unless a test installed a release
 * @param ulimit arguments of the shell's `ulimit`, for each process
 * @param limits for tests of production's limits of time
 * @param atEnd for a scope other than the current test, or for a concurrent test
 */
export function openMachine({
  program: script = carpeta,
  ulimit,
  limits = 'patient',
  atEnd = onTestFinished,
}: {
  program?: string
  ulimit?: string
  limits?: 'patient' | 'production'
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
    // An installed release has modules of its own.
    const preload = limits === 'patient' && script === carpeta ? ['--import', setup] : []
    const command = [process.execPath, ...preload, script, ...args]
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
  const command: Machine['command'] = (args, env) => runHere(args, { DATA_DIR: dataDir, ...env })
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
  return { dataDir, start, startUntilReady, run, command, serve }
}

async function runHere(args: string[], env: Record<string, string>): Promise<Finished> {
  const output = { stdout: '', stderr: '' }
  const keep = (name: keyof typeof output) =>
    new Writable({
      write(chunk, _encoding, done) {
        output[name] += chunk
        done()
      },
    })
  const [stdout, stderr] = [keep('stdout'), keep('stderr')]
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => stdout.write(text)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => stderr.write(text)),
  ]
  const before = { console: globalThis.console, env: process.env }
  globalThis.console = new Console(stdout, stderr)
  process.env = { ...before.env, LOG_LEVEL: 'warn', ...env }
  try {
    await runCarpeta(args)
    return { code: Number(process.exitCode ?? 0), ...output }
  } finally {
    globalThis.console = before.console
    process.env = before.env
    process.exitCode = undefined
    for (const spy of spies) spy.mockRestore()
  }
}

/** A machine whose portal and commands use a database on the tests' PostgreSQL. */
export async function openMachineWith(
  template: 'empty' | 'sample',
  atEnd: (work: () => Promise<void>) => void,
) {
  const database = await cloneDatabase(template)
  atEnd(() => database.close())
  const machine = openMachine({ atEnd })
  const env = {
    DATABASE_URL: String(database.pool.options.connectionString),
    SECRET_KEY: testConfig().secretKeys[0],
    ...(template === 'empty' && { ENVIRONMENT: 'test' }),
  }
  if (template === 'sample') {
    const documents = join(inject('dataDir'), 'sample-documents')
    cpSync(documents, join(machine.dataDir, 'documents'), { recursive: true })
  }
  return {
    dataDir: machine.dataDir,
    database,
    start: (args: string[]) => machine.start(args, env),
    startUntilReady: (args: string[], more: Record<string, string> = {}) =>
      machine.startUntilReady(args, { ...env, ...more }),
    run: (args: string[], more: Record<string, string> = {}) =>
      machine.run(args, { ...env, ...more }),
    command: (args: string[], more: Record<string, string> = {}) =>
      machine.command(args, { ...env, ...more }),
    serve: (port: number, more: Record<string, string> = {}, options: string[] = []) =>
      machine.serve(port, { ...env, ...more }, options),
    /** Writes a file into the data folder. @returns its path */
    writeFile: (name: string, content: string | Buffer) => {
      const path = join(machine.dataDir, name)
      writeFileSync(path, content)
      return path
    },
  }
}

/** A machine with a PostgreSQL of its own, as it stops after its first start: with the sample cooperative. */
export async function openSampleMachine(options: Parameters<typeof openMachine>[0] = {}) {
  const prepared = await prepareSampleMachine()
  const machine = openMachine(options)
  // PostgreSQL's files belong to its account.
  execFileSync('cp', ['-a', `${prepared}/.`, machine.dataDir])
  return machine
}

/** Made by the first test that needs it; of several the first to finish counts. */
async function prepareSampleMachine(): Promise<string> {
  const folder = join(inject('dataDir'), 'sample-machine')
  if (existsSync(folder)) return folder
  const draft = mkdtempSync(join(inject('dataDir'), 'machine-'))
  chmodSync(draft, 0o755)
  const config = readConfig({ DATA_DIR: draft })
  const database = await openDatabase(config, 'command')
  const portal = await prepareDatabase(database, config)
  await loadSample(portal.db, config)
  await portal.close()
  await database.close()
  if (existsSync(folder)) rmSync(draft, { recursive: true })
  else renameSync(draft, folder)
  return folder
}

export async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise<void>((done) => {
    child.on('close', () => done())
    child.kill(signal)
  })
}
