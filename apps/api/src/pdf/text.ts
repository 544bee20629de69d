import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { unpackWoff } from './unpack-woff.ts'
import { wrapText } from './wrap-text.ts'

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
