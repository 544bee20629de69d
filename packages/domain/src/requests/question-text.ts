import { reviewMessage } from '../payments/booked-later.ts'
import type { Sale } from '../sales/sale.ts'
import { nameOf } from '../sales/sale-name.ts'
import { CO_HOLDER_QUESTION, readPaymentQuestion } from './questions.ts'

/** What the form of a question begins with, for the member to send; '' for one that nothing is known of any more. */
export function questionText(about: string, sale: Sale): string {
  if (about === CO_HOLDER_QUESTION) {
    return `Compré ${nameOf(sale)} junto con otra persona, que la contabilidad no informa como co-titular con su rut. ¿Pueden agregarla?\nSu nombre y su rut: `
  }
  const payment = readPaymentQuestion(about)
  return payment ? reviewMessage(sale, payment) : ''
}
