import { formatRut } from '@carpeta/domain/people/rut'
import type { Cooperative } from '../config/cooperative-settings.ts'
import { drawDocument, type Element, rule } from '../pdf/draw-document.ts'
import {
  drawContact,
  drawLetterhead,
  drawPair,
  drawText,
  letterStyles as styles,
} from '../pdf/letter.ts'
import type { Doc } from '../pdf/text.ts'

export interface ReceiptDocument {
  cooperative: Cooperative
  member: { name: string; rut: string }
  folio: string
  /** Label and value, as they are printed. */
  facts: [label: string, value: string][]
  note: string
}

export const receiptTitle = 'Comprobante de pago en línea'

const LABEL_WIDTH = 190

/** Runs in a thread of `pdf-pool.ts`. @param json a `ReceiptDocument` */
export function draw(json: string): Promise<Buffer> {
  const receipt: ReceiptDocument = JSON.parse(json)
  return drawDocument({
    title: `${receiptTitle} ${receipt.folio}`,
    drawContent: (doc, root) => drawContent(doc, root, receipt),
    drawIncomplete: () => {},
    drawEdges: (doc) => drawContact(doc, receipt.cooperative),
  })
}

function drawContent(doc: Doc, root: Element, receipt: ReceiptDocument): void {
  const { cooperative, member, folio, facts, note } = receipt
  drawLetterhead(doc, root, cooperative.company)
  drawText(doc, root, 'H1', receiptTitle, styles.title)
  drawText(doc, root, 'P', `Folio ${folio}`, styles.heading)
  doc.y += 6
  drawText(doc, root, 'P', `${member.name}, rut ${formatRut(member.rut)}`, styles.strong)
  doc.y += 14
  rule(doc, doc.y)
  doc.y += 14
  for (const fact of facts) {
    drawPair(doc, root, fact, { labelWidth: LABEL_WIDTH, style: styles.strong })
    doc.y += 6
  }
  doc.y += 6
  rule(doc, doc.y)
  doc.y += 14
  drawText(doc, root, 'P', note, styles.soft)
}
