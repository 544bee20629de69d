import type { Config } from '../../config/config.ts'
import { greeting } from '../../email/greeting.ts'
import { type Email, renderEmail } from '../../email/render-email.ts'
import { senderOf } from '../../email/sender.ts'
import type { Account } from '../../users/account.ts'

type Addressee = Pick<Account, 'firstName' | 'email'>

export function sessionsEndedEmail(to: Addressee, config: Config): Email {
  const { company, contactEmail } = senderOf(config)
  return message(to, config, {
    subject: 'Se cerraron tus sesiones',
    paragraphs: [
      `${company} cerró las sesiones abiertas de tu Carpeta Virtual. Tu contraseña sigue siendo la misma.`,
      `Si no lo pediste, avísanos en ${contactEmail}.`,
    ],
    action: { label: 'Ir a la Carpeta Virtual', address: config.publicUrl.href },
  })
}

/** Warns of a login in a browser that the account has not used before. */
export function newDeviceEmail(
  to: Addressee,
  config: Config,
  { device, place }: { device: string; place: string },
): Email {
  return message(to, config, {
    subject: 'Ingreso desde un equipo nuevo',
    paragraphs: [
      `Alguien ingresó a tu Carpeta Virtual desde un equipo que no habías usado: ${device}, ${place}.`,
      'Si fuiste tú, no tienes que hacer nada. Si no, cambia tu contraseña ahora: eso cierra todas las sesiones abiertas.',
    ],
    action: {
      label: 'Cambiar mi contraseña',
      address: new URL('/change-password', config.publicUrl).href,
    },
  })
}

interface Message {
  subject: string
  paragraphs: string[]
  action: { label: string; address: string }
}

function message(to: Addressee, config: Config, content: Message): Email {
  return renderEmail(to.email, { greeting: greeting(to.firstName), ...content }, senderOf(config))
}
