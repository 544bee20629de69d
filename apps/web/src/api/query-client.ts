import type { User } from '@carpeta/contract/auth'
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

let own: { owner: number | undefined; client: QueryClient } | undefined

/** One for each user: nobody sees what was loaded for another one. */
export function queryClientOf(user: User | null | undefined): QueryClient {
  const owner = user?.id
  if (!own || own.owner !== owner) own = { owner, client: newQueryClient() }
  return own.client
}

/** After a logout: who logs in again loads everything again. */
export function forgetQueries() {
  own = undefined
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
  return failures < 1 && mayPass(error)
}

/** A network failure or a busy server: the same call may succeed a moment later. */
export function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502)
}
