import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import type { Config } from '../config/config.ts'
import { type Email, greeting, renderEmail, senderOf } from '../email/render-email.ts'

export interface UfAlert {
  kind: 'missing' | 'refused'
  today: CalendarDate
  /** Whether members see equivalents in pesos today. */
  hasToday: boolean
  /** Sentences. */
  reasons: string[]
}

export function ufAlertEmail(
  { firstName, email }: { firstName: string; email: string },
  { kind, today, hasToday, reasons }: UfAlert,
  config: Config,
): Email {
  const day = shortDate(today)
  return renderEmail(
    email,
    {
      subject:
        kind === 'missing'
          ? `Falta el valor de la UF de hoy, ${day}`
          : 'No se guardó un valor publicado de la UF',
      greeting: greeting(firstName),
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
    },
    senderOf(config),
  )
}
