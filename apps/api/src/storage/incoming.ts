import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'

/** No upload or load takes this long: an older file belongs to a process that was killed. */
const MAX_AGE_MS = 6 * 3600 * 1000

const INCOMING = 'incoming'

/** The folder of files that are not stored yet. It is created when it is missing. */
export async function openIncoming({ dataDir }: Pick<Config, 'dataDir'>): Promise<string> {
  const folder = join(dataDir, INCOMING)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** A place in it for the files of one zip. Whoever unpacks creates it, and disposing deletes it. */
export function workFolder({
  dataDir,
}: Pick<Config, 'dataDir'>): AsyncDisposable & { path: string } {
  const path = join(dataDir, INCOMING, `export-${randomUUID()}`)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
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
