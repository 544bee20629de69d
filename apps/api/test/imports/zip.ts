import { crc32, deflateRawSync } from 'node:zlib'

export interface ZippedFile {
  name: string
  content: Buffer | string
  /** The size that the archive states, which may be false. */
  statedSize?: number
  isEncrypted?: boolean
}

/** A zip archive, with whatever names and sizes a test needs. */
export function zip(files: ZippedFile[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, statedSize, isEncrypted = false } of files) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    writeFacts(head, 4, { bytes, packed, name, statedSize, isEncrypted })
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 4)
    writeFacts(entry, 6, { bytes, packed, name, statedSize, isEncrypted })
    entry.writeUInt32LE(offset, 42)
    parts.push(head, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    offset += head.length + Buffer.byteLength(name) + packed.length
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
  name: string
  statedSize: number | undefined
  isEncrypted: boolean
}

/** Version, flags, method, time, checksum, sizes and the length of the name, as both headers have them. */
function writeFacts(
  header: Buffer,
  at: number,
  { bytes, packed, name, statedSize, isEncrypted }: Facts,
): void {
  header.writeUInt16LE(20, at)
  header.writeUInt16LE(isEncrypted ? 1 : 0x800, at + 2)
  header.writeUInt16LE(8, at + 4)
  header.writeUInt32LE(crc32(bytes), at + 10)
  header.writeUInt32LE(packed.length, at + 14)
  header.writeUInt32LE(statedSize ?? bytes.length, at + 18)
  header.writeUInt16LE(Buffer.byteLength(name), at + 22)
}
