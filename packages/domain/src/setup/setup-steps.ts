import { refusal } from '../errors/refusal.ts'

/** What a new installation needs before its members come, in the order of the screen. */
export const setupSteps = [
  'company',
  'payment_account',
  'online_payments',
  'mail',
  'load',
  'procedures',
  'second_factor',
  'invitations',
] as const

export type SetupStep = (typeof setupSteps)[number]

export const setupStates = ['done', 'missing', 'not_applicable'] as const

export type SetupState = (typeof setupStates)[number]

export const setupStateNames: Record<SetupState, string> = {
  done: 'Listo',
  missing: 'Falta',
  not_applicable: 'No aplica',
}

export const setupStepNames: Record<SetupStep, string> = {
  company: 'Datos de la cooperativa',
  payment_account: 'Cuenta para transferencias',
  online_payments: 'Pagos en línea',
  mail: 'Servidor de correo',
  load: 'Primera carga real',
  procedures: 'Trámites',
  second_factor: 'Segundo factor del personal',
  invitations: 'Invitación de los socios',
}

/** Of the first step that is missing, in place of its state's name. */
export const nextStepName = 'Lo siguiente'

/** Shown in place of the state of a step that was done but does not work. */
export const brokenStepName = 'Con error'

/** How many steps are missing. */
export function countMissing(states: readonly SetupState[]): number {
  return states.filter((state) => state === 'missing').length
}

export const setupMessages = {
  notDone: refusal('wrong_state', 'La lista se oculta cuando no falta nada'),
  noEmail: refusal('no_email', 'Tu cuenta no tiene correo: agrégalo en tu perfil'),
} as const
