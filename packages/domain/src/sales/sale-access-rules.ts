import { type CalendarDate, isCalendarDate } from '../dates/dates.ts'
import { invalid, type Refusal, refusal, required, tooMany } from '../errors/refusal.ts'
import { canonicalRut, isCompanyRut, isValidRut, rutMessages } from '../people/rut.ts'
import type { SaleAccessKind } from './shared-sale.ts'

export const saleAccessKindLabels: Record<SaleAccessKind, string> = {
  co_holder: 'Co-titular',
  representative: 'Representante legal',
}

/** Whether the reader sees the sale now. */
export const saleAccessStates = ['valid', 'over', 'void', 'revoked'] as const

export type SaleAccessState = (typeof saleAccessStates)[number]

export const saleAccessStateLabels: Record<SaleAccessState, string> = {
  valid: 'Vigente',
  over: 'Venció',
  void: 'Suspendido',
  revoked: 'Quitado',
}

/** In the place of 'Vigente' while its reader cannot enter yet. */
export const ACCESS_AWAITS_ACCOUNT = 'Espera su cuenta'

/** One that is void may hold again, when accounting names its reader again; one that is over does not. */
export function canRevoke(state: SaleAccessState): boolean {
  return state === 'valid' || state === 'void'
}

/** Of one that is void. */
export const SUSPENDED_BY_ACCOUNTING =
  'La contabilidad ya no nombra a esta persona: hoy no ve la compra. Si vuelve a nombrarla, la verá de nuevo, salvo que se quite el acceso.'

/** Valid ones of one sale. */
export const MAX_SALE_ACCESSES = 3

export const saleAccessMessages = {
  coHolder: refusal(
    'no_reader',
    'La contabilidad no informa un co-titular con rut para esta compra',
  ),
  notCompany: refusal('no_reader', 'Solo la compra de una empresa tiene representante legal'),
  representative: required('Ingresa el rut del representante'),
  company: invalid('Ingresa el rut de una persona'),
  own: invalid('Es el rut del titular, que ya ve la compra'),
  ownByStaff: refusal('own_account', 'No puedes darte acceso a ti'),
  lastDay: invalid('Fecha no válida'),
  past: invalid('La fecha no puede ser anterior a hoy'),
  tooMany: tooMany(
    `Esta compra ya tiene ${MAX_SALE_ACCESSES} accesos vigentes. Quita uno antes de dar otro.`,
  ),
} as const

/** The rut that a company's holder types; null when it may be a representative's. */
export function representativeProblem(typed: string, holderRut: string): Refusal | null {
  if (typed.trim() === '') return saleAccessMessages.representative
  if (!isValidRut(typed)) return rutMessages.invalid
  if (canonicalRut(typed) === holderRut) return saleAccessMessages.own
  return isCompanyRut(typed) ? saleAccessMessages.company : null
}

/** @param typed the last day of an access, or '' for none */
export function lastDayProblem(typed: string, today: CalendarDate): Refusal | null {
  if (typed === '') return null
  if (!isCalendarDate(typed)) return saleAccessMessages.lastDay
  return typed < today ? saleAccessMessages.past : null
}

/** The kinds of access that may be given to a sale. */
export function givableKinds({
  holderRut,
  coHolderRut,
}: {
  holderRut: string
  /** As accounting writes it; '' without a co-holder. */
  coHolderRut: string
}): SaleAccessKind[] {
  const coHolder = canonicalRut(coHolderRut)
  return [
    ...(coHolder !== null && coHolder !== holderRut ? (['co_holder'] as const) : []),
    ...(isCompanyRut(holderRut) ? (['representative'] as const) : []),
  ]
}

/** Whether a reader has an account to read the sale with. */
export const accessEntries = ['no_account', 'not_active', 'closed', 'ready'] as const

export type AccessEntry = (typeof accessEntries)[number]

export const accessEntryLabels: Record<AccessEntry, string> = {
  no_account:
    'Aún no puede entrar. La cooperativa lo sabe: comprobará quién es, le creará su cuenta y le enviará una invitación por correo. No hay un día fijo',
  not_active:
    'Aún no puede entrar: le falta elegir su contraseña, con la invitación que la cooperativa le envía por correo',
  closed: 'Hoy no puede entrar con su cuenta: que escriba a la cooperativa',
  ready: 'Ya puede entrar, con su propia cuenta',
}
