import { crc32, deflateRawSync } from 'node:zlib'

export interface ZippedFile {
  /** Bytes do not say that they are UTF-8. */
  name: string | Buffer
  content: Buffer | string
  /** The size that the archive states, which may be false. */
  statedSize?: number
  isEncrypted?: boolean
  /** The number of the compression that the archive states; by default that of Deflate, which it is. */
  compression?: number
}

/** A zip archive, with whatever names and sizes a test needs. */
export function zip(files: ZippedFile[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, statedSize, isEncrypted = false, compression = 8 } of files) {
    const path = Buffer.from(name)
    const flags = (isEncrypted ? 1 : 0) | (typeof name === 'string' ? 0x800 : 0)
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    writeFacts(head, 4, { bytes, packed, path, statedSize, flags, compression })
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 4)
    writeFacts(entry, 6, { bytes, packed, path, statedSize, flags, compression })
    entry.writeUInt32LE(offset, 42)
    parts.push(head, path, packed)
    directory.push(entry, path)
    offset += head.length + path.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, end])
}

interface Facts {
  bytes: Buffer
  packed: Buffer
  path: Buffer
  statedSize: number | undefined
  flags: number
  compression: number
}

/** Version, flags, method, time, checksum, sizes and the length of the name, as both headers have them. */
function writeFacts(
  header: Buffer,
  at: number,
  { bytes, packed, path, statedSize, flags, compression }: Facts,
): void {
  header.writeUInt16LE(20, at)
  header.writeUInt16LE(flags, at + 2)
  header.writeUInt16LE(compression, at + 4)
  header.writeUInt32LE(crc32(bytes), at + 10)
  header.writeUInt32LE(packed.length, at + 14)
  header.writeUInt32LE(statedSize ?? bytes.length, at + 18)
  header.writeUInt16LE(path.length, at + 22)
}
