import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { unpackWoff } from './unpack-woff.ts'

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
const NOT_IN_LATIN = /[\u0100-\u0130\u0132-\u0151\u0154-\u024f\u1e00-\u1eff]+/u

const files = Object.fromEntries(
  Object.entries(weights).flatMap(([weight, number]) =>
    ['latin', 'latin-ext'].map((subset) => [
      fontName(weight as Weight, subset === 'latin-ext'),
      readFont(`figtree-${subset}-${number}-normal.woff`),
    ]),
  ),
)

function readFont(file: string): Buffer {
  const { resolve } = createRequire(import.meta.url)
  return unpackWoff(readFileSync(resolve(`@fontsource/figtree/files/${file}`)))
}

function fontName(weight: Weight, isExtended: boolean): string {
  return isExtended ? `${weight}-ext` : weight
}

export function registerFonts(doc: Doc): void {
  for (const [name, file] of Object.entries(files)) doc.registerFont(name, file)
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
  const fits = (line: string) => widthOf(doc, line, style) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/[ \t\r\n]+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = fits(word) ? [word] : breakWord(word, fits)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return [...lines, line]
}

function breakWord(word: string, fits: (piece: string) => boolean): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece !== '' && !fits(piece + character)) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
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
  for (const run of runsOf(text)) {
    const width = runWidth(doc, run, style)
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

interface Run {
  text: string
  isExtended: boolean
}

function runsOf(text: string): Run[] {
  const runs: Run[] = []
  let rest = text.normalize('NFC')
  while (rest !== '') {
    const found = NOT_IN_LATIN.exec(rest)
    const start = found?.index ?? rest.length
    if (start > 0) runs.push({ text: rest.slice(0, start), isExtended: false })
    if (found) runs.push({ text: found[0], isExtended: true })
    rest = rest.slice(start + (found?.[0].length ?? 0))
  }
  return runs
}

/** Tabular digits, for columns of amounts. Shaping is slow, so other texts go without. */
function shaping({ text }: Run): { features?: ('tnum' | 'kern')[] } {
  return /\d/.test(text) ? { features: ['tnum', 'kern'] } : {}
}

const knownWidths = new WeakMap<Doc, Map<string, number>>()

/** Cached: most texts of a statement repeat, and shaping is slow. */
function runWidth(doc: Doc, run: Run, { weight, size }: Style): number {
  const known = knownWidths.get(doc) ?? new Map<string, number>()
  knownWidths.set(doc, known)
  const name = fontName(weight, run.isExtended)
  const key = `${name} ${size} ${run.text}`
  const width = known.get(key) ?? doc.font(name, size).widthOfString(run.text, shaping(run))
  known.set(key, width)
  return width
}
