import { counted } from '../text/counted.ts'

export type LinkPurpose = 'activate' | 'restore' | 'confirm'

/** How long the link of an email about an account works. */
export const LINK_HOURS: Record<LinkPurpose, number> = {
  activate: 7 * 24,
  restore: 1,
  confirm: 7 * 24,
}

/** 'El enlace sirve durante 7 días y una sola vez.' */
export function linkLife(purpose: LinkPurpose): string {
  const hours = LINK_HOURS[purpose]
  const life =
    hours % 24 === 0 ? counted(hours / 24, 'día', 'días') : counted(hours, 'hora', 'horas')
  return `El enlace sirve durante ${life} y una sola vez.`
}
