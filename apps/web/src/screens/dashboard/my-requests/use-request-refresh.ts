import type { MemberRequest } from '@carpeta/contract/requests'
import { useQueryClient } from '@tanstack/react-query'
import { memberRequestQuery } from '../../../api/member-requests.ts'
import { salesQuery } from '../../../api/sales.ts'

interface RequestRefresh {
  /** Shows the request that an action returned. */
  show: (request: MemberRequest) => void
  /** Loads the current request after a conflict. Resolves to whether that worked. */
  reload: () => Promise<boolean>
}

/** Updates a request in the cache and reloads the list. */
export function useRequestRefresh(id: number): RequestRefresh {
  const client = useQueryClient()
  const readList = () => void client.invalidateQueries({ queryKey: salesQuery.queryKey })
  return {
    show: (request) => {
      client.setQueryData(memberRequestQuery(id).queryKey, request)
      readList()
    },
    reload: async () => {
      const isRead = await client.fetchQuery({ ...memberRequestQuery(id), retry: false }).then(
        () => true,
        () => false,
      )
      readList()
      return isRead
    },
  }
}
