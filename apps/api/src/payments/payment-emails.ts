import { formatPesos, formatUf, type Pesos, type Uf } from '@carpeta/domain/money/money'
import type { Config } from '../config/config.ts'
import { type Addressee, type Email, emailTo, pageAddress } from '../email/render-email.ts'

interface PaidOrder {
  id: number
  folio: string
  saleCode: string
  pesos: Pesos
  uf: Uf
  authorizationCode: string
}

/** The receipt of a payment, which its member needs outside the portal too. */
export function approvedPaymentEmail(member: Addressee, order: PaidOrder, config: Config): Email {
  return emailTo(member, config, {
    subject: `Recibimos tu pago ${order.folio}`,
    paragraphs: [
      `Webpay aprobó tu pago de ${formatPesos(order.pesos)} (${formatUf(order.uf)}) para la compra ${order.saleCode}.`,
      `Folio ${order.folio}, código de autorización ${order.authorizationCode}.`,
      'Lo verás en tu estado de cuenta cuando contabilidad lo registre. El comprobante en PDF está en el portal.',
    ],
    action: {
      label: 'Ver el comprobante',
      address: pageAddress(`/payments/${order.id}`, config),
    },
  })
}

/** For staff, when there is nobody left to whom a receipt could be sent. */
export function erasedPayerEmail(
  to: Addressee,
  { folio, saleCode, pesos, uf, authorizationCode }: PaidOrder,
  config: Config,
): Email {
  return emailTo(to, config, {
    subject: `Se aprobó el pago ${folio} de una cuenta anonimizada`,
    paragraphs: [
      `Webpay aprobó un pago de ${formatPesos(pesos)} (${formatUf(uf)}) para la compra ${saleCode}: folio ${folio}, código de autorización ${authorizationCode}.`,
      'Los datos de quien pagó se borraron mientras el pago estaba en curso, y el portal ya no puede enviarle el comprobante. Contabilidad lo registra como los demás; si corresponde devolverlo, se hace en los pagos en línea.',
    ],
    action: { label: 'Ver los pagos en línea', address: pageAddress('/payments', config) },
  })
}
