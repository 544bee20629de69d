import { useMutation, useQueryClient } from '@tanstack/react-query'
import { REQUESTS, type StaffRequest, staffRequestQuery } from '../../../api/workbench.ts'

export interface Act {
  /** Whether it was done. */
  run: (perform: () => Promise<StaffRequest>) => Promise<boolean>
  isBusy: boolean
  failure: unknown
  /** The request as it is now, and the failure forgotten. */
  reload: () => Promise<void>
}

/** One thing done to a request: what the server answers is the request from now on. */
export function useAct(id: number): Act {
  const client = useQueryClient()
  const { queryKey } = staffRequestQuery(id)
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: (perform: () => Promise<StaffRequest>) => perform(),
    onSuccess: async (request) => {
      client.setQueryData(queryKey, request)
      await client.invalidateQueries({ queryKey: [REQUESTS, 'living'], refetchType: 'none' })
    },
  })

  return {
    run: (perform) =>
      mutateAsync(perform).then(
        () => true,
        () => false,
      ),
    isBusy: isPending,
    failure: error ?? undefined,
    reload: async () => {
      await client.invalidateQueries({ queryKey })
      reset()
    },
  }
}
