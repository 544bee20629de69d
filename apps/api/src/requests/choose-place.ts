import { tooManyDocumentsMessage } from '@carpeta/domain/document-rules'
import { requestMessages } from '@carpeta/domain/request-states'
import { Refused } from '../http/errors.ts'
import type { RequestDocument, StoredRequest } from './requests-store.ts'

export interface Place {
  /** Which of the required documents, from 0. */
  position: number
  /** The one that it takes the place of. */
  replaces: number | null
}

/**
 * Which of the required documents a file is. A draft takes the one that is missing, or another one
 * for the place that is named; afterwards only what staff rejected is replaced.
 * @throws {Refused}
 */
export function choosePlace(
  request: Pick<StoredRequest, 'state' | 'requiredDocuments' | 'documents'>,
  position: number | undefined,
): Place {
  const inForce = request.documents.filter(({ replacedAt }) => replacedAt === null)
  if (request.state === 'draft') return placeInDraft(request.requiredDocuments, inForce, position)
  const rejected = inForce.find(
    (document) =>
      (position === undefined || document.position === position) &&
      isToReplace(document, request.documents),
  )
  if (request.state !== 'missing' || !rejected || rejected.position === null) {
    throw new Refused(requestMessages.alreadySent, 409)
  }
  return { position: rejected.position, replaces: rejected.id }
}

function placeInDraft(required: string[], inForce: RequestDocument[], position?: number): Place {
  const free = required.findIndex((_title, i) => !inForce.some((it) => it.position === i))
  const chosen = position ?? free
  if (chosen < 0 || chosen >= required.length) {
    throw new Refused([tooManyDocumentsMessage(required.length)])
  }
  return { position: chosen, replaces: inForce.find((it) => it.position === chosen)?.id ?? null }
}

/** Also the replacement of a rejected one, until staff have looked at it: the wrong file again. */
function isToReplace(document: RequestDocument, all: RequestDocument[]): boolean {
  if (document.position === null || document.review === 'accepted') return false
  return all.some((it) => it.position === document.position && it.review === 'rejected')
}
