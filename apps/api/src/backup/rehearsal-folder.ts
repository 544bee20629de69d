import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { accountForPostgres, findDatabase } from '../db/database-location.ts'
import { stopEmbeddedPostgres } from '../db/embedded-postgres.ts'

/** Makes the data folder of a rehearsal, named by its process, and removes what earlier ones left. */
export async function openRehearsalFolder(dataDir: string): Promise<{
  folder: string
  remove: () => void
}> {
  mkdirSync(dataDir, { recursive: true })
  for (const folder of leftRehearsals(dataDir)) {
    await stopEmbeddedPostgres(folder)
    removerOf(folder)()
  }
  const folder = mkdtempSync(join(dataDir, `rehearsal-${process.pid}-`))
  // The account `postgres` may have to enter it.
  chmodSync(folder, 0o755)
  return { folder, remove: removerOf(folder) }
}

/** The folders of rehearsals that were killed. */
export function leftRehearsals(dataDir: string): string[] {
  return readdirSync(dataDir)
    .filter((name) => {
      const pid = /^rehearsal-(\d+)-/.exec(name)?.[1]
      return pid !== undefined && !isOfAnother(Number(pid))
    })
    .map((name) => join(dataDir, name))
}

/** Whether it belongs to another process, which runs. */
function isOfAnother(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function removerOf(folder: string): () => void {
  // Its database may be elsewhere.
  const database = findDatabase(folder, accountForPostgres()).folder
  return () => {
    for (const each of [database, folder]) {
      // A file that was being restored may still be written.
      rmSync(each, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}
