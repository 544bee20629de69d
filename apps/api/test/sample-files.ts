import { crc32, deflateSync } from 'node:zlib'

// Generated minimal files of each type.

export interface SampleFile {
  name: string
  bytes: Buffer
}

/** A PDF of an empty page and exactly `size` bytes, with `text` in it. */
export function pdf(name = 'documento.pdf', { size = 0, text = '' } = {}): SampleFile {
  const objects = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj\n',
  ]
  let head = '%PDF-1.4\n'
  const places = objects.map((object) => {
    const place = head.length
    head += object
    return `${tenDigits(place)} 00000 n \n`
  })
  const start = Buffer.from(`${head}%${text}`)
  const table = (place: number) =>
    `\nxref\n0 4\n0000000000 65535 f \n${places.join('')}trailer<</Root 1 0 R/Size 4>>\nstartxref\n${tenDigits(place)}\n%%EOF\n`
  const filling = Buffer.alloc(Math.max(0, size - start.length - table(0).length), ' ')
  const end = Buffer.from(table(start.length + filling.length + 1))
  return { name, bytes: Buffer.concat([start, filling, end]) }
}

const tenDigits = (place: number) => String(place).padStart(10, '0')

/** An image of one grey pixel; its header may claim a larger size. */
export function png(name = 'foto.png', { width = 1, height = 1, text = '' } = {}): SampleFile {
  return pngOf(name, { width, height, text, pixels: Buffer.from([0, 128]) })
}

/** A black square of grey pixels, each of a byte. */
export function flatPng(name: string, side: number): SampleFile {
  const pixels = Buffer.alloc((1 + side) * side)
  return pngOf(name, { width: side, height: side, text: '', pixels })
}

function pngOf(
  name: string,
  { width, height, text, pixels }: { width: number; height: number; text: string; pixels: Buffer },
): SampleFile {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.writeUInt8(8, 8)
  const chunks = [
    chunk('IHDR', size),
    ...(text === '' ? [] : [chunk('tEXt', Buffer.from(`Comment\0${text}`))]),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return { name, bytes: Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]) }
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A minimal photo of one pixel: segments, a scan and its end; phones append a `trailer`. */
export function jpeg(
  name = 'foto.jpg',
  { comment = '', trailer = Buffer.alloc(0) } = {},
): SampleFile {
  const segment = (marker: number, data: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(data.length + 2, 2)
    return Buffer.concat([head, data])
  }
  const bytes = Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    segment(0xfe, Buffer.from(comment)),
    segment(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    // FF 00 is an escaped FF and FF D0 a restart marker: neither ends the scan.
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
    trailer,
  ])
  return { name, bytes }
}
