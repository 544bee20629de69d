import type { SignedInUser } from '@carpeta/contract/auth'
import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunction, Params } from 'react-router'
import { queryClientOf } from '../api/query-client.ts'
import { storedUser } from './stored-user.ts'

interface Visit {
  user: SignedInUser
  params: Params
  search: URLSearchParams
}

/** The loader of a page: it starts the first calls and waits for none. */
export function startCalls(start: (client: QueryClient, visit: Visit) => void): LoaderFunction {
  return ({ params, request }) => {
    const user = storedUser()
    const search = new URL(request.url).searchParams
    if (user) start(queryClientOf(user), { user, params, search })
    return null
  }
}
