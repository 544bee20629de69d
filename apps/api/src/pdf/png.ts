import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { FileError } from './file-problem.ts'

/** The decoded pixels of the largest image that is opened. */
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
 * Refuses an image whose pixels are damaged or need too much memory (docs/security.md 7.9).
 * @throws {FileError}
 */
export function checkPng(bytes: Buffer): void {
  const passes = passesOf(bytes)
  const size = sizeOf(passes)
  if (Math.max(size, decodedSizeOf(bytes)) > MAX_PIXEL_BYTES) throw new FileError('too_many_pixels')
  const chunks = chunksOf(bytes)
  const lacksPalette =
    bytes.readUInt8(25) === PALETTE && !chunks.some(({ kind }) => kind === 'PLTE')
  if (size === 0 || lacksPalette) throw new FileError('broken_image')
  const pixels = inflate(Buffer.concat(chunks.flatMap(pixelsOf)), size)
  let at = 0
  for (const { rows, rowBytes } of passes) {
    for (let row = 0; row < rows; row++, at += rowBytes) {
      if ((pixels[at] ?? 255) > MAX_FILTER) throw new FileError('broken_image')
    }
  }
}

// Values of the PNG standard.
const GREY = 0
const RGB = 2
const PALETTE = 3
const GREY_WITH_ALPHA = 4
const RGB_WITH_ALPHA = 6
/** Each row as its difference to the row above. */
const FILTER_UP = 2

/** Whether the bytes of its pixels are those that a PDF has: opaque, and row after row. */
function isPlain(bytes: Buffer, kinds = chunksOf(bytes).map(({ kind }) => kind)): boolean {
  const isOpaque = bytes.readUInt8(25) < GREY_WITH_ALPHA
  const isInterlaced = bytes.readUInt8(28) === 1
  return isOpaque && !isInterlaced && !kinds.includes('tRNS')
}

/** What decoding takes, with four bytes a pixel; 0 for an image that is not decoded. */
function decodedSizeOf(bytes: Buffer, kinds?: string[]): number {
  return isPlain(bytes, kinds) ? 0 : 4 * bytes.readUInt32BE(16) * bytes.readUInt32BE(20)
}

/**
 * The image as a PDF takes it without decoding. Another than a plain one becomes one of 8 bits, on white where it
 * is transparent, since a page is white. `checkPng` comes first.
 */
export function opaquePng(bytes: Buffer): Buffer {
  if (isPlain(bytes)) return bytes
  const needed = chunksOf(bytes).filter(({ kind }) => DECODED_CHUNKS.includes(kind))
  const { width, height, data } = PNG.sync.read(
    Buffer.concat([bytes.subarray(0, SIGNATURE_BYTES), ...needed.map(({ whole }) => whole)]),
  )
  const isGrey = [GREY, GREY_WITH_ALPHA].includes(bytes.readUInt8(25))
  return PNG.sync.write(Object.assign(new PNG({ width, height }), { data }), {
    colorType: isGrey ? GREY : RGB,
    inputColorType: RGB_WITH_ALPHA,
    bgColor: { red: 255, green: 255, blue: 255 },
    filterType: FILTER_UP,
  })
}

/** An animation's further pictures, profiles and texts are left out. */
const DECODED_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']

interface File {
  bytesAt: (offset: number, length: number) => Promise<Buffer>
}

/** What the pixels of a PNG take when it is joined, in bytes; 0 for other files, which are copied. */
export async function pixelBytesOf(type: string, file: File): Promise<number> {
  if (type !== 'image/png') return 0
  const head = await file.bytesAt(0, HEAD_BYTES)
  const size = Math.max(sizeOf(passesOf(head)), decodedSizeOf(head, await kindsBeforePixels(file)))
  return Math.min(size, Number.MAX_SAFE_INTEGER)
}

const MAX_CHUNKS_BEFORE_PIXELS = 1000

async function kindsBeforePixels({ bytesAt }: File): Promise<string[]> {
  const kinds: string[] = []
  for (let at = SIGNATURE_BYTES; kinds.length < MAX_CHUNKS_BEFORE_PIXELS; ) {
    const head = await bytesAt(at, 8)
    const kind = head.toString('latin1', 4)
    if (head.length < 8 || kind === 'IDAT') break
    kinds.push(kind)
    at += 12 + head.readUInt32BE(0)
  }
  return kinds
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

const SIGNATURE_BYTES = 8

interface Chunk {
  kind: string
  data: Buffer
  /** With length, kind and checksum. */
  whole: Buffer
}

const pixelsOf = ({ kind, data }: Chunk) => (kind === 'IDAT' ? [data] : [])

/** Up to `IEND`; their chain was checked on arrival. */
function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = SIGNATURE_BYTES; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const kind = bytes.toString('latin1', at + 4, at + 8)
    const data = bytes.subarray(at + 8, at + 8 + length)
    chunks.push({ kind, data, whole: bytes.subarray(at, at + 12 + length) })
    if (kind === 'IEND') break
    at += 12 + length
  }
  return chunks
}
