import { MAX_REQUEST_TEXT } from './request-states.ts'

type Review = 'pending' | 'accepted' | 'rejected'

interface Reviewed {
  review: Review
}

interface Answerable<Document extends Reviewed> {
  documents: readonly Document[]
  /** The requests that were merged into it. */
  merged: readonly { documents: readonly Document[] }[]
  /** Oldest first. */
  events: readonly { kind: string }[]
}

/** How staff answer at first: while a document is rejected, the member has to send it again. */
export function firstAnswer(request: Answerable<Reviewed>): 'ask' | 'resolve' {
  return rejectedDocuments(request).length > 0 ? 'ask' : 'resolve'
}

/**
 * The rejected documents that the member has to send again. One of a merged request cannot be replaced, so that what
 * the member replied to its rejection stands.
 */
function rejectedDocuments<Document extends Reviewed>(request: Answerable<Document>): Document[] {
  const { documents, merged, events } = request
  const last = events
    .filter(({ kind }) => kind === 'document_rejected' || kind === 'replied')
    .at(-1)
  const others = last?.kind === 'replied' ? [] : merged.flatMap((each) => each.documents)
  return [...documents, ...others].filter(({ review }) => review === 'rejected')
}

interface RejectedDocument extends Reviewed {
  title: string
  /** The file's; where the document has no title. */
  name: string
  reason: string
}

/** What staff ask at first: the rejected documents with their reasons; '' without one. */
export function proposedQuestion(request: Answerable<RejectedDocument>): string {
  const rejected = rejectedDocuments(request)
  if (rejected.length === 0) return ''
  const listed = (lineOf: (document: RejectedDocument) => string) =>
    ['Envía de nuevo:', ...rejected.map((each) => `- ${lineOf(each)}`)].join('\n')
  const titleOf = ({ title, name }: RejectedDocument) => title || name
  const text = listed((each) => [titleOf(each), each.reason].filter(Boolean).join(': '))
  // Without its reasons, which the member reads beside each document too.
  return text.length <= MAX_REQUEST_TEXT ? text : listed(titleOf).slice(0, MAX_REQUEST_TEXT)
}

/** '1 rechazado, 2 por revisar'; empty where every document is accepted. */
export function openReviews(reviews: readonly Review[]): string {
  const count = (wanted: Review) => reviews.filter((each) => each === wanted).length
  const [rejected, pending] = [count('rejected'), count('pending')]
  return [
    rejected > 0 && `${rejected} ${rejected === 1 ? 'rechazado' : 'rechazados'}`,
    pending > 0 && `${pending} por revisar`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The note about documents that nobody reviewed, by their titles; as many as a note has room for. */
export function closedUnreviewed(titles: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1)
  let text = 'Se cerró sin revisar: '
  let left = titles.length
  for (const [title, count] of counts) {
    const named = count === 1 ? title : `${title} (${count})`
    const next = left === titles.length ? `${text}${named}` : `${text}, ${named}`
    const others = left === count ? '' : ` y ${left - count} más`
    if (next.length + others.length > MAX_REQUEST_TEXT) return `${text} y ${left} más`
    text = next
    left -= count
  }
  return text
}
