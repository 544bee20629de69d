import type { WireDocument } from '@carpeta/contract/requests'
import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { answered } from '../api/client.ts'
import { download } from '../api/download.ts'

/** A page of a document, as a picture. */
export interface DocumentPage {
  picture: Blob
  /** Of the whole document. */
  pages: number
}

export function downloadDocument({ id }: WireDocument): Promise<Blob | null> {
  return download('GET /api/documents/:id/', { params: { id } })
}

/** A stored document never changes. */
export function documentPageQuery(id: number, page: number) {
  return queryOptions({
    queryKey: ['document page', id, page] as QueryKey,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) => drawPage(id, page, signal),
  })
}

let lastPicture: Promise<unknown> = Promise.resolve()

/** The first page, as the small picture of a list: one after the other, since the server draws few at once. */
export function documentPictureQuery(id: number) {
  return queryOptions({
    ...documentPageQuery(id, 1),
    queryFn: ({ signal }) => {
      const picture = lastPicture.then(() => drawPage(id, 1, signal))
      lastPicture = picture.catch(() => {})
      return picture
    },
  })
}

async function drawPage(id: number, page: number, signal: AbortSignal): Promise<DocumentPage> {
  const shown: unknown = await answered('GET /api/documents/:id/pages/:page/', {
    params: { id, page },
    signal,
    read: readPage,
  })
  return shown as DocumentPage
}

const pictureTypes = ['image/png', 'image/jpeg']

/** A proxy may answer with an HTML page. */
export async function readPage(response: Response): Promise<DocumentPage> {
  const picture = await response.blob().catch(() => null)
  if (!picture || !pictureTypes.includes(picture.type)) {
    throw new ApiError(response.status, undefined, unknownErrorMessage, response.headers)
  }
  return { picture, pages: Number(response.headers.get('x-page-count')) || 1 }
}
