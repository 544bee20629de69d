import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export type Doc = PDFKit.PDFDocument

type Weight = 'regular' | 'semibold'

/** `size` in points. */
export interface Style {
  weight: Weight
  size: number
  color: string
}

// The font has no '≈': it is drawn as two tildes, within an element that says what to read.
const APPROXIMATELY = '\u2248'
const RUN = new RegExp(`${APPROXIMATELY}|[^${APPROXIMATELY}]+`, 'gu')

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
    if (run === APPROXIMATELY) {
      drawApproximately(doc, left, y, style)
      left += width
      continue
    }
    // Saves pdfkit a second measurement; its types lack the option.
    const measured = { textWidth: width }
    doc
      .font(style.weight, style.size)
      .fillColor(style.color)
      .text(run, left, y, {
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
  doc.font(weight, size).fillColor(color)
  for (const shift of [-0.13, 0.13]) doc.text('~', x, y + shift * size, { lineBreak: false })
}

const drawnRunsOf = new WeakMap<Doc, number>()

/** Pieces of text in the document so far; pdfkit needs some kilobytes for each. */
export function drawnRuns(doc: Doc): number {
  return drawnRunsOf.get(doc) ?? 0
}

function runsOf(text: string): string[] {
  return text.normalize('NFC').match(RUN) ?? []
}

/** Tabular digits, for columns of amounts. Shaping is slow, so other texts go without. */
function shaping(text: string): { features?: ('tnum' | 'kern')[] } {
  return /\d/.test(text) ? { features: ['tnum', 'kern'] } : {}
}

const widthsOf = new WeakMap<Doc, Map<string, number>>()
const MAX_WIDTHS = 2000

/** Cached: most texts of a statement repeat, and shaping is slow. */
function runWidth(doc: Doc, run: string, { weight, size }: Style): number {
  const widths = widthsOf.get(doc) ?? new Map<string, number>()
  widthsOf.set(doc, widths)
  const key = `${weight} ${size} ${run}`
  const text = run === APPROXIMATELY ? '~' : run
  const width = widths.get(key) ?? doc.font(weight, size).widthOfString(text, shaping(run))
  if (widths.size >= MAX_WIDTHS) widths.clear()
  widths.set(key, width)
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

const require = createRequire(import.meta.url)
const files: Record<Weight, Buffer> = {
  regular: readFileSync(
    require.resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf'),
  ),
  semibold: readFileSync(
    require.resolve('@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf'),
  ),
}

export function registerFonts(doc: Doc): void {
  for (const [weight, file] of Object.entries(files)) doc.registerFont(weight, file)
}
