import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'

export interface OwnPostgres {
  url: string
  /** Stops all its processes, as a hung disk or a paused machine does. */
  freeze: () => void
  thaw: () => void
}

/** A PostgreSQL of the test's own, which it may freeze. */
export async function openOwnPostgres(
  atEnd: (work: () => Promise<void>) => void,
): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-frozen-'))
  // The account `postgres` must enter it, or the database would be stored elsewhere.
  chmodSync(folder, 0o755)
  const server = await startEmbeddedPostgres(folder)
  const { freeze, thaw } = freezable(folder)
  atEnd(async () => {
    thaw()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { url: server.url('postgres'), freeze, thaw }
}

/** The embedded PostgreSQL of a data folder. */
export function freezable(dataDir: string): Omit<OwnPostgres, 'url'> {
  let frozen: number[] = []
  return {
    freeze: () => {
      const postmaster = postmasterOf(dataDir)
      // First, so that it starts no process meanwhile.
      process.kill(postmaster, 'SIGSTOP')
      const children = childrenOf(postmaster)
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

function postmasterOf(dataDir: string): number {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!(pid > 1)) throw new Error('no PostgreSQL runs on this data folder')
  return pid
}

function childrenOf(pid: number): number[] {
  return execFileSync('pgrep', ['-P', String(pid)])
    .toString()
    .trim()
    .split('\n')
    .map(Number)
}
