import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject, onTestFinished } from 'vitest'

// The program as an operator runs it: real processes, a data folder of their own.

const carpeta = fileURLToPath(new URL('../src/carpeta.ts', import.meta.url))

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

export interface Started {
  child: ChildProcess
  output: { stdout: string; stderr: string }
  finished: Promise<Finished>
}

export interface Machine {
  dataDir: string
  /** Starts a command. */
  start: (args: string[], env?: Record<string, string>) => Started
  /** Runs a command to its end. */
  run: (args: string[], env?: Record<string, string>) => Promise<Finished>
  /** A portal that is ready; fails with its own words when it ends instead. */
  serve: (port: number, env?: Record<string, string>) => Promise<Started>
}

/**
 * A machine with an empty data folder; what runs on it is stopped when the test is over.
 * @param ulimit what the shell's command of that name is to limit for each process
 * @param atEnd of something longer than a test, or of one that runs beside others
 */
export function openMachine({
  ulimit,
  atEnd = onTestFinished,
}: {
  ulimit?: string
  atEnd?: (stopAll: () => Promise<void>) => void
} = {}): Machine {
  const dataDir = mkdtempSync(join(tmpdir(), 'carpeta-data-'))
  // Or PostgreSQL, which does not run as root, could not enter and would be kept elsewhere.
  chmodSync(dataDir, 0o755)
  const running: ChildProcess[] = []
  atEnd(async () => {
    await Promise.all(running.map((child) => stop(child, 'SIGTERM')))
    rmSync(dataDir, { recursive: true, force: true })
  })

  const start: Machine['start'] = (args, env = {}) => {
    const command = [process.execPath, carpeta, ...args]
    const [program = '', ...rest] = ulimit
      ? ['sh', '-c', `ulimit ${ulimit} && exec "$@"`, 'sh', ...command]
      : command
    const child = spawn(program, rest, {
      env: {
        ...process.env,
        // A third of a start is reading the program; the next one need not do it again.
        NODE_COMPILE_CACHE: join(inject('dataDir'), 'compiled'),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
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
  const serve: Machine['serve'] = async (port, env = {}) => {
    const portal = start(['serve'], { PORT: String(port), ...env })
    await new Promise<void>((ready, fail) => {
      portal.child.stdout?.on('data', () => {
        if (portal.output.stdout.includes('Ctrl-C')) ready()
      })
      portal.finished.then(({ stderr }) => fail(new Error(stderr)))
    })
    return portal
  }
  return { dataDir, start, run, serve }
}

export async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise<void>((done) => {
    child.on('close', () => done())
    child.kill(signal)
  })
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, 'localhost', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
