import type { Config } from '../../config/config.ts'
import { greeting } from '../../email/greeting.ts'
import { type Email, renderEmail } from '../../email/render-email.ts'
import { senderOf } from '../../email/sender.ts'

export function failedImportEmail(
  { firstName, email }: { firstName: string; email: string },
  failure: string,
  config: Config,
): Email {
  return renderEmail(
    email,
    {
      subject: 'La carga automática de contabilidad falló',
      greeting: greeting(firstName),
      paragraphs: [
        'La carga automática de contabilidad no se aplicó, y nada cambió: los socios siguen viendo las cifras de la última carga.',
        failure,
        'El portal lo intentará de nuevo a la próxima hora fijada. Quien lo administra puede intentarlo antes con «carpeta import».',
      ],
      action: {
        label: 'Ver las cargas',
        address: new URL('/imports', config.publicUrl).href,
      },
    },
    senderOf(config),
  )
}
