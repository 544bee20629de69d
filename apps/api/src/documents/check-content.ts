import type { WireDocument } from '@carpeta/contract/requests/request-schemas'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { fileTypeFromBuffer } from 'file-type'
import { Refused } from '../http/errors.ts'
import type { ReceivedFile } from './receive-file.ts'

type DocumentType = WireDocument['type']
type Content = Pick<ReceivedFile, 'size' | 'bytesAt'>

/** What `file-type` needs to see of a file. */
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
 * What the file really is. Its name must say the same, and it must have a beginning and an end of
 * that kind; nothing is decoded or expanded (security.md 7.3, 7.9). @throws {Refused}
 */
export async function checkContent(file: ReceivedFile): Promise<DocumentType> {
  if (file.size === 0) throw new Refused([documentMessages.required])
  const found = await fileTypeFromBuffer(await file.bytesAt(0, HEAD_BYTES))
  const kind = accepted[found?.mime ?? '']
  const name = file.name.toLowerCase()
  const isSo =
    kind?.extensions.some((extension) => name.endsWith(extension)) && (await kind.isWhole(file))
  if (!isSo) throw new Refused([documentMessages.type])
  return found?.mime as DocumentType
}

const PDF_END_WITHIN = 2048

async function isWholePdf(file: Content): Promise<boolean> {
  const head = await file.bytesAt(0, 5)
  const tail = await file.bytesAt(Math.max(0, file.size - PDF_END_WITHIN), PDF_END_WITHIN)
  return head.equals(Buffer.from('%PDF-')) && tail.includes('%%EOF')
}

/** More than any picture of 10 MB has; one that has more wants to keep us busy. */
const MAX_PARTS = 10_000

/** Its chunks follow each other from IHDR to IEND. */
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
 * Its segments follow each other to the end of the image. What stands after that is not looked at:
 * many phones add a short film there.
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
const PIECE = 65_536

/** Where the next segment begins after the picture's own bytes; the file's end where none does. */
async function afterScan(file: Content, start: number): Promise<number> {
  for (let offset = start; offset < file.size; offset += PIECE) {
    // One byte of the next piece, so that no marker is cut in two.
    const piece = await file.bytesAt(offset, PIECE + 1)
    for (let at = piece.indexOf(0xff); at !== -1; at = piece.indexOf(0xff, at + 1)) {
      const next = piece[at + 1]
      if (next !== undefined && isSegment(next)) return offset + at
    }
  }
  return file.size
}

/** Within a scan, FF 00 is a plain FF, FF FF fills, and D0 to D7 count the rows. */
function isSegment(marker: number): boolean {
  return marker !== 0x00 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)
}
