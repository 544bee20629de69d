/** The findings of a sale's check, by the code that the database and `GET /api/sales-data/` have. */
export const findingCodes = [
  'plan_amount',
  'plan_paid',
  'plan_payments',
  'paid_share',
  'debt',
  'commitments_over_price',
  'payments_over_price',
  'pending_count',
  'signed_before_draft',
  'registered_before_closing',
  'left_registry_before_entry',
] as const

export type FindingCode = (typeof findingCodes)[number]

export function isFindingCode(text: unknown): text is FindingCode {
  return findingCodes.some((code) => code === text)
}

/** Figures that the member sees. */
export type Figure = 'balance' | 'agreed' | 'instalments' | 'paid' | 'pending' | 'deed'

/** The figures that each finding makes doubtful. */
const figuresOf: Record<FindingCode, readonly Figure[]> = {
  plan_amount: ['agreed', 'instalments'],
  plan_paid: ['paid', 'instalments'],
  plan_payments: ['paid'],
  paid_share: ['paid'],
  debt: ['balance'],
  commitments_over_price: ['balance'],
  payments_over_price: ['balance'],
  pending_count: ['pending'],
  signed_before_draft: ['deed'],
  registered_before_closing: ['deed'],
  left_registry_before_entry: ['deed'],
}

/** Whether a check of the import doubts this figure. */
export function isDoubtful(sale: { doubtful: readonly FindingCode[] }, figure: Figure): boolean {
  return sale.doubtful.some((code) => figuresOf[code].includes(figure))
}

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
