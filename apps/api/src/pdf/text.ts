import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

export type Doc = PDFKit.PDFDocument

type Weight = 'regular' | 'semibold'

/** `size` in points. */
export interface Style {
  weight: Weight
  size: number
  color: string
}

const weights: Record<Weight, number> = { regular: 400, semibold: 600 }

// The font comes in two files; a Polish or Mapuche name needs glyphs of both.
const EXTENDED = String.raw`\u0100-\u0130\u0132-\u0151\u0154-\u024f\u1e00-\u1eff`
const NOT_IN_LATIN = new RegExp(`[${EXTENDED}]`, 'u')
// The font has no '≈': it is drawn as two tildes, within an element that says what to read.
const APPROXIMATELY = '\u2248'
const RUN = new RegExp(`${APPROXIMATELY}|[${EXTENDED}]+|[^${EXTENDED}${APPROXIMATELY}]+`, 'gu')

function fontName(weight: Weight, isExtended: boolean): string {
  return isExtended ? `${weight}-ext` : weight
}

/** Points from one line to the next. */
export function lineHeight({ size }: Style): number {
  return size * 1.35
}

export function widthOf(doc: Doc, text: string, style: Style): number {
  return runsOf(text).reduce((width, run) => width + runWidth(doc, run, style), 0)
}

/** Wraps at `width` points; breaks a word that is longer than a line. */
export function wrap(doc: Doc, text: string, width: number, style: Style): string[] {
  return wrapText(text, (line) => widthOf(doc, line, style) <= width)
}

/** Draws one line with its top left corner at `x`, `y`, as a link if `href` is given. */
export function drawLine(
  doc: Doc,
  text: string,
  x: number,
  y: number,
  style: Style,
  href: string | null = null,
): void {
  const cursor = doc.y
  let left = x
  const runs = runsOf(text)
  drawnRunsOf.set(doc, drawnRuns(doc) + runs.length)
  for (const run of runs) {
    const width = runWidth(doc, run, style)
    if (run.text === APPROXIMATELY) {
      drawApproximately(doc, left, y, style)
      left += width
      continue
    }
    // Saves pdfkit a second measurement; its types lack the option.
    const measured = { textWidth: width }
    doc
      .font(fontName(style.weight, run.isExtended), style.size)
      .fillColor(style.color)
      .text(run.text, left, y, {
        ...shaping(run),
        ...measured,
        lineBreak: false,
        link: href,
        underline: href !== null,
      })
    left += width
  }
  // pdfkit moves the cursor; here the caller does.
  doc.y = cursor
}

function drawApproximately(doc: Doc, x: number, y: number, { weight, size, color }: Style): void {
  doc.font(fontName(weight, false), size).fillColor(color)
  for (const shift of [-0.13, 0.13]) doc.text('~', x, y + shift * size, { lineBreak: false })
}

const drawnRunsOf = new WeakMap<Doc, number>()

/** Pieces of text in the document so far; pdfkit needs some kilobytes for each. */
export function drawnRuns(doc: Doc): number {
  return drawnRunsOf.get(doc) ?? 0
}

interface Run {
  text: string
  isExtended: boolean
}

function runsOf(text: string): Run[] {
  return [...text.normalize('NFC').matchAll(RUN)].map(([run]) => ({
    text: run,
    isExtended: NOT_IN_LATIN.test(run),
  }))
}

/** Tabular digits, for columns of amounts. Shaping is slow, so other texts go without. */
function shaping({ text }: Run): { features?: ('tnum' | 'kern')[] } {
  return /\d/.test(text) ? { features: ['tnum', 'kern'] } : {}
}

const knownWidths = new WeakMap<Doc, Map<string, number>>()
const MAX_KNOWN_WIDTHS = 2000

/** Cached: most texts of a statement repeat, and shaping is slow. */
function runWidth(doc: Doc, run: Run, { weight, size }: Style): number {
  const known = knownWidths.get(doc) ?? new Map<string, number>()
  knownWidths.set(doc, known)
  const name = fontName(weight, run.isExtended)
  const key = `${name} ${size} ${run.text}`
  const text = run.text === APPROXIMATELY ? '~' : run.text
  const width = known.get(key) ?? doc.font(name, size).widthOfString(text, shaping(run))
  if (known.size >= MAX_KNOWN_WIDTHS) known.clear()
  known.set(key, width)
  return width
}

/** Whether a text fits a line. A prefix of a text that fits fits too. */
type Fits = (text: string) => boolean

/** Wraps at spaces; breaks a word that is longer than a line. Measures each part a few times only. */
export function wrapText(text: string, fits: Fits): string[] {
  const words = text.split(/[ \t\r\n]+/).filter((word) => word !== '')
  const lines: string[] = []
  let next = 0
  let guess = 8
  while (next < words.length) {
    const line = (count: number) => words.slice(next, next + count).join(' ')
    const count = largest(words.length - next, guess, (each) => fits(line(each)))
    if (count > 0) {
      lines.push(line(count))
      next += count
      guess = count
      continue
    }
    const [piece = '', ...others] = breakWord(words[next] ?? '', fits)
    const last = others.pop()
    lines.push(piece, ...others)
    // Words may follow the last piece on its line.
    if (last === undefined) next++
    else words[next] = last
    guess = 2
  }
  return lines.length === 0 ? [''] : lines
}

/** Every piece has at least one character, even where none fits. */
function breakWord(word: string, fits: Fits): string[] {
  const characters = [...word]
  const pieces: string[] = []
  let next = 0
  let guess = 32
  while (next < characters.length) {
    const piece = (count: number) => characters.slice(next, next + count).join('')
    guess = Math.max(
      1,
      largest(characters.length - next, guess, (count) => fits(piece(count))),
    )
    pieces.push(piece(guess))
    next += guess
  }
  return pieces
}

/** The largest number up to `max` for which `holds`, 0 if it holds for none: doubles, then bisects. */
function largest(max: number, guess: number, holds: (count: number) => boolean): number {
  let low = 0
  let high = max + 1
  let count = Math.min(guess, max)
  while (high - low > 1) {
    if (holds(count)) low = count
    else high = count
    count = high > max ? Math.min(2 * low, max) : Math.floor((low + high) / 2)
  }
  return low
}

const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16

/**
 * Extracts the TrueType font of a WOFF file (W3C WOFF 1.0). pdfkit reads WOFF too, but inflates the
 * tables again for every glyph: a third of a statement's time.
 */
function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF file')
  const count = woff.readUInt16BE(12)
  const header = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  const tables: Buffer[] = []
  let offset = header.length
  for (let i = 0; i < count; i++) {
    const table = readTable(woff, WOFF_HEADER + i * WOFF_ENTRY)
    const entry = SFNT_HEADER + i * SFNT_ENTRY
    table.tag.copy(header, entry)
    header.writeUInt32BE(table.checksum, entry + 4)
    header.writeUInt32BE(offset, entry + 8)
    header.writeUInt32BE(table.data.length, entry + 12)
    const padding = Buffer.alloc(-table.data.length & 3)
    tables.push(table.data, padding)
    offset += table.data.length + padding.length
  }
  return Buffer.concat([header, ...tables])
}

function readTable(woff: Buffer, entry: number): { tag: Buffer; checksum: number; data: Buffer } {
  const offset = woff.readUInt32BE(entry + 4)
  const packedLength = woff.readUInt32BE(entry + 8)
  const length = woff.readUInt32BE(entry + 12)
  const packed = woff.subarray(offset, offset + packedLength)
  return {
    tag: woff.subarray(entry, entry + 4),
    checksum: woff.readUInt32BE(entry + 16),
    // A table that does not compress is stored uncompressed.
    data: packedLength === length ? packed : inflateSync(packed),
  }
}

const files = Object.fromEntries(
  Object.entries(weights).flatMap(([weight, number]) =>
    ['latin', 'latin-ext'].map((subset) => [
      fontName(weight as Weight, subset === 'latin-ext'),
      readFont(`figtree-${subset}-${number}-normal.woff`),
    ]),
  ),
)

export function registerFonts(doc: Doc): void {
  for (const [name, file] of Object.entries(files)) doc.registerFont(name, file)
}

function readFont(file: string): Buffer {
  const { resolve } = createRequire(import.meta.url)
  return unpackWoff(readFileSync(resolve(`@fontsource/figtree/files/${file}`)))
}
