import { TEMPORARY_PASSWORD_DAYS } from '@carpeta/domain/access/password-rules'
import { type FactorsAfter, factorSentences, recoverPassword } from '../account/account-emails.ts'
import type { Config } from '../config/config.ts'
import { type Addressee, type Email, personalEmail, senderOf } from '../email/render-email.ts'
/** Tells the owner of every password that staff set, even on request; the email does not hold it. */
export function temporaryPasswordEmail(
  to: Addressee & { rut: string | null },
  config: Config,
  factors: FactorsAfter = {},
): Email {
  const sender = senderOf(config)
  return personalEmail(to, config, {
    subject: 'Tu contraseña cambió',
    paragraphs: [
      `${sender.company} puso una contraseña temporal a tu Carpeta Virtual, y se cerraron las sesiones abiertas. Sirve ${TEMPORARY_PASSWORD_DAYS} días y solo para elegir la tuya.`,
      ...factorSentences(factors),
      `Si no lo pediste, avísanos ahora en ${sender.contactEmail} y ${recoverPassword(to)}.`,
    ],
    action: { label: 'Ir a la Carpeta Virtual', address: config.publicUrl.href },
  })
}

/** The account opens with a temporary password, which staff hand over. */
export function accountOpenedEmail(to: Addressee, config: Config): Email {
  const sender = senderOf(config)
  return personalEmail(to, config, {
    subject: 'Tienes una cuenta en la Carpeta Virtual',
    paragraphs: [
      `${sender.company} abrió para ti una cuenta en la Carpeta Virtual, con una contraseña temporal que te entregará aparte. Sirve ${TEMPORARY_PASSWORD_DAYS} días y solo para elegir la tuya.`,
      `Si no la esperabas, avísanos en ${sender.contactEmail}.`,
    ],
    action: { label: 'Ir a la Carpeta Virtual', address: config.publicUrl.href },
  })
}

/** The owner logs in with the rut and must know the new one. */
export function rutChangedEmail(
  to: Addressee & { rut: string | null },
  config: Config,
  { hasOwnPassword }: { hasOwnPassword: boolean },
): Email {
  const sender = senderOf(config)
  const name = to.rut === null ? 'tu correo' : 'el nuevo'
  const logsInWith = hasOwnPassword ? `${name} y con la contraseña de siempre` : name
  return personalEmail(to, config, {
    subject: 'Tu rut cambió',
    paragraphs: [
      `${sender.company} cambió el rut de tu Carpeta Virtual: desde ahora ingresas con ${logsInWith}.`,
      `Si no te corresponde, avísanos ahora en ${sender.contactEmail}.`,
    ],
    action: { label: 'Ir a la Carpeta Virtual', address: config.publicUrl.href },
  })
}

/** Goes to the owner, whom staff may not have asked. */
export function accountClosedEmail(to: Addressee, config: Config): Email {
  const sender = senderOf(config)
  return personalEmail(to, config, {
    subject: 'Tu cuenta fue desactivada',
    paragraphs: [
      `${sender.company} desactivó tu cuenta de la Carpeta Virtual: por ahora no puedes ingresar. Cuando la abramos de nuevo te llegará un correo para elegir otra contraseña.`,
      `Si no lo pediste, avísanos ahora en ${sender.contactEmail}.`,
    ],
  })
}

/** Goes to the owner, whom staff may not have asked. */
export function accountDeletedEmail(to: Addressee, config: Config): Email {
  const sender = senderOf(config)
  return personalEmail(to, config, {
    subject: 'Tu cuenta fue eliminada',
    paragraphs: [
      `${sender.company} eliminó tu cuenta de la Carpeta Virtual: ya no puedes ingresar, y los enlaces de los correos anteriores no sirven.`,
      `Si no lo pediste, avísanos ahora en ${sender.contactEmail}.`,
    ],
  })
}

/** Goes to the owner of a deleted account: whoever has its rut sees what belongs to it. */
export function rutTakenEmail(to: Addressee, config: Config): Email {
  const sender = senderOf(config)
  return personalEmail(to, config, {
    subject: 'Otra cuenta tiene tu rut',
    paragraphs: [
      `${sender.company} había eliminado tu cuenta de la Carpeta Virtual. Ahora otra cuenta tiene el rut de la tuya, y quien ingresa en ella ve tus compras y tus pagos.`,
      `Si no es tuya, avísanos ahora en ${sender.contactEmail}.`,
    ],
  })
}
