import QRCode from 'qrcode'
import { type Element, within } from './page.ts'
import { type Doc, drawLine, lineHeight, type Style, widthOf, wrap } from './text.ts'
import { colors, RIGHT, styles } from './theme.ts'

const QR_SIZE = 74
/** Points at the right that nothing else may use. */
export const FOLIO_WIDTH = 172

/**
 * The folio at the top right, and where whoever holds the paper may ask whether it still holds.
 * Returns where it ends.
 */
export function drawFolio(
  doc: Doc,
  parent: Element,
  top: number,
  folio: string,
  verifyUrl: URL,
): number {
  const figure = doc.struct('Figure', { alt: `Código QR para verificar el folio ${folio}` })
  parent.add(figure)
  figure.add(() => drawQr(doc, verifyUrl.href, RIGHT - QR_SIZE, top))
  // A reader wants four modules of nothing around the code.
  let y = top + QR_SIZE + 9
  const named = `Folio ${folio}`
  within(parent, doc, 'P', () => drawAtRight(doc, named, y, styles.smallStrong))
  y += lineHeight(styles.smallStrong)
  const shown = `${verifyUrl.host}${verifyUrl.pathname}`
  for (const line of wrap(doc, shown, FOLIO_WIDTH, styles.smallLink)) {
    within(parent, doc, 'Link', () => {
      drawAtRight(doc, line, y, styles.smallLink, verifyUrl.href)
    })
    y += lineHeight(styles.smallLink)
  }
  return y
}

function drawAtRight(doc: Doc, text: string, y: number, style: Style, href?: string): void {
  drawLine(doc, text, RIGHT - widthOf(doc, text, style), y, style, href)
}

/** As vectors, so that it is sharp on any printer. */
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
