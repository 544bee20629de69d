import type { User } from '@carpeta/contract/auth/auth-schemas'
import { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/client/api-error.ts'

interface OwnClient {
  /** Undefined until the stored user is read. */
  owner: number | null | undefined
  client: QueryClient
  /** Changes with the owner, so that React renders the tree again for each user. */
  round: number
}

/** Until the page is there, React may begin to render it again: its calls would leave again too. */
let first: OwnClient | undefined

function firstOf(owner: OwnClient['owner']): OwnClient {
  if (first?.owner !== owner || !first) first = { owner, client: newQueryClient(), round: 0 }
  return first
}

/**
 * One query client per user. The prerendered page starts queries before its user is known; their
 * client stays when the user becomes known.
 */
export function useOwnClient(user: User | null | undefined): OwnClient {
  const owner = ownerOf(user)
  const [own, setOwn] = useState(() => firstOf(owner))
  useEffect(() => {
    first = undefined
  }, [])
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
        // Without a network a query fails at once instead of waiting for it.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Retries once after a network failure or a busy server, never after a refusal. */
function shouldRetry(failures: number, error: Error): boolean {
  const status = error instanceof ApiError ? error.status : 400
  return failures < 1 && (status === 0 || status >= 502)
}
