import { getDocumentProxy } from 'unpdf'

/** The text of a PDF statement. */
interface ReadPdf {
  pages: string[][][]
  /** The rows of all pages, without repeated heads and feet. */
  rows: string[][]
  links: string[]
  title: string
  language: string
  isTagged: boolean
}

// The text lies between these heights, in points from the bottom of the page.
const FOOT = 80
const RUNNING_HEAD = 792 - 66

/** A page as rows of cells: pieces on one line, separated at gaps. */
export async function readPdf(file: Buffer): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const pages: string[][][] = []
  const rows: string[][] = []
  const links: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    // Two tildes are '≈', of which the structure has the character.
    const pieces = items.flatMap((item) => ('str' in item && item.str !== '~' ? [item] : []))
    const lines = Map.groupBy(pieces, ({ transform }) => Math.round(transform[5]))
    const read = [...lines].toSorted(([a], [b]) => b - a)
    pages.push(read.map(([, line]) => cellsOf(line)))
    for (const [y, line] of read) {
      if (y > FOOT && (number === 1 || y < RUNNING_HEAD)) rows.push(cellsOf(line))
    }
    const annotations = await page.getAnnotations()
    links.push(...annotations.map(({ url }) => url).filter(Boolean))
  }
  const { info } = await pdf.getMetadata()
  const facts = info as Record<string, unknown>
  const marked = await pdf.getMarkInfo()
  return {
    pages,
    rows,
    links,
    title: String(facts.Title),
    language: String(facts.Language),
    isTagged: marked?.Marked === true,
  }
}

interface Piece {
  str: string
  width: number
  transform: number[]
}

function cellsOf(line: Piece[]): string[] {
  const cells: string[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const { str, width, transform } of line.toSorted((a, b) => left(a) - left(b))) {
    if (str.trim() === '') continue
    const start = left({ transform })
    if (start - end > 6) cells.push(str)
    else cells.push(`${cells.pop()}${start - end > 1 ? ' ' : ''}${str}`)
    end = start + width
  }
  return cells.map((cell) => cell.replaceAll('\u00a0', ' ').trim())
}

function left({ transform }: Pick<Piece, 'transform'>): number {
  return transform[4] ?? 0
}

/** Strict RFC 4180 but for its semicolons: CRLF between records, doubled quotes. */
export function readCsv(text: string): string[][] {
  const records: string[][] = [[]]
  const field = /("(?:[^"]|"")*"|[^";\r\n]*)(;|\r\n|$)/y
  while (field.lastIndex < text.length) {
    const at = field.lastIndex
    const match = field.exec(text)
    if (match === null) throw new Error(`No CSV from ${JSON.stringify(text.slice(at, at + 40))}`)
    const [, cell = '', mark] = match
    records.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (mark === '\r\n' && field.lastIndex < text.length) records.push([])
  }
  return records
}

/** The rows between two titles. */
export function between(rows: string[][], from: string, to: string | null): string[][] {
  const start = rows.findIndex(([first]) => first === from)
  const end = to === null ? rows.length : rows.findIndex(([first]) => first === to)
  return rows.slice(start + 1, end)
}
