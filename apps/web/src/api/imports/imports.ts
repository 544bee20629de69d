import type * as schemas from '@carpeta/contract/imports/load-schema'
import * as loads from '@carpeta/contract/imports/loads-endpoints'
import type { undoableSchema } from '@carpeta/contract/imports/loads-schemas'
import * as uploads from '@carpeta/contract/imports/uploads-endpoints'
import type { uploadedExportSchema } from '@carpeta/contract/imports/uploads-schemas'
import type { AcceptableRefusal } from '@carpeta/domain/imports/acceptable-refusals'
import { type ChangeKind, isFinished } from '@carpeta/domain/imports/import-rules'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from '../client/answered.ts'
import { download } from '../client/download.ts'
import { uploading } from '../client/upload.ts'

// Accounting's exports: uploaded, tried, applied and undone.

export const LOADS = 'loads'
export const UPLOADS = 'uploaded exports'

export type Load = z.infer<typeof schemas.loadSchema>
export type LoadChange = z.infer<typeof schemas.loadChangeSchema>
export type LoadReject = z.infer<typeof schemas.loadRejectSchema>
export type LoadFinding = z.infer<typeof schemas.loadFindingSchema>
export type ComparedFigure = z.infer<typeof schemas.figureSchema>
export type UploadedExport = z.infer<typeof uploadedExportSchema>
export type UndoableLoad = z.infer<typeof undoableSchema>

const POLL_INTERVAL_MS = 2000
// Each poll counts as activity. The limit keeps a load that hangs from keeping the session alive.
const MAX_POLLS = 900
const PAGE_SIZE = '10'

/** One upload, polled until nothing more happens to it by itself. */
export function uploadedExportQuery(id: number) {
  return queryOptions({
    queryKey: [UPLOADS, 'one', id],
    staleTime: 0,
    queryFn: ({ signal }) => answered(uploads.getUploadedExport, { params: { id }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && !isFinished(data.state) && dataUpdateCount < MAX_POLLS ? POLL_INTERVAL_MS : false,
  })
}

export function uploadsPageQuery(page: number) {
  return queryOptions({
    queryKey: [UPLOADS, 'page', page],
    staleTime: 0,
    queryFn: ({ signal }) => answered(uploads.listUploadedExports, { query: pageOf(page), signal }),
  })
}

export function loadsPageQuery({ page, withRejects }: { page: number; withRejects: boolean }) {
  const query = { ...pageOf(page), ...(withRejects && { with_rejects: '1' }) }
  return queryOptions({
    queryKey: [LOADS, 'page', page, withRejects],
    staleTime: 0,
    queryFn: ({ signal }) => answered(loads.listLoads, { query, signal }),
  })
}

export function uploadExport(
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<UploadedExport> {
  const body = new FormData()
  body.set('document', file)
  return answered(uploads.uploadExport, { body, signal, transport: uploading(onProgress) })
}

export function checkExport(id: number): Promise<UploadedExport> {
  return answered(uploads.checkExport, { params: { id } })
}

/** Accepts what refused an export, and tries it again. */
export function acceptRefusal(id: number, refusal: AcceptableRefusal): Promise<UploadedExport> {
  return answered(uploads.acceptRefusal, { params: { id }, body: { refusal } })
}

export function applyExport(id: number, pausesEmails: boolean): Promise<UploadedExport> {
  const query = pausesEmails ? { pause_emails: 'true' } : {}
  return answered(uploads.applyExport, { params: { id }, query })
}

export async function discardExport(id: number): Promise<void> {
  await answered(uploads.discardExport, { params: { id } })
}

export function loadQuery(id: number) {
  return queryOptions({
    queryKey: [LOADS, 'one', id],
    queryFn: ({ signal }) => answered(loads.getLoad, { params: { id }, signal }),
  })
}

export function loadChangesQuery(id: number, page: number, kind: ChangeKind | '') {
  return queryOptions({
    queryKey: [LOADS, 'changes', id, page, kind],
    queryFn: ({ signal }) => {
      const query = { ...pageOf(page), ...(kind && { kind }) }
      return answered(loads.listLoadChanges, { params: { id }, query, signal })
    },
  })
}

export function loadRejectsQuery(id: number, page: number) {
  return queryOptions({
    queryKey: [LOADS, 'rejects', id, page],
    queryFn: ({ signal }) =>
      answered(loads.listLoadRejects, { params: { id }, query: pageOf(page), signal }),
  })
}

export function loadFindingsQuery(id: number, page: number) {
  return queryOptions({
    queryKey: [LOADS, 'findings', id, page],
    queryFn: ({ signal }) =>
      answered(loads.listLoadFindings, { params: { id }, query: pageOf(page), signal }),
  })
}

export function comparedSaleQuery(id: number, sale: string) {
  return queryOptions({
    queryKey: [LOADS, 'figures', id, sale],
    staleTime: 0,
    queryFn: ({ signal }) =>
      answered(loads.compareSale, { params: { id }, query: { sale }, signal }),
  })
}

export function downloadRejects(id: number): Promise<Blob | null> {
  return download(loads.downloadLoadRejects, { params: { id } })
}

export const undoableLoadQuery = queryOptions({
  queryKey: [LOADS, 'undoable'],
  staleTime: 0,
  queryFn: async ({ signal }) => (await answered(loads.getUndoableLoad, { signal })).undoable,
})

export async function undoLoad(id: number): Promise<void> {
  await answered(loads.undoLoad, { params: { id } })
}

function pageOf(page: number) {
  return { page: String(page), pageSize: PAGE_SIZE }
}
