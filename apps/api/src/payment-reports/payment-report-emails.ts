import type { Config } from '../config/config.ts'
import { type Email, greeting, renderEmail, senderOf } from '../email/render-email.ts'
import type { NotifiedMember } from '../users/email-preferences-store.ts'

/** Without amount, date and reason, which stay in the portal (docs/security.md 9.15). */
export function declinedReportEmail(
  member: NotifiedMember,
  saleCode: string,
  config: Config,
): Email {
  const address = new URL('/dashboard', config.publicUrl)
  address.search = String(new URLSearchParams({ venta: saleCode }))
  return renderEmail(
    member.email,
    {
      subject: 'No pudimos validar un pago que informaste',
      greeting: greeting(member.firstName),
      paragraphs: [
        'Revisamos un pago que informaste y no pudimos validarlo.',
        'Ingresa para leer el motivo. Si corresponde, puedes informarlo de nuevo.',
      ],
      action: { label: 'Ver mis pagos informados', address: address.href },
      footnotes: ['Si prefieres no recibir estos correos, puedes decirlo en tu perfil.'],
    },
    senderOf(config),
  )
}
