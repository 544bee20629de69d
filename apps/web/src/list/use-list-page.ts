import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Page, pageQuery } from '../api/resources.ts'
import type { ListAddress } from './list-address.ts'

/** The page of the address. While another one comes, the last one stays; the trash is no page of the list. */
export function useListPage<Answer extends Page<unknown>>(resource: string, address: ListAddress) {
  const { shelf, asked, correctPage } = address
  const query = useQuery({
    ...pageQuery<Answer>(resource, shelf, asked),
    placeholderData: (last, lastQuery) => (lastQuery?.queryKey[1] === shelf ? last : undefined),
  })
  const answered = query.isPlaceholderData ? undefined : query.data?.current
  useCorrection(asked.page, answered, correctPage)
  return query
}

/** Past the end the server answers with the last page: the address follows. */
function useCorrection(
  page: number,
  answered: number | undefined,
  correctPage: (page: number) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another answer is a reason.
  useEffect(() => {
    if (answered !== undefined && answered !== page) correctPage(answered)
  }, [answered, page])
}
