import { formatRut } from '@carpeta/domain/people/rut'
import type { Cooperative } from '../config/cooperative-settings.ts'
import { asArtifact, drawDocument, type Element, rule, within } from '../pdf/draw-document.ts'
import { type Doc, drawLine, lineHeight, type Style, wrap } from '../pdf/text.ts'
import { BESIDE_LOGO, BOTTOM, colors, drawLogo, LEFT, WIDTH } from '../pdf/theme.ts'

export interface ReceiptDocument {
  cooperative: Cooperative
  member: { name: string; rut: string }
  folio: string
  /** Label and value, as they are printed. */
  facts: [label: string, value: string][]
  note: string
}

export const receiptTitle = 'Comprobante de pago en línea'

const { ink, inkSoft, petrol } = colors
const styles = {
  title: { weight: 'semibold', size: 24, color: ink },
  company: { weight: 'semibold', size: 11.5, color: ink },
  label: { weight: 'regular', size: 11.5, color: inkSoft },
  value: { weight: 'semibold', size: 11.5, color: ink },
  folio: { weight: 'semibold', size: 16, color: petrol },
  small: { weight: 'regular', size: 9, color: inkSoft },
} as const satisfies Record<string, Style>

const LABEL_WIDTH = 190
const ROW = 22

/** Runs in a thread of `pdf-pool.ts`. @param json a `ReceiptDocument` */
export function draw(json: string): Promise<Buffer> {
  const receipt: ReceiptDocument = JSON.parse(json)
  return drawDocument({
    title: `${receiptTitle} ${receipt.folio}`,
    drawContent: (doc, root) => drawContent(doc, root, receipt),
    drawIncomplete: () => {},
    drawEdges: (doc) => {
      const { company, contact_email, contact_phone } = receipt.cooperative
      const [line = ''] = wrap(
        doc,
        [company, contact_email, contact_phone].join(' · '),
        WIDTH,
        styles.small,
      )
      drawLine(doc, line, LEFT, BOTTOM + 22, styles.small)
    },
  })
}

function drawContent(doc: Doc, root: Element, receipt: ReceiptDocument): void {
  const { cooperative, member, folio, facts, note } = receipt
  asArtifact(doc, () => drawLogo(doc))
  doc.y = 50
  drawText(doc, root, 'P', cooperative.company, styles.company, BESIDE_LOGO)
  doc.y = Math.max(doc.y + 8, 92)
  drawText(doc, root, 'H1', receiptTitle, styles.title)
  drawText(doc, root, 'P', `Folio ${folio}`, styles.folio)
  doc.y += 6
  drawText(doc, root, 'P', `${member.name}, rut ${formatRut(member.rut)}`, styles.company)
  doc.y += 14
  rule(doc, doc.y)
  doc.y += 14
  for (const [label, value] of facts) {
    const top = doc.y
    const row = within(root, doc, 'P', () => drawLine(doc, label, LEFT, top, styles.label))
    const lines = wrap(doc, value, WIDTH - LABEL_WIDTH, styles.value)
    for (const [place, line] of lines.entries()) {
      const y = top + place * lineHeight(styles.value)
      row.add(() => drawLine(doc, line, LEFT + LABEL_WIDTH, y, styles.value))
    }
    doc.y = top + Math.max(ROW, lines.length * lineHeight(styles.value) + 6)
  }
  doc.y += 6
  rule(doc, doc.y)
  doc.y += 14
  drawText(doc, root, 'P', note, styles.label)
}

function drawText(
  doc: Doc,
  root: Element,
  tag: string,
  text: string,
  style: Style,
  left = LEFT,
): void {
  const element = within(root, doc, tag)
  for (const line of wrap(doc, text, LEFT + WIDTH - left, style)) {
    const y = doc.y
    element.add(() => drawLine(doc, line, left, y, style))
    doc.y += lineHeight(style)
  }
}
