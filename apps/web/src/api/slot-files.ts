import type { uploadedSchema, WireSlotFile } from '@carpeta/contract/requests'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from './client/client.ts'
import { uploading } from './client/upload.ts'

// The files that a member chooses for the documents of a request, kept until they are sent.

/** Uploads by form. They go on after their form was left, and the next one waits for them. */
export const formUploads = new Map<string, Promise<void>>()

export async function listSlotFiles(
  requestId: number,
  signal?: AbortSignal,
): Promise<WireSlotFile[]> {
  const params = { id: requestId }
  return (await answered('GET /api/requests/:id/slot-files/', { params, signal })).slot_files
}

export function uploadsOfReply(requestId: number): string {
  return `reply:${requestId}`
}

/** Read once for a form, which knows them better afterwards. @param form tells it from the next one */
export function slotFilesQuery(requestId: number, form: string) {
  return queryOptions({
    queryKey: ['member', 'slot files', requestId, form],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      await formUploads.get(uploadsOfReply(requestId))
      return listSlotFiles(requestId, signal)
    },
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
): Promise<z.infer<typeof uploadedSchema>> {
  const body = { position, file_ids: fileIds }
  return answered('POST /api/requests/:id/slot-files/join/', {
    params: { id: requestId },
    body,
    signal,
  })
}
