import { refusal } from '../errors/refusal.ts'

/** To staff, about the payments, requests and documents of a sale that they hold or read themselves. */
export const ownSaleRefusal = refusal(
  'own_request',
  'Esta compra es tuya, o la ves con un acceso: la atiende otra persona',
)
