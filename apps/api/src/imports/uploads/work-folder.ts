import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { openIncoming } from '../../storage/incoming.ts'

/** A folder in which an export is unpacked; disposing deletes it. */
export async function openWorkFolder(
  config: Pick<Config, 'dataDir'>,
): Promise<AsyncDisposable & { path: string }> {
  const path = join(await openIncoming(config), `export-${randomUUID()}`)
  await mkdir(path, { mode: 0o700 })
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}
