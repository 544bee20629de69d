import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Page, pageQuery } from '../api/resources.ts'
import type { ListAddress } from './list-address.ts'

export function listPageQuery<Answer extends Page<unknown>>(
  resource: string,
  { scope, asked }: Pick<ListAddress, 'scope' | 'asked'>,
) {
  return pageQuery<Answer>(resource, scope === 'deleted' ? 'trashed' : 'living', asked)
}

/** The page of the address. Until it arrives, the last page of the same scope stays. */
export function useListPage<Answer extends Page<unknown>>(resource: string, address: ListAddress) {
  const query = listPageQuery<Answer>(resource, address)
  return useQuery({
    ...query,
    placeholderData: (last, lastQuery) =>
      lastQuery?.queryKey[1] === query.queryKey[1] ? last : undefined,
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
