import { requestNumber } from '@carpeta/domain/requests/request-number'
import { tabSlugs } from '../../requests/member-address.ts'

export const DASHBOARD_TITLE = 'Mi carpeta'

/** The title of the document for what the address opens on a member's dashboard. */
export function dashboardTitle(params: URLSearchParams): string {
  if (params.has(ANNOUNCEMENTS)) return 'Avisos'
  const request = Number(params.get('solicitud'))
  if (Number.isSafeInteger(request) && request > 0) return `Solicitud ${requestNumber(request)}`
  const tab = params.get('tab')
  return isTabSlug(tab) ? tabLabels[tab] : DASHBOARD_TITLE
}

export const tabLabels = {
  [tabSlugs.holderData]: 'Antecedentes Personales',
  [tabSlugs.accountStatement]: 'Estado de Cuenta',
  [tabSlugs.deed]: 'Escrituración',
  [tabSlugs.procedures]: 'Solicitar Trámites',
  [tabSlugs.myRequests]: 'Mis Trámites',
} as const satisfies Record<string, string>

export type TabSlug = keyof typeof tabLabels

function isTabSlug(text: string | null): text is TabSlug {
  return text !== null && Object.hasOwn(tabLabels, text)
}

/** The query parameter of the announcements: an id, or 'todos' for the list. */
export const ANNOUNCEMENTS = 'avisos'

const LIST = 'todos'

export const listSearch = `?${ANNOUNCEMENTS}=${LIST}`

export function searchOf(id: number): string {
  return `?${ANNOUNCEMENTS}=${id}`
}

/** The open announcement, or null for the list. */
export function openedIn(value: string): number | null {
  return value === LIST || value === '' ? null : Number(value)
}
