import { counted } from '../text/counted.ts'

/** What undoing a load cannot bring back; the names of the wire. */
export interface IrreversibleParts {
  accounts: { created: number; invited: number }
  requests_on_added: number
  deleted_sample: { requests: number; procedures: number; documents: number }
}

/** Sentences for the person who is about to undo a load. */
export function undoConsequences(parts: IrreversibleParts): string[] {
  const { accounts, requests_on_added: requests, deleted_sample: sample } = parts
  return [
    sentence(
      accounts.created,
      ['cuenta nueva se queda', 'cuentas nuevas se quedan'],
      accounts.invited === 0
        ? 'Nadie recibió aún un correo.'
        : `${counted(accounts.invited, 'ya recibió', 'ya recibieron')} un correo.`,
    ),
    sentence(
      requests,
      ['trámite de una venta nueva se queda', 'trámites de ventas nuevas se quedan'],
      'Sus ventas quedan ocultas.',
    ),
    sentence(
      sample.requests + sample.procedures + sample.documents,
      ['elemento de la cooperativa de ejemplo', 'elementos de la cooperativa de ejemplo'],
      'Se borraron con la primera carga real.',
    ),
  ].filter((text) => text !== '')
}

function sentence(count: number, [one, many]: [string, string], note: string): string {
  return count === 0 ? '' : `${counted(count, one, many)}. ${note}`
}
