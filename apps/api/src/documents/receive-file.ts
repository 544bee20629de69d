import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config/config.ts'
import type { IncomingFile } from '../http/read-upload.ts'
import { cleanName } from './clean-name.ts'
import { notKept } from './storage-error.ts'

/** A file that is here whole, but not kept yet. Disposing of it leaves nothing behind. */
export interface ReceivedFile extends AsyncDisposable {
  name: string
  /** Bytes. */
  size: number
  sha256: string
  read: () => Readable
  /** A few of its bytes; fewer where it ends before. */
  bytesAt: (offset: number, length: number) => Promise<Buffer>
}

/**
 * Writes a file to the disk as it comes in, with flat memory. The disk's file has no name: when the
 * process dies, the system takes it away. @throws {StorageError}
 */
export async function receiveFile(
  { name, content }: IncomingFile,
  { dataDir }: Pick<Config, 'dataDir'>,
): Promise<ReceivedFile> {
  const handle = await openUnnamed(join(dataDir, 'incoming'))
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of content) {
      await write(handle, chunk)
      hash.update(chunk)
      size += chunk.length
    }
    const readers: Readable[] = []
    return {
      name: cleanName(name),
      size,
      sha256: hash.digest('hex'),
      read: () => {
        const reader = handle.createReadStream({ start: 0, autoClose: false })
        readers.push(reader)
        return reader
      },
      bytesAt: async (offset, length) => {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
        return buffer.subarray(0, bytesRead)
      },
      [Symbol.asyncDispose]: async () => {
        // Closing waits for whoever still reads.
        for (const reader of readers) reader.destroy()
        await handle.close()
      },
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function openUnnamed(folder: string): Promise<FileHandle> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, randomUUID())
    const handle = await open(path, 'wx+', 0o600)
    await unlink(path)
    return handle
  } catch (error) {
    throw notKept(error)
  }
}

async function write(handle: FileHandle, chunk: Buffer): Promise<void> {
  try {
    await handle.writeFile(chunk)
  } catch (error) {
    throw notKept(error)
  }
}
