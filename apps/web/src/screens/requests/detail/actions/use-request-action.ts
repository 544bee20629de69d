import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, type Dispatch, type SetStateAction, use } from 'react'
import { REQUESTS, type StaffRequest, staffRequestQuery } from '../../../../api/workbench.ts'

/** Records which version of the request the user has seen. */
export const SetKnownVersion = createContext<Dispatch<SetStateAction<number>>>(() => {})

export interface Action {
  /** Resolves to whether the action succeeded. */
  run: (perform: () => Promise<StaffRequest>) => Promise<boolean>
  isBusy: boolean
  failure: unknown
  /** Loads the current request and clears the error. Resolves to whether that worked. */
  reload: () => Promise<boolean>
}

/** Runs an action on the version that the user saw, and shows the server's answer. */
export function useRequestAction(id: number): Action {
  return useVersionedMutation(id, ({ version }) => version)
}

/**
 * Runs an action that names no version. Changes by others that come with its answer are still
 * announced.
 * @param ownVersions the number of versions that the action itself adds
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
      await client.invalidateQueries({ queryKey: [REQUESTS, 'active'], refetchType: 'none' })
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
