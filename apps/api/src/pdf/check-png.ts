import { inflateSync } from 'node:zlib'
import { FileError } from './file-problem.ts'

/** The decoded pixels of the largest image that is drawn. */
const MAX_PIXEL_BYTES = 100 * 1_048_576
const MAX_FILTER = 4
const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Adam7: first column, first row, and the steps to the next, of each pass. */
const interlaced = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const plain = [[0, 0, 1, 1]] as const

/** They tell the size of the pixels. */
const HEAD_BYTES = 29

/** Rows of the same length: how many, and their bytes with the filter's. */
interface Pass {
  rows: number
  rowBytes: number
}

/**
 * Refuses an image whose pixels are damaged or need too much memory: pdfkit decodes without a limit, and
 * damaged pixels would end its thread (docs/security.md 7.9).
 * @throws {FileError}
 */
export function checkPng(bytes: Buffer): void {
  const passes = passesOf(bytes)
  const size = sizeOf(passes)
  if (size > MAX_PIXEL_BYTES) throw new FileError('too_large')
  const pixels = inflate(dataOf(bytes), size)
  let at = 0
  for (const { rows, rowBytes } of passes) {
    for (let row = 0; row < rows; row++, at += rowBytes) {
      if ((pixels[at] ?? 255) > MAX_FILTER) throw new FileError('broken_image')
    }
  }
}

/** The decoded pixels that a PNG claims to have, in bytes; 0 for other files, which are copied without decoding. */
export async function pixelBytesOf(
  type: string,
  { bytesAt }: { bytesAt: (offset: number, length: number) => Promise<Buffer> },
): Promise<number> {
  if (type !== 'image/png') return 0
  const bytes = sizeOf(passesOf(await bytesAt(0, HEAD_BYTES)))
  return Math.min(bytes, Number.MAX_SAFE_INTEGER)
}

function sizeOf(passes: Pass[]): number {
  return passes.reduce((sum, { rows, rowBytes }) => sum + rows * rowBytes, 0)
}

function passesOf(bytes: Buffer): Pass[] {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const bits = bytes.readUInt8(24) * (channels[bytes.readUInt8(25)] ?? 4)
  const steps = bytes.readUInt8(28) === 1 ? interlaced : plain
  return steps.flatMap(([left, top, across, down]) => {
    const columns = Math.ceil((width - left) / across)
    const rows = Math.ceil((height - top) / down)
    if (columns <= 0 || rows <= 0) return []
    return { rows, rowBytes: 1 + Math.ceil((columns * bits) / 8) }
  })
}

function inflate(data: Buffer, size: number): Buffer {
  try {
    const pixels = inflateSync(data, { maxOutputLength: size + 1 })
    if (pixels.length === size) return pixels
  } catch {
    // Damaged, or more than the image's size.
  }
  throw new FileError('broken_image')
}

/** The chunks `IDAT` together; the chain of chunks was checked on arrival. */
function dataOf(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const kind = bytes.toString('latin1', at + 4, at + 8)
    if (kind === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length))
    if (kind === 'IEND') break
    at += 12 + length
  }
  return Buffer.concat(parts)
}
