import { tooManyDocumentsMessage } from '@carpeta/domain/requests/document-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { Refused } from '../../http/errors.ts'
import type { RequestDocument, StoredRequest } from '../requests-store.ts'

export interface Slot {
  /** Which of the required documents, from 0. */
  position: number
  /** The id of the document in this slot. */
  replaces: number | null
}

/**
 * Chooses the required document that a file is. In a draft: the given position, or the first free
 * one. Once sent: only a document that staff rejected.
 * @throws {Refused}
 */
export function chooseSlot(
  request: Pick<StoredRequest, 'state' | 'requiredDocuments' | 'documents' | 'events'>,
  position: number | undefined,
): Slot {
  const inForce = request.documents.filter(({ replacedAt }) => replacedAt === null)
  if (request.state === 'draft') return chooseInDraft(request.requiredDocuments, inForce, position)
  const replaceable = findReplaceable(request, inForce, position)
  if (request.state !== 'missing' || !replaceable || replaceable.position === null) {
    throw new Refused(requestMessages.alreadySent, 409)
  }
  return { position: replaceable.position, replaces: replaceable.id }
}

/** A rejected document or, until the member replies, the file that replaced one. */
function findReplaceable(
  { documents, events }: Pick<StoredRequest, 'documents' | 'events'>,
  inForce: RequestDocument[],
  position: number | undefined,
): RequestDocument | undefined {
  const lastQuestion = events.findLast(({ kind }) => kind === 'asked')
  const replacedSince = documents.filter(
    ({ replacedAt }) => lastQuestion && replacedAt !== null && replacedAt > lastQuestion.at,
  )
  const isReplacement = ({ position }: RequestDocument) =>
    replacedSince.some((it) => it.position === position)
  const candidates = inForce.filter((it) => position === undefined || it.position === position)
  return candidates.find(({ review }) => review === 'rejected') ?? candidates.find(isReplacement)
}

function chooseInDraft(required: string[], inForce: RequestDocument[], position?: number): Slot {
  const free = required.findIndex((_title, i) => !inForce.some((it) => it.position === i))
  const chosen = position ?? free
  if (chosen < 0 || chosen >= required.length) {
    throw new Refused([tooManyDocumentsMessage(required.length)])
  }
  return { position: chosen, replaces: inForce.find((it) => it.position === chosen)?.id ?? null }
}
