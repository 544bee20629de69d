import { queueFilterNames } from '@carpeta/domain/requests/queue-rules'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { pageQuery } from '../../api/resources.ts'
import { readAsked } from '../../list/list-address.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { REQUESTS, type RequestsPage } from './calls.ts'

export interface Neighbours {
  previous: number | null
  next: number | null
}

/**
 * The requests before and after this one in the list that it was opened from. The list stays as it was then,
 * so that an answered request, which leaves it, does not lose its place.
 */
export function useNeighbours(id: number): Neighbours {
  const { search } = useLocation()
  const me = useStoredUser()
  const asked = readAsked(new URLSearchParams(search), queueFilterNames)
  const { data } = useQuery({
    ...pageQuery<RequestsPage>(REQUESTS, 'active', asked),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  // Nobody handles their own request.
  const ids = data?.results.filter(({ member }) => member.id !== me?.id).map((row) => row.id) ?? []
  const place = ids.indexOf(id)
  return {
    previous: place === -1 ? null : (ids[place - 1] ?? null),
    next: ids[place + 1] ?? null,
  }
}
