import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config/config.ts'
import type { IncomingFile } from '../http/read-upload.ts'
import { cleanName } from './clean-name.ts'
import { notStored } from './storage-error.ts'

/** A completely received file that is not stored yet. Disposing deletes its temporary file. */
export interface ReceivedFile extends AsyncDisposable {
  name: string
  /** Bytes. */
  size: number
  sha256: string
  read: () => Readable
  /** Some of its bytes; fewer at the end of the file. */
  bytesAt: (offset: number, length: number) => Promise<Buffer>
}

/**
 * Writes an incoming file to the disk in constant memory. The temporary file is unlinked, so the
 * system removes it when the process ends.
 * @throws {StorageError}
 */
export async function receiveFile(
  { name, content }: IncomingFile,
  { dataDir }: Pick<Config, 'dataDir'>,
): Promise<ReceivedFile> {
  const handle = await openUnlinked(join(dataDir, 'incoming'))
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
        // Closing would wait for open readers.
        for (const reader of readers) reader.destroy()
        await handle.close()
      },
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function openUnlinked(folder: string): Promise<FileHandle> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, randomUUID())
    const handle = await open(path, 'wx+', 0o600)
    await unlink(path)
    return handle
  } catch (error) {
    throw notStored(error)
  }
}

async function write(handle: FileHandle, chunk: Buffer): Promise<void> {
  try {
    await handle.writeFile(chunk)
  } catch (error) {
    throw notStored(error)
  }
}
