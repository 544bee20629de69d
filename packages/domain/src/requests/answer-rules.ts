import { MAX_REQUEST_TEXT } from './request-states.ts'

type Review = 'pending' | 'accepted' | 'rejected'

interface Answerable {
  documents: readonly { review: Review }[]
  /** The requests that were merged into it. */
  merged: readonly { documents: readonly { review: Review }[] }[]
  /** Oldest first. */
  events: readonly { kind: string }[]
}

/**
 * How staff answer at first: while a document is rejected, the member has to replace it. One of a merged request cannot
 * be replaced, so that what the member replied to its rejection stands.
 */
export function firstAnswer({ documents, merged, events }: Answerable): 'ask' | 'resolve' {
  const last = events
    .filter(({ kind }) => kind === 'document_rejected' || kind === 'replied')
    .at(-1)
  const others = last?.kind === 'replied' ? [] : merged.flatMap((each) => each.documents)
  return [...documents, ...others].some(({ review }) => review === 'rejected') ? 'ask' : 'resolve'
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
