import QRCode from 'qrcode'
import { type Element, within } from './draw-document.ts'
import { type Doc, drawLine, lineHeight, type Style, widthOf, wrap } from './text.ts'
import { colors, RIGHT, styles } from './theme.ts'

const QR_SIZE = 74
/** Points reserved at the right. */
export const FOLIO_WIDTH = 172

/** Draws the folio at the top right, with the link to verify it. @returns its lower edge */
export function drawFolio(
  doc: Doc,
  parent: Element,
  top: number,
  folio: string,
  verifyUrl: URL,
): number {
  const figure = doc.struct('Figure', {
    alt: `Código QR para verificar el folio ${folio}`,
    bbox: [RIGHT - QR_SIZE, top, RIGHT, top + QR_SIZE],
  })
  parent.add(figure)
  figure.add(() => drawQr(doc, verifyUrl.href, RIGHT - QR_SIZE, top))
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

function drawAtRight(doc: Doc, text: string, y: number, style: Style, href?: string): void {
  drawLine(doc, text, RIGHT - widthOf(doc, text, style), y, style, href)
}

/** Draws vectors, so that the code is sharp on any printer. */
function drawQr(doc: Doc, text: string, left: number, top: number): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const unit = QR_SIZE / modules.size
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue
      doc.rect(left + column * unit, top + row * unit, unit, unit)
    }
  }
  doc.fill(colors.ink)
}
