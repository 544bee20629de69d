import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'

/** No upload or load takes this long: an older file belongs to a process that was killed. */
const MAX_AGE_MS = 6 * 3600 * 1000

/** The folder of files that are not stored yet. It is created when it is missing. */
export async function openIncoming({ dataDir }: Pick<Config, 'dataDir'>): Promise<string> {
  const folder = join(dataDir, 'incoming')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Deletes the files of processes that were killed. */
export async function removeAbandoned(config: Pick<Config, 'dataDir'>): Promise<void> {
  const folder = await openIncoming(config)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    // Another process may have deleted it meanwhile.
    const found = await stat(path).catch(() => null)
    if (found === null || Date.now() - found.mtimeMs < MAX_AGE_MS) continue
    await rm(path, { recursive: true, force: true })
  }
}
