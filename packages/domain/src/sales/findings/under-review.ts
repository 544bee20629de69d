import { type Figure, type FindingCode, isDoubtful } from './finding-codes.ts'

const names: Record<Figure, string> = {
  balance: 'el saldo',
  agreed: 'lo pactado',
  instalments: 'las cuotas',
  paid: 'lo pagado',
  pending: 'el número de cuotas pendientes',
  deed: 'las fechas de la escritura',
}

export const figures = Object.keys(names) as Figure[]

/** Those of the account statement. */
const statementFigures = figures.filter((figure) => figure !== 'deed')

/** What the member reads beside figures that are not certain; null when all of these are. */
export function underReviewNotice(
  sale: { doubtful: readonly FindingCode[] },
  shown: readonly Figure[] = figures,
): string | null {
  const doubtful = shown.filter((figure) => isDoubtful(sale, figure))
  if (doubtful.length === 0) return null
  const list = new Intl.ListFormat('es-CL').format(doubtful.map((figure) => names[figure]))
  return `En revisión con contabilidad: ${list}. Puede haber cambios.`
}

/** The same for the account statement, whose labels are marked. */
export function statementReviewNotice(sale: { doubtful: readonly FindingCode[] }): string | null {
  const notice = underReviewNotice(sale, statementFigures)
  return notice && `* ${notice}`
}

/** A label of the account statement, marked when its figure is not certain. */
export function markedLabel(
  sale: { doubtful: readonly FindingCode[] },
  label: string,
  figure: Figure,
): string {
  return isDoubtful(sale, figure) ? `${label} *` : label
}
