import type { WireDocument } from '@carpeta/contract/requests'
import { documentMessages, isHeic } from '@carpeta/domain/requests/document-rules'
import { fileTypeFromBuffer } from 'file-type'
import { Refused } from '../http/errors.ts'
import type { ReceivedFile } from './receive-file.ts'

type DocumentType = WireDocument['type']
type Content = Pick<ReceivedFile, 'size' | 'bytesAt'>

const heicTypes = ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence']

/** The bytes that `file-type` needs. */
const HEAD_BYTES = 4100

const accepted: Record<
  string,
  { extensions: string[]; isWhole: (file: Content) => Promise<boolean> }
> = {
  'application/pdf': { extensions: ['.pdf'], isWhole: isWholePdf },
  'image/png': { extensions: ['.png'], isWhole: isWholePng },
  'image/jpeg': { extensions: ['.jpg', '.jpeg'], isWhole: isWholeJpeg },
}

/**
 * Detects the type of a file by its content. The extension must match, and the structure must be
 * complete from start to end; nothing is decoded (docs/security.md 7.3, 7.9).
 * @throws {Refused}
 */
export async function checkContent(file: ReceivedFile): Promise<DocumentType> {
  if (file.size === 0) throw new Refused([documentMessages.required])
  const found = await fileTypeFromBuffer(await file.bytesAt(0, HEAD_BYTES))
  const kind = accepted[found?.mime ?? '']
  if (isHeic(file.name) || heicTypes.includes(found?.mime ?? '')) {
    throw new Refused([documentMessages.heic])
  }
  const name = file.name.toLowerCase()
  const isAccepted =
    kind?.extensions.some((extension) => name.endsWith(extension)) && (await kind.isWhole(file))
  if (!isAccepted) throw new Refused([documentMessages.type])
  return found?.mime as DocumentType
}

const PDF_TAIL_BYTES = 2048

async function isWholePdf(file: Content): Promise<boolean> {
  const head = await file.bytesAt(0, 5)
  const tail = await file.bytesAt(Math.max(0, file.size - PDF_TAIL_BYTES), PDF_TAIL_BYTES)
  return head.equals(Buffer.from('%PDF-')) && tail.includes('%%EOF')
}

/** More than any accepted image has; a limit against crafted files. */
const MAX_PARTS = 10_000

/** A chain of chunks from IHDR to IEND. */
async function isWholePng(file: Content): Promise<boolean> {
  let offset = 8
  for (let part = 0; part < MAX_PARTS; part++) {
    const head = await file.bytesAt(offset, 8)
    if (head.length < 8) return false
    const kind = head.toString('latin1', 4)
    if (part === 0 && kind !== 'IHDR') return false
    offset += 12 + head.readUInt32BE(0)
    if (kind === 'IEND') return offset <= file.size
  }
  return false
}

/**
 * A chain of segments up to the end of the image. Bytes after it are allowed: many phones append a
 * short video.
 */
async function isWholeJpeg(file: Content): Promise<boolean> {
  let offset = 2
  for (let part = 0; part < MAX_PARTS; part++) {
    const [first, marker = 0, high = 0, low = 0] = await file.bytesAt(offset, 4)
    if (first !== 0xff) return false
    if (marker === END_OF_IMAGE) return true
    const length = high * 256 + low
    if (length < 2) return false
    offset += 2 + length
    if (marker === START_OF_SCAN) offset = await afterScan(file, offset)
  }
  return false
}

const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda
const CHUNK_BYTES = 65_536

/** The offset of the next segment after the image data, or the file's size. */
async function afterScan(file: Content, start: number): Promise<number> {
  for (let offset = start; offset < file.size; offset += CHUNK_BYTES) {
    // One byte of the next chunk, so that no marker is split.
    const chunk = await file.bytesAt(offset, CHUNK_BYTES + 1)
    for (let at = chunk.indexOf(0xff); at !== -1; at = chunk.indexOf(0xff, at + 1)) {
      const next = chunk[at + 1]
      if (next !== undefined && isSegment(next)) return offset + at
    }
  }
  return file.size
}

/** Within a scan, FF 00 is an escaped FF, FF FF is padding, and D0 to D7 are restart markers. */
function isSegment(marker: number): boolean {
  return marker !== 0x00 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)
}
