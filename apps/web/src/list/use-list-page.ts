import { replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Page, pageQuery, type Resource } from '../api/client/resources.ts'
import type { ListAddress } from './list-address.ts'
import type { ListedRow } from './list-props.ts'

/**
 * The page of the address. Until it arrives, the last page of the same scope stays. A row that has not changed
 * is the same object as before, wherever it is now.
 */
export function useListPage<Answer extends Page<ListedRow>>(
  resource: Resource,
  { scope, asked }: ListAddress,
) {
  return useQuery({
    ...pageQuery<Answer>(resource, scope, asked),
    placeholderData: (last, lastQuery) => (lastQuery?.queryKey[1] === scope ? last : undefined),
    // What is selected is compared with what was shown before, which may be another order.
    select: asItIs<Answer>,
    structuralSharing: (before, now) => withKnownRows(before as Answer | undefined, now as Answer),
  })
}

const asItIs = <Answer>(page: Answer) => page

function withKnownRows<Answer extends Page<ListedRow>>(
  before: Answer | undefined,
  now: Answer,
): Answer {
  if (!before) return now
  const known = new Map(before.results.map((row) => [row.id, row]))
  const results = now.results.map((row) => replaceEqualDeep(known.get(row.id), row))
  const page = replaceEqualDeep(before, { ...now, results: before.results })
  const isSame =
    results.length === before.results.length &&
    results.every((row, index) => row === before.results[index])
  return isSame ? page : { ...page, results }
}

/** Past the end the server answers with the last page; the address follows. */
export function useCorrectedPage(
  { asked, correctPage }: ListAddress,
  { data, isPlaceholderData }: { data: Page<unknown> | undefined; isPlaceholderData: boolean },
) {
  const answered = isPlaceholderData ? undefined : data?.current
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a new answer.
  useEffect(() => {
    if (answered !== undefined && answered !== asked.page) correctPage(answered)
  }, [answered, asked.page])
}
