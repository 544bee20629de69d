import { downloadDocument as downloadEndpoint } from '@carpeta/contract/requests/documents-endpoints'
import type { WireDocument } from '@carpeta/contract/requests/request-schemas'
import { download } from './client/download.ts'

export function downloadDocument({ id }: WireDocument): Promise<Blob | null> {
  return download(downloadEndpoint, { params: { id } })
}
