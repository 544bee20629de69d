import type { RequestState } from './request-states.ts'

// Apart from the rules and their sentences: every member's first page reads labels.

/** For members and staff. Only its owner sees a draft. */
export const requestStateLabels: Record<RequestState, string> = {
  draft: 'Borrador',
  sent: 'Enviado',
  in_review: 'En revisión',
  missing: 'Falta antecedente',
  resolved: 'Resuelto',
  rejected: 'Rechazado',
  cancelled: 'Anulado',
}

/** The state of a label in `requerimientos[].estado`; null for an unknown label. */
export function stateOfLabel(label: string): RequestState | null {
  const states = Object.keys(requestStateLabels) as RequestState[]
  return states.find((state) => requestStateLabels[state] === label) ?? null
}

/** Told wherever the cooperative waits for a reply: nothing closes a request by itself. */
export const NO_REPLY_DEADLINE = 'Sin plazo: tu trámite sigue cuando respondas.'
