import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReceivedFile } from './receive-file.ts'

/** A file that the portal made, as if it had been received. */
export function fileInMemory(name: string, content: Buffer): ReceivedFile {
  return {
    name,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    read: () => Readable.from(content, { objectMode: false }),
    bytesAt: async (offset, length) => content.subarray(offset, offset + length),
    [Symbol.asyncDispose]: async () => {},
  }
}
