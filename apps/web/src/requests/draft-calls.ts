import type { Draft, UnsentRequest } from '@carpeta/contract/requests'
import { queryOptions } from '@tanstack/react-query'
import { answered, perform } from '../api/client.ts'
import { optionalQuery } from '../api/optional-query.ts'
import { type Sending, uploaded } from '../api/upload.ts'

// What a person writes and has not sent: a member's request or reply, or a request that staff file.

export type { Draft }

/** The procedure and the sale of a request. */
export interface RequestTarget {
  procedureId: number
  saleCode: string
  /** What a screen begins it about. */
  about?: string | undefined
}

/** How a draft is found and sent; everything in between is the same for all. */
export interface DraftSource {
  /** Names it in this tab. */
  name: string
  read: () => Promise<Draft>
  /** Begins it, in the tab of that name; absent where it always exists. */
  begin?: (comment: string, writtenIn: string) => Promise<Draft>
  /** Absent where it is sent as a request. */
  send?: (id: number, version: number) => Promise<void>
  /** The text stays in this tab until it is sent. */
  keepsCopy?: boolean
}

export function requestSource({ procedureId, saleCode, about }: RequestTarget): DraftSource {
  const target = { procedure_id: procedureId, sale_code: saleCode, ...(about && { about }) }
  return {
    name: ['draft', saleCode, procedureId, about].filter(Boolean).join(':'),
    read: () =>
      answered('GET /api/request/draft/', {
        query: { ...target, procedure_id: String(procedureId) },
      }),
    begin: (comment, written_in) =>
      answered('POST /api/request/create/', {
        body: { ...target, comment, version: 0, written_in },
        keepalive: true,
      }),
  }
}

export function filingSource(
  memberId: number,
  { procedureId, saleCode }: RequestTarget,
): DraftSource {
  const target = { member_id: memberId, procedure_id: procedureId, sale_code: saleCode }
  return {
    name: `filing:${memberId}:${saleCode}:${procedureId}`,
    read: () =>
      answered('GET /api/filings/draft/', {
        query: { ...target, member_id: String(memberId), procedure_id: String(procedureId) },
      }),
    begin: (comment, written_in) =>
      answered('POST /api/filings/', {
        body: { ...target, comment, version: 0, written_in },
        keepalive: true,
      }),
  }
}

/** Read each time a form opens: the draft may have changed on another device. */
export function draftQuery(source: Readable) {
  return queryOptions(draftOptions(source))
}

/** Null where the API has no drafts. */
export function optionalDraftQuery(source: Readable) {
  return optionalQuery(draftOptions(source))
}

type Readable = Pick<DraftSource, 'name' | 'read'>

function draftOptions({ name, read }: Readable) {
  return {
    queryKey: ['draft', name],
    // The form reads it again by itself.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: read,
  }
}

export function readDraft(id: number): Promise<Draft> {
  return answered('GET /api/requests/:id/draft/', { params: { id } })
}

/** The call survives closing the page. */
export function saveText(
  id: number,
  body: { version: number; comment: string; written_in: string },
): Promise<Draft> {
  return answered('PUT /api/requests/:id/draft/', { params: { id }, body, keepalive: true })
}

export function addDraftFile(requestId: number, file: File, position: number, sending: Sending) {
  const fields = { request_id: requestId, position }
  return answered('POST /api/upload-document/', uploaded(file, sending, fields))
}

export function removeDraftFile(id: number) {
  return answered('DELETE /api/documents/:id/', { params: { id } })
}

/** Puts the files in the order and the slots in which the draft has them. */
export function arrangeFiles(id: number, { version, slots, surplus }: Draft): Promise<Draft> {
  const body = {
    version,
    slots: slots.map(({ position, files }) => ({ position, file_ids: files.map(idOf) })),
    surplus: surplus.map(idOf),
  }
  return answered('PUT /api/requests/:id/draft/files/', { params: { id }, body })
}

const idOf = ({ id }: { id: number }) => id

/** Without a version as the specification has it: the answer need not tell anything. */
export async function sendRequest(id: number, version?: number): Promise<void> {
  await perform('POST /api/request/send/', { body: { request_id: id, version } })
}

export async function discardDraft({ id, version }: UnsentRequest): Promise<void> {
  await answered('DELETE /api/requests/:id/draft/', { params: { id }, query: { version } })
}
