import { TEMPORARY_PASSWORD_DAYS } from '@carpeta/domain/access/passwords/temporary-password-rules'
import type { Addressee } from '../../account/account-emails.ts'
import type { Config } from '../../config/config.ts'
import { greeting } from '../../email/greeting.ts'
import { type Email, renderEmail } from '../../email/render-email.ts'
import { senderOf } from '../../email/sender.ts'

/** Tells the owner of every password that staff set, even on request; the email does not hold it. */
export function temporaryPasswordEmail(to: Addressee, config: Config): Email {
  const sender = senderOf(config)
  return renderEmail(
    to.email,
    {
      subject: 'Tu contraseña cambió',
      greeting: greeting(to.firstName),
      paragraphs: [
        `${sender.company} puso una contraseña temporal a tu Carpeta Virtual, y se cerraron las sesiones abiertas. Sirve ${TEMPORARY_PASSWORD_DAYS} días y solo para elegir la tuya.`,
        `Si no lo pediste, avísanos ahora en ${sender.contactEmail} y recupera tu contraseña.`,
      ],
      action: { label: 'Ir a la Carpeta Virtual', address: config.publicUrl.href },
    },
    sender,
  )
}

/** The account opens with a temporary password, which staff hand over. */
export function accountOpenedEmail(to: Addressee, config: Config): Email {
  const sender = senderOf(config)
  return renderEmail(
    to.email,
    {
      subject: 'Tienes una cuenta en la Carpeta Virtual',
      greeting: greeting(to.firstName),
      paragraphs: [
        `${sender.company} abrió para ti una cuenta en la Carpeta Virtual, con una contraseña temporal que te entregará aparte. Sirve ${TEMPORARY_PASSWORD_DAYS} días y solo para elegir la tuya.`,
        `Si no la esperabas, avísanos en ${sender.contactEmail}.`,
      ],
      action: { label: 'Ir a la Carpeta Virtual', address: config.publicUrl.href },
    },
    sender,
  )
}

/** The owner logs in with the rut and must know the new one. */
export function rutChangedEmail(to: Addressee & { rut: string | null }, config: Config): Email {
  const sender = senderOf(config)
  const logsInWith = to.rut === null ? 'tu correo' : 'el nuevo'
  return renderEmail(
    to.email,
    {
      subject: 'Tu rut cambió',
      greeting: greeting(to.firstName),
      paragraphs: [
        `${sender.company} cambió el rut de tu Carpeta Virtual: desde ahora ingresas con ${logsInWith} y con la contraseña de siempre.`,
        `Si no te corresponde, avísanos ahora en ${sender.contactEmail}.`,
      ],
      action: { label: 'Ir a la Carpeta Virtual', address: config.publicUrl.href },
    },
    sender,
  )
}
