import type { WireMemberDocument } from '@carpeta/contract/member-documents'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { answered } from '../../api/client.ts'
import { download } from '../../api/download.ts'
import { optionalQuery } from '../../api/optional-query.ts'
import { type DocumentPage, readPage } from '../../documents/calls.ts'

// The documents of the sales that a member reads.

export type MemberDocument = WireMemberDocument

export const memberDocumentsQuery = optionalQuery({
  queryKey: ['member', 'documents'],
  queryFn: async ({ signal }): Promise<MemberDocument[]> =>
    (await answered('GET /api/member-documents/', { signal })).results,
})

/** A page as a picture; a new version is another document to the browser. */
export function memberDocumentPageQuery({ id, version }: MemberDocument, page: number) {
  return queryOptions({
    queryKey: ['member', 'document page', id, version, page] as QueryKey,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }): Promise<DocumentPage> => {
      const shown: unknown = await answered('GET /api/member-documents/:id/pages/:page/', {
        params: { id: String(id), page },
        signal,
        read: readPage,
      })
      return shown as DocumentPage
    },
  })
}

export function downloadMemberDocument({ id }: MemberDocument): Promise<Blob | null> {
  return download('GET /api/member-documents/:id/file/', { params: { id: String(id) } })
}

/** All that the member can read of a sale, as a zip. */
export function downloadAllDocuments(saleCode: string): Promise<Blob | null> {
  return download('GET /api/member-documents/archive/', { query: { sale_code: saleCode } })
}
