import type { Config } from '../config/config.ts'
import { type Addressee, type Email, emailTo, pageAddress } from '../email/render-email.ts'

/** Without amount, date and reason, which stay in the portal (docs/security.md 9.15). */
export function declinedReportEmail(member: Addressee, saleCode: string, config: Config): Email {
  const address = pageAddress('/dashboard', config, { venta: saleCode })
  return emailTo(member, config, {
    subject: 'No pudimos validar un pago que informaste',
    paragraphs: [
      'Revisamos un pago que informaste y no pudimos validarlo.',
      'Ingresa para leer el motivo. Si corresponde, puedes informarlo de nuevo.',
    ],
    action: { label: 'Ver mis pagos informados', address },
    footnotes: ['Si prefieres no recibir estos correos, puedes decirlo en tu perfil.'],
  })
}
