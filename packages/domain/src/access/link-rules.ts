import { counted } from '../text/counted.ts'
import { NEW_FACTOR_HOURS } from './second-factor-rules.ts'

/** `letter` activates the account too, from a printed letter; `not_me` undoes what somebody else did in the account. */
export type LinkPurpose = 'activate' | 'letter' | 'restore' | 'confirm' | 'not_me'

/** Of a printed letter, which travels by post. */
export const LETTER_DAYS = 30

/** How long the link of an email or a letter works. */
export const LINK_HOURS: Record<LinkPurpose, number> = {
  activate: 7 * 24,
  letter: LETTER_DAYS * 24,
  restore: 1,
  confirm: 7 * 24,
  not_me: NEW_FACTOR_HOURS,
}

/** 'El enlace sirve durante 7 días y una sola vez.' */
export function linkLife(purpose: LinkPurpose): string {
  const hours = LINK_HOURS[purpose]
  const life =
    hours % 24 === 0 ? counted(hours / 24, 'día', 'días') : counted(hours, 'hora', 'horas')
  return `El enlace sirve durante ${life} y una sola vez.`
}
