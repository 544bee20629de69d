/** What became of an email that was given to the mail server. */
export const countedOutcomes = [
  'sent',
  'login',
  'encryption',
  'connection',
  'sender',
  'recipient',
  'failed',
] as const

export type CountedOutcome = (typeof countedOutcomes)[number]

/** What the mail server did. */
export const countedOutcomeNames: Record<CountedOutcome, string> = {
  sent: 'Lo aceptó',
  login: 'Rechazó el usuario o la contraseña',
  encryption: 'No ofreció una conexión cifrada',
  connection: 'No hubo conexión',
  sender: 'No aceptó el remitente',
  recipient: 'Rechazó al destinatario',
  failed: 'Respondió con otro error',
}
