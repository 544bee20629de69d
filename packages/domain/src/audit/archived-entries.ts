import { monthName } from '../dates/dates.ts'
import { firstDay, isMonth } from '../dates/months.ts'

// What readers of the audit log are told about entries that are not on its pages.

/** Null for a text that is no month. */
export function archivedNotice(month: string | null | undefined): string | null {
  if (!month || !isMonth(month)) return null
  return `Las anotaciones hasta ${monthName(firstDay(month))} están archivadas: pídelas a quien opera el portal.`
}

/** The same for a member, about the accesses to the own data. */
export function archivedAccessesNotice(month: string | null | undefined): string | null {
  if (!month || !isMonth(month)) return null
  return `Los accesos hasta ${monthName(firstDay(month))} están archivados: pídelos a la cooperativa.`
}

export const LIMITED_NOTICE =
  'Estas páginas tienen las 10.000 anotaciones más recientes. Para ver anteriores, elige un día en «Hasta».'
