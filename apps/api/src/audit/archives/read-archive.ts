import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { ArchiveStorage } from './archive-storage.ts'
import { type ArchivedLink, readLine } from './archived-link.ts'
import type { AuditArchive } from './archives-store.ts'

/** An archive that is missing, or whose bytes are others. */
export class UnreadableArchive extends Error {}

/**
 * Every link of an archive, in order.
 * @throws {UnreadableArchive} at the end too, when the file is not the one that was written
 */
export async function* readArchive(
  storage: Pick<ArchiveStorage, 'read'>,
  { storageKey, sha256, fromMonth, toMonth }: AuditArchive,
): AsyncGenerator<ArchivedLink> {
  const hash = createHash('sha256')
  try {
    const content = await storage.read(storageKey)
    content.on('data', (chunk: Buffer) => void hash.update(chunk))
    // The reader of the lines gets every failure as the end of its input.
    let failure: unknown = null
    const unpacked = pipeline(content, createGunzip(), (error) => {
      failure = error ?? null
    })
    for await (const line of createInterface({ input: unpacked, crlfDelay: Infinity })) {
      yield readLine(line)
    }
    if (failure) throw failure
    if (hash.digest('hex') !== sha256) throw new Error('the file is another one')
  } catch (cause) {
    throw new UnreadableArchive(`${fromMonth} a ${toMonth} (${storageKey})`, { cause })
  }
}
