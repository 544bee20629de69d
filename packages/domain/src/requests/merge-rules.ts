import type { Refusal } from '../errors/refusal.ts'
import { isOpen, type RequestState, requestMessages } from './request-states.ts'

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

/** What the member reads as the answer of the merged request. */
export function mergedAnswer(into: number): string {
  return `Unida a la solicitud Nº ${into}`
}
