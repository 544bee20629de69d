import { ANNOUNCEMENTS } from './announcements/address.ts'
import { isTabSlug, tabLabels } from './tabs/tab-labels.ts'

export const DASHBOARD_TITLE = 'Mi carpeta'

/** The title of the document for what the address opens on a member's dashboard. */
export function dashboardTitle(params: URLSearchParams): string {
  if (params.has(ANNOUNCEMENTS)) return 'Avisos'
  const request = Number(params.get('solicitud'))
  if (Number.isSafeInteger(request) && request > 0) return `Solicitud Nº ${request}`
  const tab = params.get('tab')
  return isTabSlug(tab) ? tabLabels[tab] : DASHBOARD_TITLE
}
