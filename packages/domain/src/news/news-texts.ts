import { shortDate } from '../dates/dates.ts'
import { deedFields } from '../sales/sale-fields.ts'
import type { NewsEvent } from './news-rules.ts'

/** For portal and email: without amounts, which accounting may still correct. */
export function newsSentence({ kind, subject, date }: NewsEvent): string {
  const day = date === null ? '' : shortDate(date)
  switch (kind) {
    case 'deed':
      return `Se cumplió «${stepLabel(subject)}» de tu escritura, el ${day}.`
    case 'payment':
      return day === '' ? 'Se registró un pago.' : `Se registró un pago del ${day}.`
    case 'due_soon':
      return `El ${day} vence una cuota.`
    case 'overdue':
      return `La cuota que venció el ${day} sigue pendiente de pago.`
    case 'document':
      return subject === '' ? 'Hay un documento nuevo.' : `Hay un documento nuevo: «${subject}».`
  }
}

function stepLabel(step: string): string {
  const row = Object.entries(deedFields).find(([name]) => name === step)?.[1]
  return row && 'label' in row ? row.label : step
}
