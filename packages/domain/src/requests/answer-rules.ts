type Review = 'pending' | 'accepted' | 'rejected'

/** How staff answer at first: while a document is rejected, the member has to replace it. */
export function firstAnswer(reviews: readonly Review[]): 'ask' | 'resolve' {
  return reviews.includes('rejected') ? 'ask' : 'resolve'
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
