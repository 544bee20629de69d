import type { MemberData } from '@carpeta/contract/personal-data'
import type { Draw } from '../../pdf/pdf-pool.ts'
import { memberDataJson } from './member-data-json.ts'

const PDF_MODULE = new URL('./member-data-pdf.ts', import.meta.url)

/** A user's personal data as PDF. @throws what `Draw` throws */
export async function drawMemberData(draw: Draw, data: MemberData): Promise<Buffer> {
  return Buffer.from(await draw<Uint8Array>(PDF_MODULE, memberDataJson(data)))
}
