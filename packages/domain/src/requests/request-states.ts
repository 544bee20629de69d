import { addDays, type CalendarDate, todayInSantiago } from '../dates/dates.ts'
import { type Refusal, refusal, required } from '../errors/refusal.ts'
import { requestNumber } from './request-number.ts'

/**
 * The states of a request, from draft to answer. Only the actions below change the state; the screens
 * and the server refuse anything else.
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

interface Transition {
  by: 'member' | 'staff'
  from: readonly RequestState[]
  to: RequestState
}

export const requestActions = {
  send: { by: 'member', from: ['draft'], to: 'sent' },
  /** Only while staff are not reviewing it: before the review, or until the member replies. */
  cancel: { by: 'member', from: ['sent', 'missing'], to: 'cancelled' },
  review: { by: 'staff', from: ['sent'], to: 'in_review' },
  /** Staff ask for what is missing. Like an answer, it begins the review by itself. */
  ask: { by: 'staff', from: ['sent', 'in_review'], to: 'missing' },
  /** The member sends what was missing. */
  reply: { by: 'member', from: ['missing'], to: 'in_review' },
  resolve: { by: 'staff', from: ['sent', 'in_review', 'missing'], to: 'resolved' },
  reject: { by: 'staff', from: ['sent', 'in_review', 'missing'], to: 'rejected' },
  /** The member replies to the answer: something is left to do. */
  respond: { by: 'member', from: ['resolved', 'rejected'], to: 'in_review' },
  reopen: { by: 'staff', from: ['resolved', 'rejected'], to: 'in_review' },
} as const satisfies Record<string, Transition>

export type RequestAction = keyof typeof requestActions

/** Maximum length of a comment, a question, an answer or a note. */
export const MAX_REQUEST_TEXT = 5000

/** A closed request can be reopened for this many days. */
export const REOPEN_DAYS = 30

/** A member can reply to an answer until the end of the day so many calendar days later. */
export const RESPOND_DAYS = 10

export const MAX_ANSWER_FILES = 10

/** How many requests one person may have begun and not sent. */
export const MAX_UNSENT_REQUESTS = 50

/** How many requests one person may send in 24 hours, with those filed for others: each sends emails to staff. */
export const MAX_SENT_A_DAY = 50

/** The sentence of a refused one. */
export const tooManySent = `Se enviaron ${MAX_SENT_A_DAY} trámites en las últimas 24 horas. Este sigue guardado: envíalo mañana.`

export const requestMessages = {
  impossible: refusal(
    'wrong_state',
    'Este trámite ya cambió de estado. Actualiza la página para ver cómo está.',
  ),
  formerHolder: refusal(
    'wrong_state',
    'Esta compra ya no está a tu nombre: puedes leer este trámite, pero no agregarle nada.',
  ),
  cannotAsk: refusal(
    'wrong_state',
    'La venta ya no está a nombre de este socio, así que no puede responder: resuelve o rechaza la solicitud.',
  ),
  alreadySent: refusal('already_sent', 'La solicitud ya fue enviada'),
  tooLateToReopen: refusal(
    'too_late',
    `Solo se puede reabrir dentro de ${REOPEN_DAYS} días desde su cierre`,
  ),
  tooLateToRespond: refusal(
    'too_late',
    `Solo se puede responder dentro de ${RESPOND_DAYS} días desde la respuesta. Si falta algo, envía un trámite nuevo.`,
  ),
  commentRequired: required('Escribe tu comentario'),
  respondRequired: required('Escribe qué falta o qué no quedó resuelto'),
  memberErased: refusal(
    'member_erased',
    'Los datos de este socio se anonimizaron: su trámite ya no se puede reabrir',
  ),
  changedMeanwhile: refusal(
    'changed_meanwhile',
    'Otra persona cambió esta solicitud mientras la mirabas. Actualiza la página antes de seguir.',
  ),
  draftChanged: refusal(
    'changed_meanwhile',
    'Este borrador cambió en otra pestaña o en otro dispositivo.',
  ),
  tooManyUnsent: refusal(
    'too_many',
    `Ya hay ${MAX_UNSENT_REQUESTS} trámites sin enviar. Envía o descarta alguno antes de empezar otro.`,
  ),
  unknownProcedure: refusal('unknown_procedure', 'Trámite no válido'),
  reasonRequired: required('Escribe el motivo'),
  documentsPending: refusal(
    'documents_pending',
    'Hay documentos por revisar: acepta o rechaza cada uno, o di cuáles quedan sin revisar.',
  ),
  answerFilesUnseen: refusal(
    'documents_pending',
    'Su respuesta ya tiene archivos, que el socio recibiría sin que los hayas mirado: ábrela y respóndela allí.',
  ),
  mergedUnseen: refusal(
    'documents_pending',
    'Se le unió otra solicitud, cuyo texto y documentos no muestra la lista: ábrela y respóndela allí.',
  ),
  answerRequired: required('Escribe la respuesta'),
  answerOneProcedure: refusal(
    'not_one_procedure',
    'Elige solicitudes de un mismo trámite para responderlas con un mismo texto.',
  ),
  questionRequired: required('Escribe qué falta'),
  noteRequired: required('Escribe la nota'),
  answerFilePublished: refusal('already_answered', 'Este archivo ya se entregó con una respuesta'),
  cannotAnswer: refusal('cannot_answer', 'Esta persona no puede responder solicitudes'),
  ownRequest: refusal('own_request', 'No puedes atender tu propia solicitud: la ve otra persona'),
  assignedToMember: refusal('cannot_answer', 'Una solicitud no se asigna a quien la envió'),
  assignedToBuyer: refusal(
    'cannot_answer',
    'Una solicitud no se asigna a quien es parte de la compra',
  ),
  mergeSelf: refusal('not_mergeable', 'Una solicitud no se une a sí misma'),
  mergeOtherMember: refusal('not_mergeable', 'Solo se unen solicitudes del mismo socio'),
  mergeClosed: refusal(
    'not_mergeable',
    'Solo se unen solicitudes abiertas. Actualiza la página para ver cómo están.',
  ),
  mergeByLaw: refusal(
    'not_mergeable',
    'Una solicitud sobre datos personales solo se une a una anterior del mismo trámite: su plazo es legal.',
  ),
  procedureRequired: required('Elige el trámite'),
  unknownMember: required('Elige un socio'),
  replyRequired: required('Reemplaza los documentos rechazados o escribe un comentario'),
  replyEmpty: required('Escribe un comentario o adjunta un archivo'),
} as const

/** Nobody handles their own request, nor reads what colleagues note about it. */
export function mayHandleRequest(staffId: number, memberId: number): boolean {
  return staffId !== memberId
}

/** Sent and not closed. */
export const openStates = ['sent', 'in_review', 'missing'] as const satisfies RequestState[]

export function isOpen(state: RequestState): boolean {
  return openStates.some((open) => open === state)
}

export function isClosed(state: RequestState): boolean {
  return state === 'resolved' || state === 'rejected' || state === 'cancelled'
}

export function isActionAllowed(action: RequestAction, state: RequestState): boolean {
  const from: readonly RequestState[] = requestActions[action].from
  return from.includes(state)
}

/** Exact to the millisecond. */
export function canReopen(state: RequestState, closedAt: Date | null, now: Date): boolean {
  if (!isActionAllowed('reopen', state) || closedAt === null) return false
  return now.getTime() - closedAt.getTime() <= REOPEN_DAYS * 86_400_000
}

/** A comment changes no state; once staff ask for something, the member replies. */
export function canComment(state: RequestState): boolean {
  return state === 'sent' || state === 'in_review'
}

/** The last day to reply to the answer, in Santiago. */
export function respondUntil(closedAt: Date): CalendarDate {
  return addDays(todayInSantiago(closedAt), RESPOND_DAYS)
}

export function canRespond(state: RequestState, closedAt: Date | null, now: Date): boolean {
  if (!isActionAllowed('respond', state) || closedAt === null) return false
  return todayInSantiago(now) <= respondUntil(closedAt)
}

/** A member says of the answer whether it helped; nobody is asked that after a no. */
export function canRate(state: RequestState): boolean {
  return state === 'resolved'
}

/** What members say of an answer. */
export const ratingLabels = { helped: 'Me sirvió', notHelped: 'No me sirvió' } as const

/**
 * A reply needs a comment, for example why a document cannot be replaced, unless it attaches something and
 * leaves no rejected document.
 */
export function replyError(
  documents: { rejected: number; attached: number },
  comment: string,
): Refusal | null {
  if (comment.trim() !== '') return null
  if (documents.rejected > 0) return requestMessages.replyRequired
  return documents.attached > 0 ? null : requestMessages.replyEmpty
}

/** A request, by what decides whether it can be merged. */
export interface Mergeable {
  id: number
  userId: number
  state: RequestState
  procedureId: number
  /** Calendar days set by law; null where the procedure's hours count. */
  answerDays: number | null
  sentAt: Date | null
  /** Null while staff wait for the member. */
  dueAt: Date | null
}

/** Why staff cannot merge the request into another one; null when they can. */
export function mergeError(request: Mergeable, into: Mergeable): Refusal | null {
  if (request.id === into.id) return requestMessages.mergeSelf
  if (request.userId !== into.userId) return requestMessages.mergeOtherMember
  if (!isOpen(request.state) || !isOpen(into.state)) return requestMessages.mergeClosed
  return isLegal(request) || isLegal(into) ? legalError(request, into) : null
}

/** The legal deadline counts from the first request. */
function legalError(request: Mergeable, into: Mergeable): Refusal | null {
  const isSame = request.procedureId === into.procedureId && isLegal(request) && isLegal(into)
  return isSame && isOlder(into, request) ? null : requestMessages.mergeByLaw
}

function isLegal({ answerDays }: Mergeable): boolean {
  return answerDays !== null
}

/** The deadline of the older one counts, unless staff wait for the member. */
export function mergedDueAt(request: Mergeable, into: Mergeable): Date | null {
  if (into.dueAt === null) return null
  return isOlder(request, into) ? (request.dueAt ?? into.dueAt) : into.dueAt
}

function isOlder(one: Mergeable, other: Mergeable): boolean {
  const [first, second] = [one.sentAt?.getTime() ?? 0, other.sentAt?.getTime() ?? 0]
  return first === second ? one.id < other.id : first < second
}

/** The answer of the merged request, for the member. */
export function mergedAnswer(into: number): string {
  return `Unida a la solicitud ${requestNumber(into)}`
}
