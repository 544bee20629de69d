import type * as schemas from '@carpeta/contract/imports'
import type {
  importTokenSchema,
  undoableSchema,
  uploadedExportSchema,
} from '@carpeta/contract/imports'
import { type ChangeKind, isFinished } from '@carpeta/domain/imports/import-rules'
import type { ImportTokenForm } from '@carpeta/domain/imports/import-token-rules'
import type { AcceptableRefusal } from '@carpeta/domain/imports/load-consequences'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from '../api/client.ts'
import { download } from '../api/download.ts'
import { pageOf } from '../api/resources.ts'
import { type Sending, uploaded } from '../api/upload.ts'

// Accounting's exports: uploaded, tried, applied and undone.

export const LOADS = 'loads'
export const UPLOADS = 'uploaded exports'

export type Load = z.infer<typeof schemas.loadSchema>
export type LoadChange = z.infer<typeof schemas.loadChangeSchema>
export type LoadReject = z.infer<typeof schemas.loadRejectSchema>
export type RejectCause = z.infer<typeof schemas.rejectCauseSchema>
export type LoadFinding = z.infer<typeof schemas.loadFindingSchema>
export type ComparedFigure = z.infer<typeof schemas.figureSchema>
export type UploadedExport = z.infer<typeof uploadedExportSchema>
export type UndoableLoad = z.infer<typeof undoableSchema>

const POLL_INTERVAL_MS = 2000
// Each poll counts as activity. The limit keeps a load that hangs from keeping the session alive.
const MAX_POLLS = 900

/** One upload, polled until nothing more happens to it by itself. */
export function uploadedExportQuery(id: number) {
  return queryOptions({
    queryKey: [UPLOADS, 'one', id],
    staleTime: 0,
    queryFn: ({ signal }) => answered('GET /api/import-uploads/:id/', { params: { id }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && !isFinished(data.state) && dataUpdateCount < MAX_POLLS ? POLL_INTERVAL_MS : false,
  })
}

export function uploadsPageQuery(page: number) {
  return queryOptions({
    queryKey: [UPLOADS, 'page', page],
    staleTime: 0,
    queryFn: ({ signal }) => answered('GET /api/import-uploads/', { query: pageOf(page), signal }),
  })
}

export function loadsPageQuery({ page, withRejects }: { page: number; withRejects: boolean }) {
  const query = { ...pageOf(page), ...(withRejects && { with_rejects: '1' }) }
  return queryOptions({
    queryKey: [LOADS, 'page', page, withRejects],
    staleTime: 0,
    queryFn: ({ signal }) => answered('GET /api/loads/', { query, signal }),
  })
}

export function uploadExport(file: File, sending: Sending): Promise<UploadedExport> {
  return answered('POST /api/import-uploads/', uploaded(file, sending))
}

export function checkExport(id: number): Promise<UploadedExport> {
  return answered('POST /api/import-uploads/:id/check/', { params: { id } })
}

/** Accepts what refused an export, and tries it again. */
export function acceptRefusal(id: number, refusal: AcceptableRefusal): Promise<UploadedExport> {
  return answered('POST /api/import-uploads/:id/accept/', { params: { id }, body: { refusal } })
}

/** Refused when a colleague had the file checked again meanwhile. */
export function applyExport(
  { id, load }: UploadedExport,
  pausesEmails: boolean,
): Promise<UploadedExport> {
  const query = { ...(load && { load_id: load.id }), ...(pausesEmails && { pause_emails: 'true' }) }
  return answered('POST /api/import-uploads/:id/apply/', { params: { id }, query })
}

export async function discardExport(id: number): Promise<void> {
  await answered('DELETE /api/import-uploads/:id/', { params: { id } })
}

export function loadQuery(id: number) {
  return queryOptions({
    queryKey: [LOADS, 'one', id],
    queryFn: ({ signal }) => answered('GET /api/loads/:id/', { params: { id }, signal }),
  })
}

export function loadChangesQuery(id: number, page: number, kind: ChangeKind | '') {
  return queryOptions({
    queryKey: [LOADS, 'changes', id, page, kind],
    queryFn: ({ signal }) => {
      const query = { ...pageOf(page), ...(kind && { kind }) }
      return answered('GET /api/loads/:id/changes/', { params: { id }, query, signal })
    },
  })
}

/** @param cause of all where it is null */
export function loadRejectsQuery(id: number, page: number, cause: RejectCause | null) {
  return queryOptions({
    queryKey: [LOADS, 'rejects', id, page, cause],
    queryFn: ({ signal }) => {
      const { count: _, ...only } = cause ?? { count: 0 }
      const query = { ...pageOf(page), ...only }
      return answered('GET /api/loads/:id/rejects/', { params: { id }, query, signal })
    },
  })
}

export function loadFindingsQuery(id: number, page: number) {
  return queryOptions({
    queryKey: [LOADS, 'findings', id, page],
    queryFn: ({ signal }) =>
      answered('GET /api/loads/:id/findings/', { params: { id }, query: pageOf(page), signal }),
  })
}

export function comparedSaleQuery(id: number, sale: string) {
  return queryOptions({
    queryKey: [LOADS, 'figures', id, sale],
    staleTime: 0,
    queryFn: ({ signal }) =>
      answered('GET /api/loads/:id/figures/', { params: { id }, query: { sale }, signal }),
  })
}

export function downloadRejects(id: number): Promise<Blob | null> {
  return download('GET /api/loads/:id/rejects.csv', { params: { id } })
}

export function downloadFindings(id: number): Promise<Blob | null> {
  return download('GET /api/loads/:id/findings.csv', { params: { id } })
}

export const undoableLoadQuery = queryOptions({
  queryKey: [LOADS, 'undoable'],
  staleTime: 0,
  queryFn: async ({ signal }) => (await answered('GET /api/loads/undoable/', { signal })).undoable,
  refetchInterval: ({ state: { data, dataUpdateCount } }) =>
    data?.is_under_way && dataUpdateCount < MAX_POLLS ? POLL_INTERVAL_MS : false,
})

export async function undoLoad(id: number): Promise<void> {
  await answered('POST /api/loads/:id/undo/', { params: { id } })
}

export type ImportToken = z.infer<typeof importTokenSchema>

export const IMPORT_TOKENS = 'import tokens'

export const importTokensQuery = queryOptions({
  queryKey: [IMPORT_TOKENS],
  staleTime: 0,
  queryFn: async ({ signal }) => (await answered('GET /api/import-tokens/', { signal })).results,
})

/** @returns the token, which nobody can read afterwards */
export async function createImportToken(form: ImportTokenForm): Promise<string> {
  return (await answered('POST /api/import-tokens/', { body: form })).token
}

export async function revokeImportToken(id: number): Promise<void> {
  await answered('DELETE /api/import-tokens/:id/', { params: { id } })
}
