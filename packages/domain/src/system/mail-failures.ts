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

/** The codes of RFC 3463 for a wrong address. */
const WRONG_ADDRESS = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']

export function isWrongAddress(code: string): boolean {
  return WRONG_ADDRESS.includes(code)
}

/** For replies without an enhanced code (RFC 5321): login required, mailbox full, refused by a policy or quota. */
const REPLIES: Record<string, string> = { 530: '5.7.0', 552: '5.2.2', 554: '5.7.0' }

/** Of a reply that is permanent. Some servers write a `#` before it, and many none. */
export function enhancedCode(response: string): string | undefined {
  const [, code] = /^5\d\d[ -]#?(5\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  return code ?? REPLIES[response.slice(0, 3)]
}

/** Why an email did not arrive, from the words of the mail server, which are seldom Spanish. */
export function mailFailureReason(said: string): string {
  const [, reply] = /(?:^|\s)([45]\d\d(?:[ -].*)?)$/s.exec(said) ?? []
  if (reply === undefined) {
    return /recipient/i.test(said) ? 'La dirección no es válida' : 'No se pudo enviar'
  }
  if (/[ #-]4\.2\.2\b/.test(reply)) return 'El buzón está lleno'
  if (reply.startsWith('4')) return 'El servidor de correo no lo pudo recibir en ese momento'
  const code = enhancedCode(reply)
  // Without one it may be about the login or the sender.
  if (code === undefined ? /^5|recipient/i.test(said) : isWrongAddress(code)) {
    return 'La dirección no existe'
  }
  if (code === '5.2.2') return 'El buzón está lleno'
  if (code?.startsWith('5.7.')) return 'El servidor de correo lo rechazó por sus reglas'
  return 'El servidor de correo lo rechazó'
}
