import type { MemberData } from '@carpeta/contract/personal-data/personal-data-schemas'
import type { PdfPool } from '../../pdf/pdf-pool.ts'
import { memberDataJson } from './member-data-json.ts'

const PDF_MODULE = new URL('./member-data-pdf.ts', import.meta.url)

/** A user's personal data as PDF. @throws what `PdfPool.draw` throws */
export function drawMemberData(pdfs: PdfPool, data: MemberData): Promise<Buffer> {
  return pdfs.draw(PDF_MODULE, memberDataJson(data), String(data.account.id))
}
