/** Some bytes of a file; fewer at its end. */
interface Bytes {
  bytesAt: (offset: number, length: number) => Promise<Buffer>
}

interface Segment {
  marker: number
  /** Of its bytes, which begin with its length. */
  start: number
  end: number
}

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
const CHUNK_BYTES = 65_536
/** More than any photo has; a limit against crafted files. */
const MAX_SEGMENTS = 2000

/**
 * The segments of a JPEG up to the end of its image, as viewers find them: bytes that belong to none are
 * skipped, and the end mark may be missing.
 */
async function* segmentsOf(file: Bytes): AsyncGenerator<Segment> {
  let offset = 2
  for (let count = 0; count < MAX_SEGMENTS; count++) {
    const at = await findMarker(file, offset)
    if (at === null) return
    const [marker = 0, high, low] = await file.bytesAt(at + 1, 3)
    const start = at + 2
    if (marker === END_OF_IMAGE) {
      yield { marker, start, end: start }
      return
    }
    if (high === undefined || low === undefined) return
    const end = start + high * 256 + low
    const [last] = await file.bytesAt(end - 1, 1)
    if (end < start + 2 || last === undefined) return
    yield { marker, start, end }
    offset = end
  }
}

/** Where the next FF begins that is followed by the name of a segment; null at the end of the file. */
async function findMarker(file: Bytes, from: number): Promise<number | null> {
  const [first, second] = await file.bytesAt(from, 2)
  if (first === 0xff && second !== undefined && isSegment(second)) return from
  for (let offset = from; ; offset += CHUNK_BYTES) {
    // One byte of the next chunk, so that no marker is split.
    const chunk = await file.bytesAt(offset, CHUNK_BYTES + 1)
    for (let at = chunk.indexOf(0xff); at !== -1; at = chunk.indexOf(0xff, at + 1)) {
      const next = chunk[at + 1]
      if (next !== undefined && isSegment(next)) return offset + at
    }
    if (chunk.length <= CHUNK_BYTES) return null
  }
}

/** FF 00 is an escaped FF of a scan, FF FF is padding, and D0 to D7 are restart marks: none has a length. */
function isSegment(marker: number): boolean {
  return marker > 0x01 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd8)
}

/** Baseline, extended and progressive frames of Huffman codes; others only special programs decode. */
const COMMON_FRAMES = [0xc0, 0xc1, 0xc2]
/** What is no frame between C0 and CF. */
const NO_FRAMES = [0xc4, 0xc8, 0xcc]
const COMMON_CHANNELS = [1, 3, 4]

/** As many as a PNG of one byte a pixel may have: any phone's photo, and no page that takes all memory to draw. */
const MAX_PIXELS = 100 * 1_048_576

type JpegProblem = 'broken' | 'unusual' | 'too_many_pixels'

/** Why viewers cannot show a JPEG: it is damaged, too large, or of a kind that they do not decode. Null when they can. */
export async function jpegProblem(file: Bytes): Promise<JpegProblem | null> {
  let isCommon: boolean | null = null
  for await (const { marker, start } of segmentsOf(file)) {
    if (marker === START_OF_SCAN) return isCommon === null ? 'broken' : isCommon ? null : 'unusual'
    const isFrame = marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.includes(marker)
    if (!isFrame || isCommon !== null) continue
    const frame = await file.bytesAt(start, 8)
    if (frame.length < 8 || frame.readUInt16BE(3) === 0 || frame.readUInt16BE(5) === 0) break
    if (frame.readUInt16BE(3) * frame.readUInt16BE(5) > MAX_PIXELS) return 'too_many_pixels'
    isCommon =
      COMMON_FRAMES.includes(marker) && frame[2] === 8 && COMMON_CHANNELS.includes(frame[7] ?? 0)
  }
  return 'broken'
}

/** The same image without what viewers skip, for programs that do not, and with its end mark. */
export async function plainJpeg(bytes: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [Buffer.from([0xff, 0xd8])]
  const bytesAt = async (offset: number, length: number) => bytes.subarray(offset, offset + length)
  let scans: number | null = null
  let end = bytes.length
  for await (const segment of segmentsOf({ bytesAt })) {
    if (segment.marker === END_OF_IMAGE) end = segment.start - 2
    if (segment.marker === START_OF_SCAN) scans ??= segment.start
    if (scans !== null) continue
    parts.push(Buffer.from([0xff, segment.marker]), bytes.subarray(segment.start, segment.end))
  }
  if (scans === null) return bytes
  const image = [Buffer.from([0xff, START_OF_SCAN]), bytes.subarray(scans, end)]
  return Buffer.concat([...parts, ...image, Buffer.from([0xff, END_OF_IMAGE])])
}
