import { mailOutcomeSentences } from '@carpeta/domain/setup/mail-outcomes'
import { mailerFor } from '../../email/mailer.ts'
import { renderEmail } from '../../email/render-email.ts'
import { senderOf } from '../../email/sender.ts'
import { outcomeOf } from '../../setup/mail-server.ts'
import { type Check, failure, ok } from './check.ts'

/** Sends a real email to an address of the operator. */
export function mailTestCheck(to: string): Check {
  return {
    name: 'Correo de prueba',
    examine: async ({ config }) => {
      const email = renderEmail(
        to,
        {
          subject: 'Correo de prueba de la Carpeta Virtual',
          greeting: 'Hola',
          paragraphs: [
            'Lo envió «carpeta doctor». Si lo lees, el portal puede enviar correos a los socios.',
          ],
        },
        senderOf(config),
      )
      try {
        await mailerFor(config)(email)
        return ok(mailOutcomeSentences[config.smtpUrl ? 'sent' : 'folder'])
      } catch (error) {
        return failure(mailOutcomeSentences[outcomeOf(error)])
      }
    },
  }
}
