import type { WireSlotFile } from '@carpeta/contract/requests'
import { queryOptions } from '@tanstack/react-query'
import { answered } from './client/client.ts'
import { uploading } from './client/upload.ts'
import type { UploadedDocument } from './member-requests.ts'

// The files that a member chooses for the documents of a request, kept until they are sent.

export async function listSlotFiles(
  requestId: number,
  signal?: AbortSignal,
): Promise<WireSlotFile[]> {
  const params = { id: requestId }
  return (await answered('GET /api/requests/:id/slot-files/', { params, signal })).slot_files
}

/** Read once for a form, which knows them better afterwards. @param form tells it from the next one */
export function slotFilesQuery(requestId: number, form: string) {
  return queryOptions({
    queryKey: ['member', 'slot files', requestId, form],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => listSlotFiles(requestId, signal),
  })
}

export function addSlotFile(
  requestId: number,
  { file, position }: { file: File; position: number },
  onProgress: (share: number) => void = () => {},
  signal?: AbortSignal,
): Promise<WireSlotFile> {
  const body = new FormData()
  body.set('position', String(position))
  body.set('document', file)
  const transport = uploading(onProgress)
  return answered('POST /api/requests/:id/slot-files/', {
    params: { id: requestId },
    body,
    transport,
    signal,
  })
}

export async function arrangeSlotFiles(
  requestId: number,
  slots: { position: number; file_ids: number[] }[],
): Promise<void> {
  await answered('PUT /api/requests/:id/slot-files/', {
    params: { id: requestId },
    body: { slots },
  })
}

/** Several files become one PDF; a single one stays as it is. */
export function joinSlotFiles(
  requestId: number,
  position: number,
  fileIds: number[],
  signal: AbortSignal,
): Promise<UploadedDocument> {
  const body = { position, file_ids: fileIds }
  return answered('POST /api/requests/:id/slot-files/join/', {
    params: { id: requestId },
    body,
    signal,
  })
}
