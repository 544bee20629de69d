import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { type Page, pageQuery, type Resource } from '../api/resources.ts'
import { useStoredUser } from '../session/use-stored-user.ts'
import { readAsked } from './list-address.ts'

export interface Neighbours {
  previous: number | null
  next: number | null
}

interface Row {
  id: number
  member: { id: number }
}

/**
 * The rows before and after this one in the list that it was opened from. The list stays as it was then, so that
 * one that was dealt with, which leaves it, does not lose its place.
 */
export function useNeighbours(
  id: number,
  resource: Resource,
  filterNames: readonly string[],
): Neighbours {
  const { search } = useLocation()
  const me = useStoredUser()
  const asked = readAsked(new URLSearchParams(search), filterNames)
  const { data } = useQuery({
    ...pageQuery<Page<Row>>(resource, 'active', asked),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  // Nobody handles their own.
  const ids = data?.results.filter(({ member }) => member.id !== me?.id).map((row) => row.id) ?? []
  const place = ids.indexOf(id)
  return {
    previous: place === -1 ? null : (ids[place - 1] ?? null),
    next: ids[place + 1] ?? null,
  }
}
