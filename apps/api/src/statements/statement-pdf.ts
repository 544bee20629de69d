import { outdatedNotice } from '@carpeta/domain/dates/business-days'
import { type CalendarDate, dateTimeInSantiago, shortDate } from '@carpeta/domain/dates/dates'
import { statementReviewNotice } from '@carpeta/domain/sales/doubtful-figures'
import { legalNotice } from '@carpeta/domain/sales/legal-notice'
import type { PaperKind } from '@carpeta/domain/sales/printed-content'
import type { Sale } from '@carpeta/domain/sales/sale'
import { type StatementDays, statementDaysNote } from '@carpeta/domain/sales/statement-days'
import {
  certificateLabels,
  differencesNote,
  incompleteStatementNote,
  statementLabels,
  statementWithoutFolio,
} from '@carpeta/domain/sales/statement-labels'
import type { Cooperative } from '../config/cooperative-settings.ts'
import {
  asArtifact,
  drawDocument,
  drawQr,
  type Element,
  ensureSpace,
  within,
} from '../pdf/draw-document.ts'
import {
  drawFacts,
  drawTable,
  drawTotals,
  factsHeight,
  type Section,
  type TableLayout,
  tableStartHeight,
  totalsHeight,
} from '../pdf/draw-section.ts'
import { type Doc, drawLine, lineHeight, type Style, widthOf, wrap } from '../pdf/text.ts'
import { BESIDE_LOGO, BOTTOM, colors, drawLogo, LEFT, RIGHT, styles, WIDTH } from '../pdf/theme.ts'

export interface StatementDocument {
  kind: PaperKind
  /** Null of the whole sale. */
  days: StatementDays | null
  sale: Sale
  sections: Section[]
  /** What accounting has not recorded, in a sentence; null without any. */
  unrecorded: string | null
  cooperative: Cooperative
  /** Null in a view as the member: nothing was issued. */
  folio: string | null
  issuedOn: CalendarDate
  /** The address of the page that verifies the folio. */
  verifyUrl: string
}

const SECTION_GAP = 18
const HEADING_HEIGHT = lineHeight(styles.heading) + 5
const TOTALS_GAP = 12
const NOTE_GAP = 20
/** The most lines that fit the foot of a page. */
const FOOT_LINES = 5

const titles: Record<PaperKind, string> = {
  statement: statementLabels.title,
  certificate: certificateLabels.title,
}

/** Relative widths of the columns and facts of the sections. */
const shares: Record<PaperKind, number[][]> = {
  statement: [
    [44, 18, 38],
    [34, 22, 44],
    [40, 20, 20, 20],
    [20, 27, 25, 28],
    [19, 19, 21, 18, 23],
    [10, 15, 18, 37, 20],
  ],
  certificate: [[44, 18, 38], [34, 22, 44], [100], [20, 55, 25]],
}

/** Runs in a thread of `pdf-pool.ts`. @param json a `StatementDocument` */
export function draw(json: string): Promise<Buffer> {
  return statementPdf(JSON.parse(json))
}

function statementPdf(statement: StatementDocument): Promise<Buffer> {
  return drawDocument({
    title: [titles[statement.kind], statement.folio].filter(Boolean).join(' '),
    drawContent: (doc, root) => drawContent(doc, root, statement),
    drawIncomplete: (doc, root, pages) =>
      drawLines(doc, root, incompleteStatementNote(pages), WIDTH, 'strong'),
    drawEdges: (doc, page, pageNumber) => {
      if (page > 0) drawRunningHead(doc, statement)
      drawFoot(doc, statement, pageNumber)
    },
  })
}

function drawContent(doc: Doc, root: Element, statement: StatementDocument): void {
  drawHead(doc, root, statement)
  const note = differencesNote(statement.sale.advisor, statement.cooperative.contact_email)
  const noteHeight = NOTE_GAP + linesHeight(doc, note, WIDTH, 'body')
  statement.sections.forEach((section, i) => {
    // Keeps the closing note with the last section.
    const after = section === statement.sections.at(-1) ? noteHeight : 0
    drawSection(doc, root, section, {
      shares: shares[statement.kind][i] ?? [],
      after,
    })
  })
  doc.y += NOTE_GAP
  drawLines(doc, root, note, WIDTH, 'body')
}

function drawHead(
  doc: Doc,
  root: Element,
  { kind, days, sale, unrecorded, cooperative, folio, verifyUrl }: StatementDocument,
) {
  const width = WIDTH - FOLIO_WIDTH - 16
  asArtifact(doc, () => drawLogo(doc))
  const room = LEFT + width - BESIDE_LOGO
  const company = wrap(doc, cooperative.company, room, styles.company).slice(0, 2)
  const companyTop = 58 - (company.length * lineHeight(styles.company)) / 2
  within(
    root,
    doc,
    'P',
    ...company.map((line, i) => () => {
      const y = companyTop + i * lineHeight(styles.company)
      drawLine(doc, line, BESIDE_LOGO, y, styles.company)
    }),
  )
  doc.y = 92
  within(root, doc, 'H1', () => drawLine(doc, titles[kind], LEFT, doc.y, styles.title))
  doc.y += lineHeight(styles.title) + 2
  const what = [`Compra ${sale.code}`, sale.project, sale.condominium].filter(Boolean).join(' · ')
  drawLines(doc, root, what, width, 'soft')
  drawLines(doc, root, `Actualizado al ${dateTimeInSantiago(sale.asOf ?? '')}`, width, 'strong')
  if (days) drawLines(doc, root, statementDaysNote(days), width, 'strong')
  if (sale.isOutdated) drawLines(doc, root, outdatedNotice, width, 'warning')
  const review = statementReviewNotice(sale)
  if (review) drawLines(doc, root, review, width, 'warning')
  if (unrecorded) drawLines(doc, root, unrecorded, width, 'strong')
  const folioEnd =
    folio === null
      ? drawWithoutFolio(doc, root, 44)
      : drawFolio(doc, root, 44, folio, new URL(verifyUrl))
  doc.y = 8 + Math.max(doc.y, folioEnd)
  asArtifact(doc, () => {
    doc.moveTo(LEFT, doc.y).lineTo(RIGHT, doc.y).lineWidth(1.4).stroke(colors.petrol)
  })
}

function drawSection(doc: Doc, root: Element, section: Section, layout: TableLayout): void {
  const { title, facts, table, totals } = section
  const after = layout.after + (totals ? TOTALS_GAP + totalsHeight(totals) : 0)
  doc.y += SECTION_GAP
  const start = table ? tableStartHeight(doc, table, { ...layout, after }) : factsHeight()
  ensureSpace(doc, HEADING_HEIGHT + start)
  within(root, doc, 'H2', () => drawLine(doc, title, LEFT, doc.y, styles.heading))
  doc.y += HEADING_HEIGHT
  if (facts) drawFacts(doc, root, facts, layout.shares)
  if (table) drawTable(doc, root, table, { ...layout, after })
  if (totals) {
    doc.y += TOTALS_GAP
    drawTotals(doc, root, totals)
  }
}

function linesHeight(doc: Doc, text: string, width: number, name: keyof typeof styles): number {
  return wrap(doc, text, width, styles[name]).length * lineHeight(styles[name])
}

function drawLines(
  doc: Doc,
  parent: Element,
  text: string,
  width: number,
  name: keyof typeof styles,
): void {
  const style = styles[name]
  const lines = wrap(doc, text, width, style)
  ensureSpace(doc, lines.length * lineHeight(style))
  within(
    parent,
    doc,
    'P',
    ...lines.map((line) => () => {
      drawLine(doc, line, LEFT, doc.y, style)
      doc.y += lineHeight(style)
    }),
  )
}

function drawRunningHead(doc: Doc, { kind, sale }: StatementDocument): void {
  const asOf = `Actualizado al ${dateTimeInSantiago(sale.asOf ?? '')}`
  const asOfWidth = widthOf(doc, asOf, styles.small)
  const what = `${titles[kind]} · Compra ${sale.code} · ${sale.holder.fullName}`
  const [line = ''] = wrap(doc, what, WIDTH - asOfWidth - 24, styles.small)
  drawLine(doc, line, LEFT, 44, styles.small)
  drawLine(doc, asOf, RIGHT - asOfWidth, 44, styles.small)
  doc.moveTo(LEFT, 60).lineTo(RIGHT, 60).lineWidth(0.6).stroke(colors.line)
}

function drawFoot(
  doc: Doc,
  { cooperative, folio, issuedOn }: StatementDocument,
  pageNumber: string,
): void {
  const { company, contact_email, contact_phone, office_address } = cooperative
  const top = BOTTOM + 14
  doc.moveTo(LEFT, top).lineTo(RIGHT, top).lineWidth(0.6).stroke(colors.line)
  const contact = [company, contact_email, contact_phone].join(' · ')
  const texts = [legalNotice, contact, office_address]
  const lines = texts.flatMap((text) => wrap(doc, text, WIDTH - 120, styles.small))
  const lineAt = (i: number) => top + 8 + i * lineHeight(styles.small)
  lines.slice(0, FOOT_LINES).forEach((line, i) => {
    drawLine(doc, line, LEFT, lineAt(i), styles.small)
  })
  for (const [i, text, style] of [
    [0, pageNumber, styles.smallStrong],
    [1, folio ?? '', styles.small],
    [2, `Emitido el ${shortDate(issuedOn)}`, styles.small],
  ] as const) {
    drawLine(doc, text, RIGHT - widthOf(doc, text, style), lineAt(i), style)
  }
}

const QR_SIZE = 74
/** Points reserved at the right. */
const FOLIO_WIDTH = 172

/** Draws the folio at the top right, with the link to verify it. @returns its lower edge */
function drawFolio(doc: Doc, parent: Element, top: number, folio: string, verifyUrl: URL): number {
  const figure = doc.struct('Figure', {
    alt: `Código QR para verificar el folio ${folio}`,
    bbox: [RIGHT - QR_SIZE, top, RIGHT, top + QR_SIZE],
  })
  parent.add(figure)
  figure.add(() => drawQr(doc, verifyUrl.href, { left: RIGHT - QR_SIZE, top, size: QR_SIZE }))
  // A QR code needs an empty margin of four modules.
  let y = top + QR_SIZE + 9
  const label = `Folio ${folio}`
  within(parent, doc, 'P', () => drawAtRight(doc, label, y, styles.smallStrong))
  y += lineHeight(styles.smallStrong)
  const shown = `${verifyUrl.host}${verifyUrl.pathname}`
  for (const line of wrap(doc, shown, FOLIO_WIDTH, styles.smallLink)) {
    within(within(parent, doc, 'P'), doc, 'Link', () => {
      drawAtRight(doc, line, y, styles.smallLink, verifyUrl.href)
    })
    y += lineHeight(styles.smallLink)
  }
  return y
}

/** @returns its lower edge */
function drawWithoutFolio(doc: Doc, parent: Element, top: number): number {
  within(parent, doc, 'P', () => drawAtRight(doc, statementWithoutFolio, top, styles.smallStrong))
  return top + lineHeight(styles.smallStrong)
}

function drawAtRight(doc: Doc, text: string, y: number, style: Style, href?: string): void {
  drawLine(doc, text, RIGHT - widthOf(doc, text, style), y, style, href)
}
