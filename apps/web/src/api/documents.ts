import type { WireDocument } from '@carpeta/contract/requests'
import { download } from './download.ts'

export function downloadDocument({ id }: WireDocument): Promise<Blob | null> {
  return download(`/api/documents/${id}/`)
}
