import { refusal, required, taken } from '../errors/refusal.ts'

/**
 * The states of a payment that a member reports. A report never changes a figure: those come from
 * accounting only (docs/decisions/payments-and-uf.md).
 */
export const paymentReportStates = ['reported', 'confirmed', 'declined', 'cancelled'] as const

export type PaymentReportState = (typeof paymentReportStates)[number]

export const paymentReportLabels: Record<PaymentReportState, string> = {
  reported: 'Informado',
  confirmed: 'Confirmado',
  declined: 'Rechazado',
  cancelled: 'Anulado',
}

/** To staff, of a report that was confirmed with a payment that accounting no longer has. */
export const paymentGoneLabel = 'Confirmado · el pago ya no está'

/** Accounting may have entered one transfer as several payments. */
export const MAX_CONFIRMING_PAYMENTS = 10

/** Beside the member's payments, so that nobody takes a report for a payment. */
export const pendingReportNotice = 'Informado, pendiente de validación'

export const paymentReportMessages = {
  impossible: refusal(
    'wrong_state',
    'Este informe de pago ya cambió de estado. Actualiza la página para ver cómo está.',
  ),
  ownReport: refusal(
    'own_request',
    'No puedes validar un pago que informaste tú: lo ve otra persona',
  ),
  reasonRequired: required('Escribe el motivo'),
  unknownPayment: refusal(
    'unknown_payment',
    'Ese pago ya no está en la venta. Actualiza la página.',
  ),
  paymentDiffers: refusal(
    'payment_differs',
    'Ese pago no coincide con lo informado. Actualiza la página y compáralos.',
  ),
  paymentTaken: taken('Ese pago ya confirma otro informe'),
  paymentOnline: taken('Ese pago es uno que se hizo en línea'),
  memberErased: refusal(
    'member_erased',
    'Los datos de este socio se anonimizaron: su informe no puede volver a esperar',
  ),
  loadUndone: 'Se deshizo la carga que trajo este pago',
} as const

/** Only a pending report changes, and only once. */
export function isPendingReport(state: PaymentReportState): boolean {
  return state === 'reported'
}

/** Nobody validates, refunds or records a payment of their own. */
export function mayHandlePaymentOf(staffId: number, memberId: number): boolean {
  return staffId !== memberId
}

export function isPaymentReportState(text: string): text is PaymentReportState {
  return paymentReportStates.some((state) => state === text)
}
