import type { User } from '@carpeta/contract/auth'
import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'

interface OwnClient {
  /** Undefined as long as nobody knows. */
  owner: number | null | undefined
  client: QueryClient
  /** Grows with every other owner: what is rendered for one must not stay for the next. */
  round: number
}

/**
 * What was read belongs to whom it was read for. The prerendered page asks for things before it
 * knows its user; the client that they wait at stays when he becomes known.
 */
export function useOwnClient(user: User | null | undefined): OwnClient {
  const [own, setOwn] = useState<OwnClient>(() => ({
    owner: ownerOf(user),
    client: newQueryClient(),
    round: 0,
  }))
  const owner = ownerOf(user)
  if (owner === own.owner) return own
  const next =
    own.owner === undefined
      ? { ...own, owner }
      : { owner, client: newQueryClient(), round: own.round + 1 }
  setOwn(next)
  return next
}

function ownerOf(user: User | null | undefined): number | null | undefined {
  return user === null ? null : user?.id
}

function newQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        retry: shouldRetry,
        refetchOnWindowFocus: false,
        // Whoever has no network is told so, instead of waiting for a page that does not come.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Once more when nothing was answered or the server was busy; what it refused stays refused. */
function shouldRetry(failures: number, error: Error): boolean {
  const status = error instanceof ApiError ? error.status : 400
  return failures < 1 && (status === 0 || status >= 502)
}
