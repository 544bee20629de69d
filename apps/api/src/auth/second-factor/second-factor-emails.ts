import type { Config } from '../../config/config.ts'
import { greeting } from '../../email/greeting.ts'
import { type Email, renderEmail } from '../../email/render-email.ts'
import { senderOf } from '../../email/sender.ts'
import type { Account } from '../../users/account.ts'

type Addressee = Pick<Account, 'firstName' | 'email'>

// None holds the name of a passkey: a thief of the session could write anything into it. None says
// that the owner did it: a thief of the session may have.

export function passkeyAddedEmail(to: Addressee, config: Config): Email {
  return notice(to, config, {
    subject: 'Se agregó una llave de acceso',
    what: 'Tu Carpeta Virtual tiene una llave de acceso nueva: con ella se ingresa sin contraseña.',
    // A new password does not end it.
    ifNotYou: 'quítala en tu perfil, cambia tu contraseña',
  })
}

export function passkeyRemovedEmail(to: Addressee, config: Config): Email {
  return notice(to, config, {
    subject: 'Se quitó una llave de acceso',
    what: 'Una llave de acceso de tu Carpeta Virtual ya no sirve para ingresar.',
  })
}

export function totpAddedEmail(to: Addressee, config: Config): Email {
  return notice(to, config, {
    subject: 'Se configuró una aplicación de códigos',
    what: 'Desde ahora, para ingresar con tu contraseña se pide también un código de tu aplicación.',
  })
}

export function totpRemovedEmail(to: Addressee, config: Config): Email {
  return notice(to, config, {
    subject: 'Se quitó tu aplicación de códigos',
    what: 'Los códigos de tu aplicación ya no sirven para ingresar a tu Carpeta Virtual.',
  })
}

export function recoveryCodesRenewedEmail(to: Addressee, config: Config): Email {
  return notice(to, config, {
    subject: 'Se reemplazaron tus códigos de recuperación',
    what: 'Tu Carpeta Virtual tiene códigos de recuperación nuevos. Los anteriores ya no sirven.',
  })
}

export function recoveryCodeUsedEmail(to: Addressee, config: Config, left: number): Email {
  return notice(to, config, {
    subject: 'Se usó un código de recuperación',
    what: `Alguien ingresó a tu Carpeta Virtual con tu contraseña y un código de recuperación. ${codesLeft(left)}`,
  })
}

function codesLeft(left: number): string {
  if (left === 0) return 'No te quedan más: crea códigos nuevos en tu perfil.'
  return left === 1 ? 'Te queda 1 código.' : `Te quedan ${left} códigos.`
}

export function secondFactorResetEmail(to: Addressee, config: Config): Email {
  const { company } = senderOf(config)
  return notice(to, config, {
    subject: 'Tu segundo factor fue restablecido',
    what: `${company} quitó tus llaves de acceso, tu aplicación de códigos y tus códigos de recuperación, y cerró tus sesiones. Puedes configurarlos de nuevo en tu perfil.`,
  })
}

function notice(
  to: Addressee,
  config: Config,
  {
    subject,
    what,
    ifNotYou = 'cambia tu contraseña ahora',
  }: { subject: string; what: string; ifNotYou?: string },
): Email {
  const sender = senderOf(config)
  const content = {
    subject,
    greeting: greeting(to.firstName),
    paragraphs: [
      what,
      `Si no fuiste tú ni lo pediste, ${ifNotYou} y avísanos en ${sender.contactEmail}.`,
    ],
    action: {
      label: 'Cambiar mi contraseña',
      address: new URL('/change-password', config.publicUrl).href,
    },
  }
  return renderEmail(to.email, content, sender)
}
