/** The number of pages around the current one and at each end. */
const DISPLAYED = 5
const AT_THE_MARGIN = 2

type PageMark = number | 'gap'

/** For example 1 2 … 8 9 10 11 12 … 19 20. A gap of a single page shows that page. */
export function pageNumbers(current: number, last: number): PageMark[] {
  const start = Math.max(1, Math.min(current - Math.floor(DISPLAYED / 2), last - DISPLAYED + 1))
  const shown = [
    ...range(1, AT_THE_MARGIN),
    ...range(start, start + DISPLAYED - 1),
    ...range(last - AT_THE_MARGIN + 1, last),
  ].filter((page) => page >= 1 && page <= last)
  return [...new Set(shown)]
    .toSorted((a, b) => a - b)
    .flatMap((page, index, pages) => [...between(pages[index - 1] ?? 0, page), page])
}

function between(before: number, page: number): PageMark[] {
  const left = page - before - 1
  if (left === 0) return []
  return left === 1 ? [page - 1] : ['gap']
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
