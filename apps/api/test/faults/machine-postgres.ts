import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from '../carpeta-process.ts'

/** The main process of a machine's embedded PostgreSQL. */
export function postmasterOf({ dataDir }: Pick<Machine, 'dataDir'>): number {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!(pid > 1)) throw new Error('the machine’s PostgreSQL is not running')
  return pid
}

/** Its backends and background processes. PostgreSQL restarts all of them when one is killed. */
export function backendsOf(machine: Pick<Machine, 'dataDir'>): number[] {
  const listed = execFileSync('pgrep', ['-P', String(postmasterOf(machine))]).toString()
  return listed.trim().split('\n').map(Number)
}

export function signalPostgres(machine: Pick<Machine, 'dataDir'>, signal: NodeJS.Signals): void {
  for (const pid of [postmasterOf(machine), ...backendsOf(machine)]) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended by itself.
    }
  }
}
