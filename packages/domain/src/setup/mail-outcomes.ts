import { countedOutcomes } from '../system/mail-failures.ts'

/** How a test email went; without a mail server it is a file in a folder. */
export const mailOutcomes = [...countedOutcomes, 'folder'] as const

export type MailOutcome = (typeof mailOutcomes)[number]

/** Whether no email goes out: the server, or what it is told, is wrong. */
export const isMailRefused = (outcome: MailOutcome) =>
  outcome !== 'sent' && outcome !== 'folder' && outcome !== 'recipient'

export const mailOutcomeSentences: Record<MailOutcome, string> = {
  sent: 'El servidor de correo aceptó el correo de prueba. Revisa que haya llegado a tu casilla.',
  folder:
    'No hay servidor de correo: falta SMTP_URL. El correo de prueba quedó en la carpeta de correos del portal.',
  login: 'El servidor de correo rechazó el usuario o la contraseña de SMTP_URL.',
  encryption:
    'El servidor de correo no ofrece una conexión cifrada. Revisa el puerto y el protocolo de SMTP_URL.',
  connection:
    'No hubo conexión con el servidor de correo. Revisa el nombre y el puerto de SMTP_URL.',
  sender: 'El servidor de correo no acepta el remitente. Revisa MAIL_FROM.',
  recipient: 'El servidor de correo rechazó tu dirección. Revisa tu correo en tu perfil.',
  failed: 'El servidor de correo respondió con un error. El registro del portal tiene el detalle.',
}
