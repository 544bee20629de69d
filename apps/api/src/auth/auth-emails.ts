import { linkLife } from '@carpeta/domain/access/link-rules'
import type { Config } from '../config/config.ts'
import {
  type Addressee,
  type Email,
  pageAddress,
  personalEmail,
  senderOf,
} from '../email/render-email.ts'

const IF_NOT_YOU =
  'Si fuiste tú, no tienes que hacer nada. Si no, cambia tu contraseña ahora: eso cierra todas las sesiones abiertas.'

/** Warns of a login after many failures: the password may have been guessed. */
export function manyFailuresEmail(to: Addressee, config: Config): Email {
  return personalEmail(to, config, {
    subject: 'Hubo muchos intentos fallidos antes de tu ingreso',
    paragraphs: [
      'Alguien intentó muchas veces ingresar a tu Carpeta Virtual con una contraseña o un código equivocado, y luego hubo un ingreso correcto.',
      IF_NOT_YOU,
    ],
    action: changePassword(config),
  })
}

/** Warns of guesses at the password in a session that is open: the login that opened it may be a thief's. */
export function wrongConfirmationsEmail(to: Addressee, config: Config): Email {
  return personalEmail(to, config, {
    subject: 'Alguien intenta adivinar tu contraseña',
    paragraphs: [
      'En una sesión abierta de tu Carpeta Virtual se escribió muchas veces una contraseña equivocada para confirmar quién eres.',
      IF_NOT_YOU,
    ],
    action: changePassword(config),
  })
}

/** Warns of a wrong code after the right password. */
export function knownPasswordEmail(to: Addressee, config: Config): Email {
  return personalEmail(to, config, {
    subject: 'Alguien escribió tu contraseña y un código equivocado',
    paragraphs: [
      'Alguien escribió la contraseña de tu Carpeta Virtual y un código equivocado, y no pudo ingresar.',
      IF_NOT_YOU,
    ],
    action: changePassword(config),
  })
}

/** Warns of a login in a browser that the account has not used before. */
export function newDeviceEmail(
  to: Addressee,
  config: Config,
  { device, place }: { device: string; place: string },
): Email {
  return personalEmail(to, config, {
    subject: 'Ingreso desde un equipo nuevo',
    paragraphs: [
      `Alguien ingresó a tu Carpeta Virtual desde un equipo que no habías usado: ${device}, ${place}.`,
      IF_NOT_YOU,
    ],
    action: changePassword(config),
  })
}

export function sessionsEndedEmail(to: Addressee, config: Config): Email {
  const { company, contactEmail } = senderOf(config)
  return personalEmail(to, config, {
    subject: 'Se cerraron tus sesiones',
    paragraphs: [
      `${company} cerró las sesiones abiertas de tu Carpeta Virtual. Tu contraseña sigue siendo la misma.`,
      `Si no lo pediste, avísanos en ${contactEmail}.`,
    ],
    action: { label: 'Ir a la Carpeta Virtual', address: config.publicUrl.href },
  })
}

// A thief of the session may have changed a factor: no email below says that the owner did it, or
// holds the name of a passkey, into which a thief could write anything.

export function passkeyAddedEmail(to: Addressee, token: string, config: Config): Email {
  return addedEmail(to, token, config, {
    subject: 'Se agregó una llave de acceso',
    change:
      'Tu Carpeta Virtual tiene una llave de acceso nueva: con ella se ingresa sin contraseña.',
  })
}

export function passkeyRemovedEmail(to: Addressee, config: Config): Email {
  return factorEmail(to, config, {
    subject: 'Se quitó una llave de acceso',
    change: 'Una llave de acceso de tu Carpeta Virtual ya no sirve para ingresar.',
  })
}

export function totpAddedEmail(to: Addressee, token: string, config: Config): Email {
  return addedEmail(to, token, config, {
    subject: 'Se configuró una aplicación de códigos',
    change:
      'Desde ahora, para ingresar con tu contraseña se pide también un código de tu aplicación.',
  })
}

export function totpRemovedEmail(to: Addressee, config: Config): Email {
  return factorEmail(to, config, {
    subject: 'Se quitó tu aplicación de códigos',
    change: 'Los códigos de tu aplicación ya no sirven para ingresar a tu Carpeta Virtual.',
  })
}

export function recoveryCodesRenewedEmail(to: Addressee, token: string, config: Config): Email {
  return addedEmail(to, token, config, {
    subject: 'Se reemplazaron tus códigos de recuperación',
    change: 'Tu Carpeta Virtual tiene códigos de recuperación nuevos. Los anteriores ya no sirven.',
  })
}

export function recoveryCodeUsedEmail(to: Addressee, config: Config, left: number): Email {
  return factorEmail(to, config, {
    subject: 'Se usó un código de recuperación',
    change: `Alguien ingresó a tu Carpeta Virtual con tu contraseña y un código de recuperación. ${codesLeft(left)}`,
  })
}

function codesLeft(left: number): string {
  if (left === 0) return 'No te quedan más: crea códigos nuevos en tu perfil.'
  return left === 1 ? 'Te queda 1 código.' : `Te quedan ${left} códigos.`
}

interface Change {
  subject: string
  change: string
}

/** A thief who added it may have locked the owner out: the link works without a login. */
export function addedEmail(
  to: Addressee,
  token: string,
  config: Config,
  { subject, change }: Change,
): Email {
  return personalEmail(to, config, {
    subject,
    paragraphs: [
      change,
      'Si fuiste tú, no tienes que hacer nada. Si no, responde ahora con «No fui yo»: se cierran las sesiones, se quitan todas las llaves de acceso y los códigos, y eliges una contraseña nueva.',
    ],
    action: { label: 'No fui yo', address: pageAddress('/not-me', config, { token }) },
    footnotes: [
      linkLife('not_me'),
      `Si necesitas ayuda, escribe a ${senderOf(config).contactEmail}.`,
    ],
  })
}

function factorEmail(to: Addressee, config: Config, { subject, change }: Change): Email {
  const { contactEmail } = senderOf(config)
  return personalEmail(to, config, {
    subject,
    paragraphs: [
      change,
      `Si no fuiste tú ni lo pediste, cambia tu contraseña ahora y avísanos en ${contactEmail}.`,
    ],
    action: changePassword(config),
  })
}

function changePassword(config: Config) {
  return { label: 'Cambiar mi contraseña', address: pageAddress('/change-password', config) }
}
