import { tabSlugs } from '../../../requests/member-address.ts'

export const tabLabels = {
  [tabSlugs.holderData]: 'Antecedentes Personales',
  [tabSlugs.accountStatement]: 'Estado de Cuenta',
  [tabSlugs.deed]: 'Escrituración',
  [tabSlugs.procedures]: 'Solicitar Trámites',
  [tabSlugs.myRequests]: 'Mis Trámites',
} as const satisfies Record<string, string>

export type TabSlug = keyof typeof tabLabels

export function isTabSlug(text: string | null): text is TabSlug {
  return text !== null && Object.hasOwn(tabLabels, text)
}
