import type { MemberData } from '@carpeta/contract/personal-data'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { formatRut } from '@carpeta/domain/people/rut'
import {
  incompleteDataNote,
  memberDataLabels,
} from '@carpeta/domain/personal-data/personal-data-labels'
import { MAX_REQUEST_TEXT } from '@carpeta/domain/requests/request-states'
import {
  asArtifact,
  drawDocument,
  type Element,
  ensureSpace,
  rule,
  within,
} from '../pdf/draw-document.ts'
import { type Doc, drawLine, lineHeight, type Style, widthOf, wrap } from '../pdf/text.ts'
import { BESIDE_LOGO, BOTTOM, colors, drawLogo, LEFT, RIGHT, WIDTH } from '../pdf/theme.ts'
import { memberDataSections, readMemberData } from './member-data-sections.ts'
import type { DataSection, Group, Pair } from './sale-sections.ts'

// Larger than a statement's: people read this document from start to end.
const { ink, inkSoft, petrol } = colors
const styles = {
  title: { weight: 'semibold', size: 24, color: ink },
  heading: { weight: 'semibold', size: 16, color: petrol },
  group: { weight: 'semibold', size: 12.5, color: ink },
  label: { weight: 'regular', size: 11.5, color: inkSoft },
  value: { weight: 'regular', size: 11.5, color: ink },
  small: { weight: 'regular', size: 9, color: inkSoft },
} as const satisfies Record<string, Style>

const LABEL_WIDTH = 150
const GAP = 12
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
  asArtifact(doc, () => drawLogo(doc))
  const company = { ...styles.value, weight: 'semibold' } as const
  doc.y = 50
  const beside = { left: BESIDE_LOGO, width: LEFT + WIDTH - BESIDE_LOGO }
  drawText(doc, root, 'P', responsible.company, company, beside)
  doc.y = Math.max(doc.y + 8, 92)
  drawText(doc, root, 'H1', memberDataLabels.title, styles.title)
  const name = `${account.first_name} ${account.last_name}`.trim()
  const rut = account.social_security && `, rut ${formatRut(account.social_security)}`
  drawText(doc, root, 'P', `${name}${rut}`, company)
  drawText(doc, root, 'P', `Al ${dateTimeInSantiago(generated_at)}`, styles.label)
  doc.y += 10
  drawText(doc, root, 'P', memberDataLabels.intro, styles.value)
}

function drawSection(doc: Doc, root: Element, { title, intro, groups, empty }: DataSection): void {
  doc.y += SECTION_GAP
  ensureSpace(doc, HEADING_ROOM)
  drawText(doc, root, 'H2', title, styles.heading)
  rule(doc, doc.y + 2)
  doc.y += 8
  if (intro) drawText(doc, root, 'P', intro, styles.label)
  if (groups.length === 0 && empty) drawText(doc, root, 'P', empty, styles.value)
  for (const group of groups) drawGroup(doc, root, group)
}

function drawGroup(doc: Doc, root: Element, { title, pairs, note }: Group): void {
  if (title !== '') {
    doc.y += GROUP_GAP
    ensureSpace(doc, HEADING_ROOM)
    drawText(doc, root, 'H3', title, styles.group)
  }
  for (const pair of pairs) drawPair(doc, root, pair)
  if (note) {
    doc.y += ROW_GAP
    drawText(doc, root, 'P', note, styles.label)
  }
}

/** Draws the value beside its label; a long value continues on the next pages. */
function drawPair(doc: Doc, root: Element, [label, value]: Pair): void {
  doc.y += ROW_GAP
  const labels = wrap(doc, label, LABEL_WIDTH - GAP, styles.label)
  const height = lineHeight(styles.label)
  ensureSpace(doc, labels.length * height)
  const top = doc.y
  const paragraph = within(
    root,
    doc,
    'P',
    ...labels.map((line, i) => () => drawLine(doc, line, LEFT, top + i * height, styles.label)),
  )
  const values = linesOf(doc, shortened(value || '-'), WIDTH - LABEL_WIDTH)
  for (const line of values) {
    ensureSpace(doc, height)
    paragraph.add(() => drawLine(doc, line, LEFT + LABEL_WIDTH, doc.y, styles.value))
    doc.y += height
  }
  if (values.length < labels.length) doc.y = top + labels.length * height
}

/** A text that is cut says so. */
function shortened(text: string): string {
  return text.length <= MAX_VALUE
    ? text
    : text.slice(0, MAX_VALUE).replace(HALF_CHARACTER, '') + memberDataLabels.cutText
}

/** Keeps the line breaks of the text. */
function linesOf(doc: Doc, text: string, width: number): string[] {
  return text.split(/\r?\n/).flatMap((line) => wrap(doc, line, width, styles.value))
}

function drawText(
  doc: Doc,
  root: Element,
  tag: string,
  text: string,
  style: Style,
  { left = LEFT, width = WIDTH }: { left?: number; width?: number } = {},
): void {
  const element = within(root, doc, tag)
  for (const line of wrap(doc, text, width, style)) {
    ensureSpace(doc, lineHeight(style))
    element.add(() => drawLine(doc, line, left, doc.y, style))
    doc.y += lineHeight(style)
  }
}

function drawEdges(
  doc: Doc,
  { account, responsible }: MemberData,
  page: number,
  pageNumber: string,
): void {
  const name = `${account.first_name} ${account.last_name}`.trim()
  const { company, contact_email, contact_phone } = responsible
  if (page > 0) drawEdgeLine(doc, `${memberDataLabels.title} · ${name}`, 44)
  doc.moveTo(LEFT, BOTTOM + 14).lineTo(RIGHT, BOTTOM + 14)
  doc.lineWidth(0.6).stroke(colors.line)
  const width = widthOf(doc, pageNumber, styles.small)
  drawLine(doc, pageNumber, RIGHT - width, BOTTOM + 22, styles.small)
  drawEdgeLine(doc, [company, contact_email, contact_phone].join(' · '), BOTTOM + 22)
}

function drawEdgeLine(doc: Doc, text: string, y: number): void {
  const [line = ''] = wrap(doc, text, WIDTH - 100, styles.small)
  drawLine(doc, line, LEFT, y, styles.small)
}
