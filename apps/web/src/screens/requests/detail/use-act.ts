import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { REQUESTS, type StaffRequest, staffRequestQuery } from '../../../api/workbench.ts'

/** Says that this version of the request is known to whoever looks at it. */
export const KnowVersion = createContext<(version: number) => void>(() => {})

export interface Act {
  /** Whether it was done. */
  run: (perform: () => Promise<StaffRequest>) => Promise<boolean>
  isBusy: boolean
  failure: unknown
  /** Fetches the request as it is now, and forgets the failure; whether that succeeded. */
  reload: () => Promise<boolean>
}

/** One thing done to the version that was seen: what the server answers is the request from now on. */
export function useAct(id: number): Act {
  return useDone(id, use(KnowVersion))
}

/**
 * One thing done beside, which names no version: what others changed meanwhile comes with its answer,
 * and has still to be told.
 */
export function useActBeside(id: number): Act {
  return useDone(id, () => {})
}

function useDone(id: number, tellVersion: (version: number) => void): Act {
  const client = useQueryClient()
  const query = staffRequestQuery(id)
  const know = use(KnowVersion)
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: (perform: () => Promise<StaffRequest>) => perform(),
    onSuccess: async (request) => {
      tellVersion(request.version)
      client.setQueryData(query.queryKey, request)
      await client.invalidateQueries({ queryKey: [REQUESTS, 'living'], refetchType: 'none' })
    },
  })

  async function reload() {
    try {
      know((await client.fetchQuery(query)).version)
      reset()
      return true
    } catch {
      return false
    }
  }

  return {
    run: (perform) =>
      mutateAsync(perform).then(
        () => true,
        () => false,
      ),
    isBusy: isPending,
    failure: error ?? undefined,
    reload,
  }
}
