import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, type Dispatch, type SetStateAction, use } from 'react'
import { REQUESTS, type StaffRequest, staffRequestQuery } from '../../../../api/workbench.ts'

/** Says that this version of the request is known to whoever looks at it. */
export const SetKnownVersion = createContext<Dispatch<SetStateAction<number>>>(() => {})

export interface Action {
  /** Whether it was done. */
  run: (perform: () => Promise<StaffRequest>) => Promise<boolean>
  isBusy: boolean
  failure: unknown
  /** Fetches the request as it is now, and forgets the failure; whether that succeeded. */
  reload: () => Promise<boolean>
}

/** One thing done to the version that was seen: what the server answers is the request from now on. */
export function useRequestAction(id: number): Action {
  return useVersionedMutation(id, ({ version }) => version)
}

/**
 * One thing done beside, which names no version: what others changed meanwhile comes with its answer,
 * and has still to be told.
 * @param ownVersions how many versions further the action itself takes the request
 */
export function useUnversionedAction(id: number, ownVersions: 0 | 1): Action {
  return useVersionedMutation(id, (_request, known) => known + ownVersions)
}

function useVersionedMutation(
  id: number,
  knownAfter: (request: StaffRequest, known: number) => number,
): Action {
  const client = useQueryClient()
  const query = staffRequestQuery(id)
  const know = use(SetKnownVersion)
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: (perform: () => Promise<StaffRequest>) => perform(),
    onSuccess: async (request) => {
      know((known) => knownAfter(request, known))
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
