import type { APIRequestContext } from '@playwright/test'
import { type PersonaName, personas } from '../../apps/api/seeds/personas.ts'
import { asStaff } from './portal.ts'
import { COPY } from './request-form.ts'

interface Found {
  results: { id: number }[]
}

interface Filing {
  sales: { code: string }[]
  procedures: { id: number; title: string }[]
}

/** Requests for a copy about the member's first purchase, asked on paper and filed by Mario. */
export async function fileRequests(
  request: APIRequestContext,
  member: PersonaName,
  comments: string[],
): Promise<void> {
  const mario = await asStaff(request, 'mario')
  const members = '/api/filings/members/'
  const found = await mario<Found>('GET', `${members}?q=${personas[member].rut}`)
  const member_id = found.results[0]?.id
  const { sales, procedures } = await mario<Filing>('GET', `${members}${member_id}/`)
  const procedure_id = procedures.find(({ title }) => title === COPY)?.id
  for (const comment of comments) {
    const form = { member_id, procedure_id, sale_code: sales[0]?.code, comment }
    const filed = await mario('POST', '/api/filings/', form)
    await mario('POST', '/api/request/send/', { request_id: filed.id })
  }
}
