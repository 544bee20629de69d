import { crc32, deflateSync } from 'node:zlib'

/** A kind of PNG, as PngSuite has them: colours, bits, rows or Adam7, and transparency by a colour or a palette. */
export interface PngKind {
  name: string
  colourType: 0 | 2 | 3 | 4 | 6
  bits: number
  isInterlaced: boolean
  hasTransparentColour: boolean
}

const depths = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] } as const
const names = {
  0: 'grey',
  2: 'RGB',
  3: 'palette',
  4: 'grey and alpha',
  6: 'RGB and alpha',
} as const
const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const

export const kindsOfPng: PngKind[] = ([0, 2, 3, 4, 6] as const).flatMap((colourType) =>
  depths[colourType].flatMap((bits) =>
    [false, true].flatMap((isInterlaced) =>
      (colourType < 4 ? [false, true] : [false]).map((hasTransparentColour) => ({
        name: `${names[colourType]} of ${bits} bits${isInterlaced ? ', interlaced' : ''}${hasTransparentColour ? ', tRNS' : ''}`,
        colourType,
        bits,
        isInterlaced,
        hasTransparentColour,
      })),
    ),
  ),
)

const WIDTH = 13
const HEIGHT = 11
/** Adam7: first column, first row, and the steps to the next, of each pass. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** A small picture of this kind, and the colours that it has on white, row after row. */
export function pngOfKind({ colourType, bits, isInterlaced, hasTransparentColour }: PngKind): {
  bytes: Buffer
  width: number
  height: number
  colours: [number, number, number][]
} {
  const next = numbers()
  const most = 2 ** bits - 1
  const palette = Array.from({ length: 2 ** Math.min(bits, 8) }, () => [
    next(255),
    next(255),
    next(255),
  ])
  const alphas = palette.slice(0, Math.ceil(palette.length / 2)).map(() => next(255))
  const pixels = Array.from({ length: HEIGHT }, () =>
    Array.from({ length: WIDTH }, () =>
      Array.from({ length: channels[colourType] }, () => next(most)),
    ),
  )
  const transparent = pixels[3]?.[4] ?? []
  const rows = isInterlaced
    ? passes.flatMap(([left, top, across, down]) =>
        pixels
          .filter((_, y) => y >= top && (y - top) % down === 0)
          .map((row) => row.filter((_, x) => x >= left && (x - left) % across === 0))
          .filter((row) => row.length > 0),
      )
    : pixels
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set([bits, colourType, 0, 0, isInterlaced ? 1 : 0], 8)
  const colourKey = Buffer.alloc(2 * transparent.length)
  for (const [at, sample] of transparent.entries()) colourKey.writeUInt16BE(sample, 2 * at)
  const bytes = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...(colourType === 3 ? [chunk('PLTE', Buffer.from(palette.flat()))] : []),
    ...(hasTransparentColour
      ? [chunk('tRNS', colourType === 3 ? Buffer.from(alphas) : colourKey)]
      : []),
    chunk('IDAT', deflateSync(Buffer.concat(rows.map((row) => packed(row.flat(), bits))))),
    chunk('IEND', Buffer.alloc(0)),
  ])

  const colours = pixels.flat().map((samples): [number, number, number] => {
    const shares = samples.map((sample) => (sample / most) * 255)
    const isKey = hasTransparentColour && samples.every((sample, at) => sample === transparent[at])
    const [first = 0, second = 0, third = 0, fourth = 255] = shares
    if (colourType === 3) {
      const place = samples[0] ?? 0
      return onWhite(palette[place] ?? [], hasTransparentColour ? (alphas[place] ?? 255) : 255)
    }
    if (colourType === 4) return onWhite([first, first, first], second)
    if (colourType === 6) return onWhite([first, second, third], fourth)
    const colour = colourType === 0 ? [first, first, first] : [first, second, third]
    return onWhite(colour, isKey ? 0 : 255)
  })
  return { bytes, width: WIDTH, height: HEIGHT, colours }
}

function onWhite(
  [red = 0, green = 0, blue = 0]: number[],
  alpha: number,
): [number, number, number] {
  const blend = (part: number) => Math.round(255 + ((part - 255) * alpha) / 255)
  return [blend(red), blend(green), blend(blue)]
}

/** Always the same numbers, from 0 to `most`. */
function numbers(): (most: number) => number {
  let state = 1
  return (most) => {
    state = (state * 48_271) % 2_147_483_647
    return state % (most + 1)
  }
}

/** A row of samples, from the highest bit, after the filter 'none'. */
function packed(samples: number[], bits: number): Buffer {
  const row = Buffer.alloc(1 + Math.ceil((samples.length * bits) / 8))
  samples.forEach((sample, at) => {
    for (let bit = 0; bit < bits; bit++) {
      const place = at * bits + bit
      const isSet = (sample >> (bits - 1 - bit)) & 1
      if (isSet) row[1 + (place >> 3)] = (row[1 + (place >> 3)] ?? 0) | (0x80 >> (place & 7))
    }
  })
  return row
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
