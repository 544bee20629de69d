import { counted } from '../text/counted.ts'
import { NEW_FACTOR_HOURS } from './second-factor-rules.ts'

/** `not_me` undoes what somebody else did in the account. */
export type LinkPurpose = 'activate' | 'restore' | 'confirm' | 'not_me'

/** How long the link of an email about an account works. */
export const LINK_HOURS: Record<LinkPurpose, number> = {
  activate: 7 * 24,
  restore: 1,
  confirm: 7 * 24,
  not_me: NEW_FACTOR_HOURS,
}

/** Of a printed letter, which travels by post. */
export const LETTER_DAYS = 30

/** 'El enlace sirve durante 7 días y una sola vez.' */
export function linkLife(purpose: LinkPurpose): string {
  const hours = LINK_HOURS[purpose]
  const life =
    hours % 24 === 0 ? counted(hours / 24, 'día', 'días') : counted(hours, 'hora', 'horas')
  return `El enlace sirve durante ${life} y una sola vez.`
}
