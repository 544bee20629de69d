import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Page, pageQuery, type Resource } from '../api/client/resources.ts'
import type { ListAddress } from './list-address.ts'

/** The page of the address. Until it arrives, the last page of the same scope stays. */
export function useListPage<Answer extends Page<unknown>>(
  resource: Resource,
  { scope, asked }: ListAddress,
) {
  return useQuery({
    ...pageQuery<Answer>(resource, scope, asked),
    placeholderData: (last, lastQuery) => (lastQuery?.queryKey[1] === scope ? last : undefined),
  })
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
