import type { MemberData } from '@carpeta/contract/personal-data'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { formatRut } from '@carpeta/domain/people/rut'
import {
  incompleteDataNote,
  memberDataLabels,
} from '@carpeta/domain/personal-data/personal-data-labels'
import { MAX_REQUEST_TEXT } from '@carpeta/domain/requests/request-states'
import { drawDocument, type Element, ensureSpace, rule } from '../pdf/draw-document.ts'
import {
  drawContact,
  drawLetterhead,
  drawPair,
  drawText,
  letterStyles as styles,
} from '../pdf/letter.ts'
import { type Doc, drawLine, widthOf, wrap } from '../pdf/text.ts'
import { BOTTOM, colors, LEFT, RIGHT, WIDTH } from '../pdf/theme.ts'
import { memberDataSections, readMemberData } from './member-data-sections.ts'
import type { DataSection, Group } from './sale-sections.ts'

const LABEL_WIDTH = 150
/** Stands at the foot of each page, beside its number. */
const BESIDE_NUMBER = WIDTH - 100
const ROW_GAP = 4
const SECTION_GAP = 26
const GROUP_GAP = 14
/** A heading stays on the page of the first lines below it. */
const HEADING_ROOM = 70
/** The most characters of one value: the longest text that a form takes. */
const MAX_VALUE = MAX_REQUEST_TEXT
const HALF_CHARACTER = /[\ud800-\udbff]$/

/** Runs in a thread of `pdf-pool.ts`. @param json the text of `memberDataJson` */
export function draw(json: string): Promise<Buffer> {
  return memberDataPdf(readMemberData(json))
}

/** A user's personal data in large type. */
function memberDataPdf(data: MemberData): Promise<Buffer> {
  return drawDocument({
    title: memberDataLabels.title,
    drawContent: (doc, root) => drawContent(doc, root, data),
    drawIncomplete: (doc, root, pages) =>
      drawText(doc, root, 'P', incompleteDataNote(pages), styles.group),
    drawEdges: (doc, page, pageNumber) => drawEdges(doc, data, page, pageNumber),
  })
}

function drawContent(doc: Doc, root: Element, data: MemberData): void {
  drawHead(doc, root, data)
  for (const section of memberDataSections(data)) drawSection(doc, root, section)
}

function drawHead(doc: Doc, root: Element, { account, responsible, generated_at }: MemberData) {
  drawLetterhead(doc, root, responsible.company)
  drawText(doc, root, 'H1', memberDataLabels.title, styles.title)
  const name = `${account.first_name} ${account.last_name}`.trim()
  const rut = account.social_security && `, rut ${formatRut(account.social_security)}`
  drawText(doc, root, 'P', `${name}${rut}`, styles.strong)
  drawText(doc, root, 'P', `Al ${dateTimeInSantiago(generated_at)}`, styles.soft)
  doc.y += 10
  drawText(doc, root, 'P', memberDataLabels.intro, styles.text)
}

function drawSection(doc: Doc, root: Element, { title, intro, groups, empty }: DataSection): void {
  doc.y += SECTION_GAP
  ensureSpace(doc, HEADING_ROOM)
  drawText(doc, root, 'H2', title, styles.heading)
  rule(doc, doc.y + 2)
  doc.y += 8
  if (intro) drawText(doc, root, 'P', intro, styles.soft)
  if (groups.length === 0 && empty) drawText(doc, root, 'P', empty, styles.text)
  for (const group of groups) drawGroup(doc, root, group)
}

function drawGroup(doc: Doc, root: Element, { title, pairs, note }: Group): void {
  if (title !== '') {
    doc.y += GROUP_GAP
    ensureSpace(doc, HEADING_ROOM)
    drawText(doc, root, 'H3', title, styles.group)
  }
  for (const [label, value] of pairs) {
    doc.y += ROW_GAP
    const pair = [label, shortened(value || '-')] as const
    drawPair(doc, root, pair, { labelWidth: LABEL_WIDTH, style: styles.text })
  }
  if (note) {
    doc.y += ROW_GAP
    drawText(doc, root, 'P', note, styles.soft)
  }
}

/** A text that is cut says so. */
function shortened(text: string): string {
  return text.length <= MAX_VALUE
    ? text
    : text.slice(0, MAX_VALUE).replace(HALF_CHARACTER, '') + memberDataLabels.cutText
}

function drawEdges(
  doc: Doc,
  { account, responsible }: MemberData,
  page: number,
  pageNumber: string,
): void {
  const name = `${account.first_name} ${account.last_name}`.trim()
  if (page > 0) {
    const [line = ''] = wrap(
      doc,
      `${memberDataLabels.title} · ${name}`,
      BESIDE_NUMBER,
      styles.small,
    )
    drawLine(doc, line, LEFT, 44, styles.small)
  }
  doc.moveTo(LEFT, BOTTOM + 14).lineTo(RIGHT, BOTTOM + 14)
  doc.lineWidth(0.6).stroke(colors.line)
  const width = widthOf(doc, pageNumber, styles.small)
  drawLine(doc, pageNumber, RIGHT - width, BOTTOM + 22, styles.small)
  drawContact(doc, responsible, BESIDE_NUMBER)
}
