import {
  EMAIL_CONFIRMATION_DAYS,
  EMAIL_REVERT_HOURS,
} from '@carpeta/domain/people/email-change-rules'
import type { Config } from '../config/config.ts'
import {
  type Addressee,
  type Email,
  pageAddress,
  personalEmail,
  senderOf,
} from '../email/render-email.ts'

/** Goes to the new address, which may be anybody's: it has no text that was typed, not even a name. */
export function confirmNewEmail(to: { email: string }, token: string, config: Config): Email {
  return personalEmail({ ...to, firstName: '' }, config, {
    subject: 'Confirma tu correo nuevo',
    paragraphs: [
      `Se pidió que los correos de tu Carpeta Virtual en ${senderOf(config).company} lleguen a esta dirección. Confirma que es tuya; hasta entonces sigue la anterior.`,
    ],
    action: {
      label: 'Confirmar mi correo nuevo',
      address: pageAddress('/confirm-new-email', config, { token }),
    },
    footnotes: [
      `El enlace sirve durante ${EMAIL_CONFIRMATION_DAYS} días y una sola vez.`,
      'Si no sabes de qué se trata, no hagas nada.',
    ],
  })
}

/** Goes to the old address at once, because the new one may belong to an attacker. */
export function emailChangeNotice(to: Addressee, token: string, config: Config): Email {
  return personalEmail(to, config, {
    subject: 'Se pidió cambiar tu correo',
    paragraphs: [
      'Se pidió cambiar el correo de tu Carpeta Virtual. El cambio vale cuando alguien lo confirme desde la dirección nueva.',
      'Si lo pediste tú, no tienes que hacer nada. Si no, detenlo ahora: también se cierran las sesiones, se quitan las llaves de acceso y los códigos, y eliges una contraseña nueva.',
    ],
    action: { label: 'Detener el cambio', address: revertAddress(token, config) },
    footnotes: [`El enlace sirve hasta ${EMAIL_REVERT_HOURS} horas después del cambio.`],
  })
}

/** Goes to the old address when the change takes effect. */
export function emailChangedNotice(to: Addressee, token: string, config: Config): Email {
  return personalEmail(to, config, {
    subject: 'Tu correo cambió',
    paragraphs: [
      'El correo de tu Carpeta Virtual acaba de cambiar: desde ahora los correos llegan al nuevo.',
      'Si no fuiste tú, deshaz el cambio ahora: también se cierran las sesiones, se quitan las llaves de acceso y los códigos, y eliges una contraseña nueva.',
    ],
    action: { label: 'Deshacer el cambio', address: revertAddress(token, config) },
    footnotes: [
      `El enlace sirve durante ${EMAIL_REVERT_HOURS} horas.`,
      `Si necesitas ayuda, escribe a ${senderOf(config).contactEmail}.`,
    ],
  })
}

type Owner = Addressee & { rut: string | null }

/** Goes to both addresses. */
export function emailRevertedNotice(to: Owner, config: Config): Email {
  return takenBackEmail(to, config, {
    subject: 'Se deshizo el cambio de tu correo',
    undone: 'Desde la dirección anterior se deshizo el cambio de correo de tu Carpeta Virtual.',
  })
}

/** Goes to both addresses, where the email had changed too. */
export function takenBackNotice(to: Owner, config: Config): Email {
  return takenBackEmail(to, config, {
    subject: 'Se recuperó tu cuenta',
    undone: 'Con el enlace «No fui yo» se recuperó tu Carpeta Virtual.',
  })
}

function takenBackEmail(
  to: Owner,
  config: Config,
  { subject, undone }: { subject: string; undone: string },
): Email {
  const chooseNew =
    to.rut === null ? 'pídenos una nueva' : 'elige una nueva con «Olvidé mi contraseña»'
  return personalEmail(to, config, {
    subject,
    paragraphs: [
      `${undone} Se cerraron todas las sesiones. La contraseña, las llaves de acceso, la aplicación de códigos, los códigos de recuperación y los enlaces de antes ya no sirven, porque pueden ser de otra persona.`,
      `Si todavía no elegiste otra contraseña, ${chooseNew}. Después puedes agregar de nuevo tus llaves de acceso y tu aplicación de códigos en tu perfil.`,
      'Terminaron también los accesos a tus compras y los de programas que se dieron desde tu cuenta: si eran tuyos, dalos de nuevo. Los correos de tus trámites están encendidos otra vez.',
    ],
    action: { label: 'Ir a la Carpeta Virtual', address: config.publicUrl.href },
  })
}

function revertAddress(token: string, config: Config): string {
  return pageAddress('/revert-email', config, { token })
}
