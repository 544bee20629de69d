import { formatPesos, formatUf, type Pesos, type Uf } from '@carpeta/domain/money/money'
import type { Config } from '../config/config.ts'
import { type Email, greeting, renderEmail, senderOf } from '../email/render-email.ts'
import type { NotifiedMember } from '../users/email-preferences-store.ts'

/** The receipt of a payment, which its member needs outside the portal too. */
export function approvedPaymentEmail(
  member: NotifiedMember,
  order: {
    id: number
    folio: string
    saleCode: string
    pesos: Pesos | string
    uf: Uf
    authorizationCode: string
  },
  config: Config,
): Email {
  return renderEmail(
    member.email,
    {
      subject: `Recibimos tu pago ${order.folio}`,
      greeting: greeting(member.firstName),
      paragraphs: [
        `Webpay aprobó tu pago de ${formatPesos(order.pesos as Pesos)} (UF ${formatUf(order.uf)}) para la compra ${order.saleCode}.`,
        `Folio ${order.folio}, código de autorización ${order.authorizationCode}.`,
        'Lo verás en tu estado de cuenta cuando contabilidad lo registre. El comprobante en PDF está en el portal.',
      ],
      action: {
        label: 'Ver el comprobante',
        address: new URL(`/payments/${order.id}`, config.publicUrl).href,
      },
    },
    senderOf(config),
  )
}
