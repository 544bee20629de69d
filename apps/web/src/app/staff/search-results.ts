import { formatRut } from '@carpeta/domain/people/rut'
import { requestStateLabels } from '@carpeta/domain/requests/request-states'
import type { SearchResults } from '../../api/staff/search.ts'

export interface SearchResult {
  key: string
  label: string
  detail: string
  to: string
}

export interface ResultGroup {
  title: string
  results: SearchResult[]
}

/** What was found, in groups; empty ones are left out. */
export function resultGroups({ members, sales, requests }: SearchResults): ResultGroup[] {
  const groups: ResultGroup[] = [
    {
      title: 'Socios y usuarios',
      results: (members ?? []).map(({ id, name, social_security, email }) => ({
        key: `member ${id}`,
        label: name || email,
        detail: [formatRut(social_security), email].filter(Boolean).join(' · '),
        to: fileOf(id),
      })),
    },
    {
      title: 'Ventas',
      results: (sales ?? []).map(({ code, project, holder }) => ({
        key: `sale ${code}`,
        label: [code, project].filter(Boolean).join(' · '),
        detail: holder.name,
        to: fileOf(holder.id),
      })),
    },
    {
      title: 'Solicitudes',
      results: (requests ?? []).map(({ id, title, state, member }) => ({
        key: `request ${id}`,
        label: `Nº ${id} · ${title}`,
        detail: `${member} · ${requestStateLabels[state]}`,
        to: `/requests/${id}`,
      })),
    },
  ]
  return groups.filter(({ results }) => results.length > 0)
}

const fileOf = (id: number) => `/users/${id}`
