import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { asArtifact, type Element, LimitReached, startPage } from './page.ts'
import { type Doc, registerFonts } from './text.ts'

interface Drawing {
  title: string
  drawContent: (doc: Doc, root: Element) => void
  /** The text of a page of its own, for a document that reached the most pages. */
  drawIncomplete: (doc: Doc, root: Element, pages: number) => void
  /** Head and foot of a page; `pageNumber` says so on every page when the document is incomplete. */
  drawEdges: (doc: Doc, page: number, pageNumber: string) => void
}

/** Draws a tagged PDF on US paper, with Spanish as its language and its title in the window. */
export function drawDocument({
  title,
  drawContent,
  drawIncomplete,
  drawEdges,
}: Drawing): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'es-CL',
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Creator: 'Carpeta Virtual' },
  })
  registerFonts(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)
  const isComplete = drawWithinLimits(
    doc,
    () => drawContent(doc, root),
    (pages) => drawIncomplete(doc, root, pages),
  )
  const { start, count } = doc.bufferedPageRange()
  // Last, because they show the number of pages.
  for (let page = 0; page < count; page++) {
    doc.switchToPage(start + page)
    const number = `Página ${page + 1} de ${count}${isComplete ? '' : ' · incompleto'}`
    asArtifact(doc, () => drawEdges(doc, page, number), 'Pagination')
  }
  doc.end()
  return buffer(doc)
}

/** Draws all, or the first pages and then a notice. @returns whether all was drawn */
function drawWithinLimits(
  doc: Doc,
  draw: () => void,
  drawNotice: (pages: number) => void,
): boolean {
  try {
    draw()
    return true
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    const pages = doc.bufferedPageRange().count
    startPage(doc)
    drawNotice(pages)
    return false
  }
}
