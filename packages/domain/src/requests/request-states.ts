/**
 * The life of a request, from what a member writes to what the cooperative answers. Every change
 * of state is one of the acts below; anything else is refused, on the screen and by the server.
 */
export const requestStates = [
  'draft',
  'sent',
  'in_review',
  'missing',
  'resolved',
  'rejected',
  'cancelled',
] as const

export type RequestState = (typeof requestStates)[number]

/** As a member and staff read it. A draft is shown to its owner only. */
export const requestStateLabels: Record<RequestState, string> = {
  draft: 'Borrador',
  sent: 'Enviado',
  in_review: 'En revisión',
  missing: 'Falta antecedente',
  resolved: 'Resuelto',
  rejected: 'Rechazado',
  cancelled: 'Anulado',
}

interface Act {
  by: 'member' | 'staff'
  from: readonly RequestState[]
  to: RequestState
}

export const requestActions = {
  /** The member hands it in. */
  send: { by: 'member', from: ['draft'], to: 'sent' },
  /** The member takes it back, while nobody looks at it: not yet, or not until he replies. */
  cancel: { by: 'member', from: ['sent', 'missing'], to: 'cancelled' },
  review: { by: 'staff', from: ['sent'], to: 'in_review' },
  /** Staff ask for what is missing. */
  ask: { by: 'staff', from: ['in_review'], to: 'missing' },
  /** The member hands in what was missing. */
  reply: { by: 'member', from: ['missing'], to: 'in_review' },
  resolve: { by: 'staff', from: ['in_review', 'missing'], to: 'resolved' },
  reject: { by: 'staff', from: ['in_review', 'missing'], to: 'rejected' },
  reopen: { by: 'staff', from: ['resolved', 'rejected'], to: 'in_review' },
} as const satisfies Record<string, Act>

export type RequestAction = keyof typeof requestActions

/** Characters of a comment, a question, an answer or a note. */
export const MAX_REQUEST_TEXT = 5000

/** How long after its closing a request can be opened again. */
export const REOPEN_DAYS = 30

/** How many files an answer can have. */
export const MAX_ANSWER_FILES = 10

export const requestMessages = {
  impossible: 'Este trámite ya cambió de estado. Actualiza la página para ver cómo está.',
  alreadySent: 'La solicitud ya fue enviada',
  tooLateToReopen: `Solo se puede reabrir dentro de ${REOPEN_DAYS} días desde su cierre`,
  memberErased: 'Los datos de este socio se anonimizaron: su trámite ya no se puede reabrir',
  changedMeanwhile:
    'Otra persona cambió esta solicitud mientras la mirabas. Actualiza la página antes de seguir.',
  unknownProcedure: 'Trámite no válido',
  reasonRequired: 'Escribe el motivo',
  answerRequired: 'Escribe la respuesta',
  questionRequired: 'Escribe qué falta',
  noteRequired: 'Escribe la nota',
  answerIsOut: 'Este archivo ya se entregó con una respuesta',
  cannotAnswer: 'Esta persona no puede responder solicitudes',
  replyRequired: 'Reemplaza los documentos rechazados o escribe un comentario',
} as const

/** What stands on a member's desk: neither closed nor still his own draft. */
export function isOpen(state: RequestState): boolean {
  return state === 'sent' || state === 'in_review' || state === 'missing'
}

export function isClosed(state: RequestState): boolean {
  return state === 'resolved' || state === 'rejected' || state === 'cancelled'
}

export function isActionAllowed(act: RequestAction, state: RequestState): boolean {
  const from: readonly RequestState[] = requestActions[act].from
  return from.includes(state)
}

/** Closed no more than 30 days ago, to the second. Instants. */
export function canReopen(state: RequestState, closedAt: Date | null, now: Date): boolean {
  if (!isActionAllowed('reopen', state) || closedAt === null) return false
  return now.getTime() - closedAt.getTime() <= REOPEN_DAYS * 86_400_000
}

/**
 * A reply says something, as why a document cannot be replaced; or it has replaced, without a word,
 * every one that was rejected.
 */
export function replyError(
  documents: { rejected: number; replaced: number },
  comment: string,
): string | null {
  const isReplaced = documents.rejected === 0 && documents.replaced > 0
  return isReplaced || comment.trim() !== '' ? null : requestMessages.replyRequired
}

/** The state behind a label of `requerimientos[].estado`; null for a word that is none of ours. */
export function stateOfLabel(label: string): RequestState | null {
  return requestStates.find((state) => requestStateLabels[state] === label) ?? null
}
