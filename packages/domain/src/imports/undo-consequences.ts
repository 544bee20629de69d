import { counted } from '../text/counted.ts'
import { type ReplacedSample, replacedSampleText } from './replaced-sample.ts'

/** What undoing a load cannot bring back; the names of the wire. */
export interface IrreversibleParts {
  accounts: { created: number; invited: number }
  requests_on_added: number
  reports_on_added: number
  /** News that members have read, and emails with news that were sent. */
  news: { read: number; emailed: number }
  deleted_sample: Omit<ReplacedSample, 'sales'>
}

/** What goes and what stays with every undo. */
export const undoScope =
  'Se retiran las novedades que nadie ha leído y los correos que no han salido. No cambian los avisos, los valores de la UF, ni los trámites y los pagos informados de las demás ventas.'

/** Sentences for the person who is about to undo a load. */
export function undoConsequences(parts: IrreversibleParts): string[] {
  const { accounts, requests_on_added: requests, reports_on_added: reports, news } = parts
  const sample = replacedSampleText(parts.deleted_sample)
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
      reports,
      ['pago informado de una venta nueva se queda', 'pagos informados de ventas nuevas se quedan'],
      'Sus ventas quedan ocultas.',
    ),
    sentence(news.read, ['novedad ya leída se queda', 'novedades ya leídas se quedan']),
    sentence(news.emailed, ['correo con novedades ya salió', 'correos con novedades ya salieron']),
    sample === ''
      ? ''
      : `Con la primera carga real se borró de la cooperativa de ejemplo: ${sample}.`,
  ].filter((text) => text !== '')
}

function sentence(count: number, [one, many]: [string, string], note = ''): string {
  return count === 0 ? '' : `${counted(count, one, many)}. ${note}`.trim()
}
