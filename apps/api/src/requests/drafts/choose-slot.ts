import { tooManyDocumentsMessage } from '@carpeta/domain/requests/document-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { Refused } from '../../http/errors.ts'
import type { RequestDocument, StoredRequest } from '../requests-store.ts'

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
export function chooseSlot(
  request: Pick<StoredRequest, 'state' | 'requiredDocuments' | 'documents' | 'events'>,
  position: number | undefined,
): Place {
  const inForce = request.documents.filter(({ replacedAt }) => replacedAt === null)
  if (request.state === 'draft') return slotInDraft(request.requiredDocuments, inForce, position)
  const wrong = findWrong(request, inForce, position)
  if (request.state !== 'missing' || !wrong || wrong.position === null) {
    throw new Refused(requestMessages.alreadySent, 409)
  }
  return { position: wrong.position, replaces: wrong.id }
}

/** What staff rejected; or, until the reply, what was handed in for that since: the wrong file again. */
function findWrong(
  { documents, events }: Pick<StoredRequest, 'documents' | 'events'>,
  inForce: RequestDocument[],
  position: number | undefined,
): RequestDocument | undefined {
  const asked = events.findLast(({ kind }) => kind === 'asked')
  const since = documents.filter(
    ({ replacedAt }) => asked && replacedAt !== null && replacedAt > asked.at,
  )
  const isFresh = ({ position }: RequestDocument) => since.some((it) => it.position === position)
  const meant = inForce.filter((it) => position === undefined || it.position === position)
  return meant.find(({ review }) => review === 'rejected') ?? meant.find(isFresh)
}

function slotInDraft(required: string[], inForce: RequestDocument[], position?: number): Place {
  const free = required.findIndex((_title, i) => !inForce.some((it) => it.position === i))
  const chosen = position ?? free
  if (chosen < 0 || chosen >= required.length) {
    throw new Refused([tooManyDocumentsMessage(required.length)])
  }
  return { position: chosen, replaces: inForce.find((it) => it.position === chosen)?.id ?? null }
}
