import type { MemberRequest } from '@carpeta/contract/requests'
import { useQueryClient } from '@tanstack/react-query'
import { memberRequestQuery } from '../../../api/member-requests.ts'
import { salesQuery } from '../../../api/sales.ts'

/** After an act of one's own: shows the request as it is now; the table that lists it is read anew. */
export function useNews(): (request: MemberRequest) => void {
  const client = useQueryClient()
  return (request) => {
    client.setQueryData(memberRequestQuery(request.id).queryKey, request)
    void client.invalidateQueries({ queryKey: salesQuery.queryKey })
  }
}
