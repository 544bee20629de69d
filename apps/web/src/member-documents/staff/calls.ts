import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { StaffDocument } from '@carpeta/contract/member-documents'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { answered } from '../../api/client.ts'
import { download } from '../../api/download.ts'
import { type Sending, uploaded } from '../../api/upload.ts'
import { type DocumentPage, readPage } from '../../documents/calls.ts'

// The documents of a sale, as staff publish them.

export type { StaffDocument }

interface Target {
  code: string
  id: number
}

const targetOf = ({ sale_code: code, id }: StaffDocument): Target => ({ code, id })

export function publishedQuery(code: string) {
  return queryOptions({
    queryKey: ['published documents', code],
    queryFn: ({ signal }) =>
      answered('GET /api/sales/:code/documents/', { params: { code }, signal }),
  })
}

type Published = AnswerOf<'GET /api/sales/:code/documents/'>

/** The present holder of a sale; null without an account. */
export type Holder = Published['holder']

export interface NewDocument {
  category: string
  title: string
  date: string
  visible_from: string
  visible_to_co_holder: boolean
}

/** The same file for the same holder is the same document, so a retry adds none. */
export function publishDocument(
  { code, holder, holder_rut }: { code: string } & Pick<Published, 'holder' | 'holder_rut'>,
  fields: NewDocument,
  file: File,
  sending: Sending,
): Promise<StaffDocument> {
  const named = { ...fields, holder_id: holder?.id ?? '', holder_rut }
  return answered('POST /api/sales/:code/documents/', {
    params: { code },
    ...uploaded(file, sending, named),
  })
}

export function changeDocument(
  document: StaffDocument,
  changes: Partial<NewDocument>,
): Promise<StaffDocument> {
  const names = Object.keys(changes) as (keyof NewDocument)[]
  const as_read = Object.fromEntries(names.map((name) => [name, document[name]]))
  return answered('PATCH /api/sales/:code/documents/:id/', {
    params: targetOf(document),
    body: { ...changes, as_read },
  })
}

export function replaceDocument(
  document: StaffDocument,
  file: File,
  sending: Sending,
): Promise<StaffDocument> {
  return answered('POST /api/sales/:code/documents/:id/versions/', {
    params: targetOf(document),
    ...uploaded(file, sending, { version: document.version }),
  })
}

/** Shows a document of a former holder to this one, too. */
export function handOverDocument(
  document: StaffDocument,
  { id: holder_id }: NonNullable<Holder>,
): Promise<StaffDocument> {
  return answered('POST /api/sales/:code/documents/:id/hand-over/', {
    params: targetOf(document),
    body: { holder_id },
  })
}

export function withdrawDocument(document: StaffDocument, reason: string): Promise<StaffDocument> {
  return answered('POST /api/sales/:code/documents/:id/withdraw/', {
    params: targetOf(document),
    body: { reason, version: document.version },
  })
}

export function readsQuery(document: StaffDocument) {
  return queryOptions({
    queryKey: ['published documents', document.sale_code, document.id, 'reads'],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await answered('GET /api/sales/:code/documents/:id/reads/', {
          params: targetOf(document),
          signal,
        })
      ).results,
  })
}

export function downloadPublished(document: StaffDocument, version: number): Promise<Blob | null> {
  return download('GET /api/sales/:code/documents/:id/file/', {
    params: targetOf(document),
    query: { version: String(version) },
  })
}

export function publishedPageQuery(document: StaffDocument, page: number) {
  return queryOptions({
    queryKey: [
      ...['published document page', document.sale_code],
      ...[document.id, document.version, page],
    ] as QueryKey,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }): Promise<DocumentPage> => {
      const shown: unknown = await answered('GET /api/sales/:code/documents/:id/pages/:page/', {
        params: { ...targetOf(document), page },
        signal,
        read: readPage,
      })
      return shown as DocumentPage
    },
  })
}
