import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { FileError } from '../pdfium/file-problem.ts'
import { PAGE } from '../theme.ts'
import { checkPng } from './check-png.ts'

const MARGIN = 28
/** The EXIF orientations from here on lie on their side. */
const FIRST_LYING = 5

/**
 * A PDF of one page with the picture as large as fits, upright as the camera noted it. A photo's bytes
 * are copied; nothing is compressed again.
 * @throws {FileError}
 */
export async function drawPicturePage(type: string, bytes: Buffer): Promise<Buffer> {
  if (type === 'image/png') checkPng(bytes)
  try {
    const doc = new PDFDocument({ autoFirstPage: false, margin: 0, pdfVersion: '1.7' })
    const picture = doc.openImage(bytes)
    const isLying = (picture.orientation ?? 1) >= FIRST_LYING
    const isWide = isLying ? picture.height > picture.width : picture.width > picture.height
    const [width, height] = isWide ? [PAGE.height, PAGE.width] : [PAGE.width, PAGE.height]
    doc.addPage({ size: [width, height], margin: 0 })
    doc.image(picture, MARGIN, MARGIN, {
      fit: [width - 2 * MARGIN, height - 2 * MARGIN],
      align: 'center',
      valign: 'center',
    })
    doc.end()
    return await buffer(doc)
  } catch {
    throw new FileError('broken_image')
  }
}
