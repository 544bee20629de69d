import {
  type QueryFunction,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { onceReconnected } from '../connection/connection.ts'
import { isConnectionLost, isMissingCall } from './api-error.ts'
import { hasMoreCalls } from './client.ts'

// A program of the browser may block one call for ever.
const MAX_RETRIES = 3

type Options<Data, Key extends QueryKey> = Omit<
  UseQueryOptions<Data | null, Error, Data | null, Key>,
  'queryFn' | 'initialData'
> & { queryKey: Key; queryFn: QueryFunction<Data, Key> }

/**
 * A query of a call that the specification does not have. It answers null, and its part of the page is left out,
 * where the API does not have the call, refuses it or never answers it. Without a connection it waits, so that
 * nothing moves.
 */
export function optionalQuery<Data, Key extends QueryKey>({
  queryFn,
  ...options
}: Options<Data, Key>) {
  return queryOptions({
    ...options,
    initialData: () => (hasMoreCalls() ? undefined : null),
    queryFn: async (context): Promise<Data | null> => {
      if (!hasMoreCalls()) return null
      for (let retries = 0; ; retries += 1) {
        try {
          return await queryFn(context)
        } catch (error) {
          if (isMissingCall(error)) return null
          if (!isConnectionLost(error)) throw error
          if (retries === MAX_RETRIES) {
            return context.client.getQueryData<Data>(context.queryKey) ?? null
          }
          await new Promise<void>(onceReconnected)
        }
      }
    },
  })
}
