import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { DocumentImport } from '@carpeta/contract/member-documents'
import { queryOptions } from '@tanstack/react-query'
import { answered } from './client/client.ts'
import { download } from './client/download.ts'
import { uploading } from './client/upload.ts'

// Zips of documents for many sales.

export type { DocumentImport }
export type DocumentImportPlan = AnswerOf<'GET /api/document-imports/:id/'>

const RUNNING_MS = 1000
const running = new Set<DocumentImport['state']>(['checking', 'publishing'])

export const isRunning = ({ state }: DocumentImport) => running.has(state)

export const documentImportsQuery = queryOptions({
  queryKey: ['document imports'],
  queryFn: async ({ signal }) => (await answered('GET /api/document-imports/', { signal })).results,
})

/** Asked again while the server works on it. */
export function documentImportQuery(id: number) {
  return queryOptions({
    queryKey: ['document imports', id],
    staleTime: 0,
    queryFn: ({ signal }): Promise<DocumentImportPlan> =>
      answered('GET /api/document-imports/:id/', { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? RUNNING_MS : false),
  })
}

export function uploadDocuments(
  file: File,
  onProgress: (share: number) => void,
): Promise<DocumentImport> {
  const body = new FormData()
  body.set('document', file)
  return answered('POST /api/document-imports/', { body, transport: uploading(onProgress) })
}

export function publishImport(id: number): Promise<DocumentImport> {
  return answered('POST /api/document-imports/:id/publish/', { params: { id } })
}

export async function discardImport(id: number): Promise<void> {
  await answered('DELETE /api/document-imports/:id/', { params: { id } })
}

export function downloadImportRejects(id: number): Promise<Blob | null> {
  return download('GET /api/document-imports/:id/rejects.csv', { params: { id } })
}
