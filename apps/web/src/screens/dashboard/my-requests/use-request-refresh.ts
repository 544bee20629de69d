import type { MemberRequest } from '@carpeta/contract/requests'
import { useQueryClient } from '@tanstack/react-query'
import { memberRequestQuery } from '../../../api/member-requests.ts'
import { salesQuery } from '../../../api/sales.ts'

export interface RequestRefresh {
  /** After an action of one's own: the request as it is now. */
  show: (request: MemberRequest) => void
  /** Where somebody else was faster; whether it could be read. */
  reload: () => Promise<boolean>
}

/** Shows what became of a request; the table that lists it is read anew. */
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
