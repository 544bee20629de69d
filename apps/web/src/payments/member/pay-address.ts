/** Names what the dialog to pay opens with. */
export const PAY = 'pagar'
/** Whole pesos of another amount. */
export const PAY_AMOUNT = 'monto'
