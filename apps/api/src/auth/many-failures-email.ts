import type { Config } from '../config/config.ts'
import { greeting } from '../email/greeting.ts'
import { type Email, renderEmail } from '../email/render-email.ts'
import { senderOf } from '../email/sender.ts'

/** Warns of a login after many failures: the password may have been guessed. */
export function manyFailuresEmail(
  { firstName, email }: { firstName: string; email: string },
  config: Config,
): Email {
  return renderEmail(
    email,
    {
      subject: 'Hubo muchos intentos fallidos antes de tu ingreso',
      greeting: greeting(firstName),
      paragraphs: [
        'Alguien intentó muchas veces ingresar a tu Carpeta Virtual con una contraseña equivocada, y luego hubo un ingreso correcto.',
        'Si fuiste tú, no tienes que hacer nada. Si no, cambia tu contraseña ahora: eso cierra todas las sesiones abiertas.',
      ],
      action: {
        label: 'Cambiar mi contraseña',
        address: new URL('/change-password', config.publicUrl).href,
      },
    },
    senderOf(config),
  )
}
