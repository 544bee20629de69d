import { linkLife } from '@carpeta/domain/access/link-rules'
import type { Config } from '../config/config.ts'
import {
  type Addressee,
  type Email,
  pageAddress,
  personalEmail,
  senderOf,
} from '../email/render-email.ts'

// Emails hold no amount and no complete rut.

/** In the email about a new password, which also ends the factors of a thief who knew the former one. */
const FACTORS_REMOVED =
  'También se quitaron tus llaves de acceso y tu aplicación de códigos, porque se agregaron en los últimos 3 días y pudo hacerlo otra persona. Si eran tuyas, agrégalas de nuevo en tu perfil.'

/** Which second factors a new password removed, and which it left. */
export interface FactorsAfter {
  areRemoved?: boolean
  /** How many passkeys open the account as before. */
  passkeys?: number
}

/** A passkey needs no password, and a thief may have added it: an owner who only changes the password has to know. */
export function factorSentences({ areRemoved = false, passkeys = 0 }: FactorsAfter): string[] {
  if (areRemoved) return [FACTORS_REMOVED]
  if (passkeys === 0) return []
  return [
    passkeys === 1
      ? 'Tu llave de acceso sigue sirviendo para ingresar sin contraseña. Si no la agregaste tú, quítala en tu perfil.'
      : `Tus ${passkeys} llaves de acceso siguen sirviendo para ingresar sin contraseña. Si no agregaste alguna de ellas, quítala en tu perfil.`,
  ]
}

/** How an account gets another password: 'Olvidé mi contraseña' asks for a rut. */
export function recoverPassword({ rut }: { rut?: string | null }): string {
  return rut === null ? 'pídenos una contraseña nueva' : 'recupera tu contraseña'
}

export function activationEmail(to: Addressee, token: string, config: Config): Email {
  return personalEmail(to, config, {
    subject: 'Activa tu Carpeta Virtual',
    paragraphs: [
      `${senderOf(config).company} abrió para ti una cuenta en la Carpeta Virtual: ahí puedes ver lo que debes, lo que has pagado y cómo avanza la escritura de tu propiedad.`,
      'Para empezar, activa tu cuenta y elige una contraseña.',
    ],
    action: {
      label: 'Activar mi cuenta',
      address: pageAddress('/client/check', config, { token }),
    },
    footnotes: [linkLife('activate')],
  })
}

export function restoreEmail(to: Addressee, token: string, config: Config): Email {
  return personalEmail(to, config, {
    subject: 'Recupera tu contraseña',
    paragraphs: ['Pediste recuperar la contraseña de tu Carpeta Virtual. Elige una nueva aquí:'],
    action: chooseNewPassword(token, config),
    footnotes: [
      linkLife('restore'),
      'Si no lo pediste tú, no hagas nada: tu contraseña sigue siendo la misma.',
    ],
  })
}

function chooseNewPassword(token: string, config: Config) {
  const address = pageAddress('/client/check', config, { token })
  return { label: 'Elegir una contraseña nueva', address }
}

export function passwordChangedEmail(
  to: Addressee & { rut: string | null },
  config: Config,
  factors: FactorsAfter = {},
): Email {
  return personalEmail(to, config, {
    subject: 'Tu contraseña cambió',
    paragraphs: [
      'La contraseña de tu Carpeta Virtual acaba de cambiar, y se cerraron las demás sesiones abiertas.',
      ...factorSentences(factors),
      `Si no fuiste tú, ${recoverPassword(to)} ahora y avísanos.`,
    ],
    action: { label: 'Ir a la Carpeta Virtual', address: config.publicUrl.href },
  })
}

/** A member entered with the code of a printed letter. */
export function letterUsedEmail(to: Addressee & { rut: string | null }, config: Config): Email {
  return personalEmail(to, config, {
    subject: 'Tu cuenta fue activada',
    paragraphs: [
      `Con el código de una carta de ${senderOf(config).company} se eligió una contraseña para tu Carpeta Virtual.`,
      `Si no fuiste tú, ${recoverPassword(to)} ahora y avísanos.`,
    ],
    action: { label: 'Ir a la Carpeta Virtual', address: config.publicUrl.href },
  })
}

type Owner = Addressee & { rut: string | null }

/** Staff open the account again that they had closed. */
export function accountReopenedEmail(to: Owner, token: string, config: Config): Email {
  return startAgainEmail(to, token, config, {
    subject: 'Tu cuenta está abierta de nuevo',
    change: `${senderOf(config).company} abrió de nuevo tu Carpeta Virtual. Las llaves de acceso y los códigos que tenías ya no sirven.`,
  })
}

/** Staff checked who the owner is, and wrote this email. */
export function identityCheckedEmail(to: Owner, token: string, config: Config): Email {
  return startAgainEmail(to, token, config, {
    subject: 'Tu cuenta empieza de nuevo',
    change: `${senderOf(config).company} comprobó tu identidad: desde ahora los correos de tu Carpeta Virtual llegan solo a esta dirección. Las sesiones, las llaves de acceso y los códigos de antes ya no sirven, y terminaron los accesos a tus compras que se habían dado desde tu cuenta.`,
  })
}

export function secondFactorResetEmail(to: Owner, token: string, config: Config): Email {
  return startAgainEmail(to, token, config, {
    subject: 'Tu segundo factor fue restablecido',
    change: `${senderOf(config).company} quitó tus llaves de acceso, tu aplicación de códigos y tus códigos de recuperación, y cerró tus sesiones. Puedes configurarlos de nuevo en tu perfil.`,
  })
}

/** Staff gave the account other permissions or another rut: a temporary password of before is void. */
export function accountChangedEmail(to: Owner, token: string, config: Config): Email {
  return startAgainEmail(to, token, config, {
    subject: 'Tu cuenta cambió',
    change: `${senderOf(config).company} cambió los permisos o el rut de tu Carpeta Virtual.`,
    password: 'Por seguridad, la contraseña temporal que tenías ya no sirve: elige la tuya aquí.',
  })
}

function startAgainEmail(
  to: Owner,
  token: string,
  config: Config,
  {
    subject,
    change,
    password = 'Por seguridad, tu contraseña anterior tampoco sirve: elige una nueva aquí.',
  }: { subject: string; change: string; password?: string },
): Email {
  const askAgain =
    to.rut === null ? 'pídenos otro' : 'pide otro con «Olvidé mi contraseña», en el inicio'
  return personalEmail(to, config, {
    subject,
    paragraphs: [
      change,
      password,
      `Si no lo pediste, avísanos en ${senderOf(config).contactEmail}.`,
    ],
    action: chooseNewPassword(token, config),
    footnotes: [`${linkLife('restore')} Si ya no sirve, ${askAgain}.`],
  })
}

/** Goes to the old address, which cannot undo the change. */
export function emailReplacedNotice(to: Addressee, config: Config): Email {
  return personalEmail(to, config, {
    subject: 'Tu correo cambió',
    paragraphs: [
      'El correo de tu Carpeta Virtual acaba de cambiar: desde ahora los correos llegan al nuevo.',
      `Si no fuiste tú, avísanos ahora en ${senderOf(config).contactEmail}.`,
    ],
  })
}

/** To an address that is somebody else's by what the owner says: it has no name. */
export function emailRemovedNotice(to: { email: string }, config: Config): Email {
  const { company, contactEmail } = senderOf(config)
  return personalEmail({ ...to, firstName: '' }, config, {
    subject: 'Quitamos tu correo de una cuenta',
    paragraphs: [
      `Quien activó una cuenta de la Carpeta Virtual de ${company} dijo que este correo no es suyo, y lo quitamos de ella.`,
      `Si la cuenta es tuya, avísanos ahora en ${contactEmail}.`,
    ],
  })
}

/** Anyone can have it sent to any address, so it has no text that was typed, not even a name. */
export function confirmationEmail(to: { email: string }, token: string, config: Config): Email {
  return personalEmail({ ...to, firstName: '' }, config, {
    subject: 'Confirma tu correo',
    paragraphs: [
      'Para terminar tu registro en la Carpeta Virtual, confirma que este correo es tuyo.',
    ],
    action: {
      label: 'Confirmar mi correo',
      address: pageAddress('/confirm-email', config, { code: token }),
    },
    footnotes: [linkLife('confirm')],
  })
}

/** Goes to the owner of an email that is registered again; the screen does not tell (docs/security.md 1.6). */
export function alreadyRegisteredEmail(
  to: { email: string; rut?: string | null },
  config: Config,
): Email {
  return personalEmail({ ...to, firstName: '' }, config, {
    subject: 'Ya tienes una cuenta',
    paragraphs: [
      'Alguien pidió registrarse en la Carpeta Virtual con este correo, que ya tiene una cuenta.',
      `Si fuiste tú, ingresa como siempre o ${recoverPassword(to)}. Si no, no hagas nada.`,
    ],
    action: { label: 'Ir a la Carpeta Virtual', address: config.publicUrl.href },
  })
}
