import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import type { Config } from '../config/config.ts'
import { type Addressee, type Email, emailTo } from '../email/render-email.ts'

/** That staff are told. */
export interface UfAlert {
  kind: 'missing' | 'refused'
  today: CalendarDate
  /** Whether members see equivalents in pesos today. */
  hasToday: boolean
  /** Sentences. */
  reasons: string[]
}

export function ufAlertEmail(
  to: Addressee,
  { kind, today, hasToday, reasons }: UfAlert,
  config: Config,
): Email {
  const day = shortDate(today)
  return emailTo(to, config, {
    subject:
      kind === 'missing'
        ? `Falta el valor de la UF de hoy, ${day}`
        : 'No se guardó un valor publicado de la UF',
    paragraphs: [
      kind === 'missing'
        ? `El portal no tiene el valor de la UF del ${day}.`
        : 'El portal no guardó los valores de la UF que encontró hoy, porque no son de fiar.',
      ...(reasons.length > 0 ? [reasons.join(' ')] : []),
      hasToday
        ? 'El valor de hoy ya estaba guardado: los socios ven sus montos en pesos.'
        : 'Mientras falte, los socios ven sus montos solo en UF, sin su equivalente en pesos.',
      'Quien administra el portal puede cargar los valores del Banco Central con «carpeta uf import ARCHIVO».',
    ],
  })
}
