import { expect, test } from 'vitest'
import { mailFailureReason } from './mail-failures.ts'

test.each([
  ['550 5.1.1 The email account that you tried to reach does not exist', 'La dirección no existe'],
  ["Can't send mail - all recipients were rejected: 550 no such user", 'La dirección no existe'],
  ['552 mailbox full', 'El buzón está lleno'],
  ['552-5.2.2 The email account is over quota', 'El buzón está lleno'],
  ['452 4.2.2 The recipient is over quota', 'El buzón está lleno'],
  ['452-4.2.2 The email account is over quota', 'El buzón está lleno'],
  ['452 4.3.1 Out of disk', 'El servidor de correo no lo pudo recibir en ese momento'],
  ['Invalid login: 535 Authentication failed', 'El servidor de correo lo rechazó'],
  ['Mail command failed: 550 Sender unknown', 'El servidor de correo lo rechazó'],
  ['554 Denied', 'El servidor de correo lo rechazó por sus reglas'],
  ['Message failed: 550 #5.7.1 blocked', 'El servidor de correo lo rechazó por sus reglas'],
  ['552 5.3.4 Message too big', 'El servidor de correo lo rechazó'],
  ['421 4.7.0 Try again later', 'El servidor de correo no lo pudo recibir en ese momento'],
  ['No recipients defined', 'La dirección no es válida'],
  ['connect ETIMEDOUT 10.0.0.1:587', 'No se pudo enviar'],
])('staff read of ‘%s’: %s (§12.2256, §12.2293)', (said, reason) => {
  expect(mailFailureReason(said)).toBe(reason)
})
