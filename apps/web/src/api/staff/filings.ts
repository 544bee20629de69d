import type { uploadedSchema } from '@carpeta/contract/requests'
import type { FilingMember, FilingOptions } from '@carpeta/contract/staff-requests'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from '../client/answered.ts'

// Requests that staff file for a member.

export type { FilingMember, FilingOptions }

export function filingMembersQuery(typed: string) {
  return queryOptions({
    queryKey: ['filing', 'members', typed],
    queryFn: async ({ signal }): Promise<FilingMember[]> =>
      (await answered('GET /api/filings/members/', { query: { q: typed }, signal })).results,
  })
}

export function filingOptionsQuery(memberId: number) {
  return queryOptions({
    queryKey: ['filing', 'options', memberId],
    queryFn: ({ signal }): Promise<FilingOptions> =>
      answered('GET /api/filings/members/:id/', { params: { id: memberId }, signal }),
  })
}

export interface Filing {
  memberId: number
  procedureId: number
  saleCode: string
  comment: string
}

/** A retry with the same key returns the same request. */
export async function createFiling(filing: Filing, key: string): Promise<number> {
  const { memberId: member_id, procedureId: procedure_id, saleCode: sale_code, comment } = filing
  const { id } = await answered('POST /api/filings/', {
    body: { member_id, procedure_id, sale_code, comment },
    headers: { 'Idempotency-Key': key },
  })
  return id
}

export function addFilingDocument(
  id: number,
  { file, position }: { file: File; position: number },
): Promise<z.infer<typeof uploadedSchema>> {
  const body = new FormData()
  body.set('position', String(position))
  body.set('document', file)
  return answered('POST /api/filings/:id/documents/', { params: { id }, body })
}

export async function sendFiling(id: number): Promise<void> {
  await answered('POST /api/filings/:id/send/', { params: { id }, body: {} })
}
