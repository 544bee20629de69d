import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'

const PREFIX = 'export-'
/** No load takes as long: an older folder is of a process that was killed. */
const MAX_AGE_MS = 6 * 3600 * 1000

/** A folder in which an export is unpacked; disposing deletes it. */
export async function openWorkFolder(
  config: Pick<Config, 'dataDir'>,
): Promise<AsyncDisposable & { path: string }> {
  const path = join(config.dataDir, 'incoming', PREFIX + randomUUID())
  await mkdir(path, { recursive: true, mode: 0o700 })
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}

/** Deletes what killed processes left on this machine. */
export async function removeOldWorkFolders({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const incoming = join(dataDir, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const found = name.startsWith(PREFIX) ? await stat(path).catch(() => null) : null
    if (found === null || Date.now() - found.mtimeMs < MAX_AGE_MS) continue
    await rm(path, { recursive: true, force: true })
  }
}
