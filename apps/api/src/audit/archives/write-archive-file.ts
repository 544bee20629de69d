import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database, Transaction } from '../../db/client.ts'
import { linksOf } from '../chain/chain-store.ts'
import type { ArchiveStorage } from './archive-storage.ts'
import { lineOf } from './archived-link.ts'
import { type AuditArchive, type FilledPartition, partition } from './archives-store.ts'

const KEY_BYTES = 20

/** Writes a partition's entries and links to the storage as compressed NDJSON. */
export async function writeArchiveFile(
  { db, storage }: { db: Database; storage: ArchiveStorage },
  found: FilledPartition,
): Promise<AuditArchive> {
  const folder = await mkdtemp(join(tmpdir(), 'carpeta-audit-'))
  try {
    const file = join(folder, 'archive')
    const hash = createHash('sha256')
    let size = 0
    await db.transaction((tx) =>
      pipeline(
        Readable.from(lines(tx, found)),
        createGzip(),
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk)
            size += chunk.length
            yield chunk
          }
        },
        createWriteStream(file, { mode: 0o600 }),
      ),
    )
    const sha256 = hash.digest('hex')
    const storageKey = randomBytes(KEY_BYTES).toString('hex')
    await storage.write(storageKey, { read: () => createReadStream(file), size, sha256 })
    const { name: _, links: __, ...content } = found
    return { ...content, storageKey, size, sha256 }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* lines(
  tx: Transaction,
  { name, firstPosition, lastPosition }: FilledPartition,
): AsyncGenerator<string> {
  for await (const link of linksOf(tx, partition(name), { firstPosition, lastPosition })) {
    yield lineOf(link)
  }
}
