import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isConnectionLost, isMissingCall } from '../api/api-error.ts'
import { onceReconnected } from '../connection/connection.ts'
import { useConnectionIsLost } from '../connection/use-connection-is-lost.ts'
import { useIsExtended } from './extended.ts'

// A program of the browser may block one call for ever.
const MAX_RETRIES = 3

/**
 * A query of a call that the specification does not have. `isAbsent` where the API does not have or
 * refuses it: its part of the page is left out. Without a connection it waits, so that nothing moves.
 */
export function useOptionalQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
) {
  const isExtended = useIsExtended()
  const isLost = useConnectionIsLost()
  const query = useQuery({ ...options, enabled: isExtended && options.enabled !== false })
  const { data, error, refetch } = query
  const retries = useRef(0)
  useEffect(() => {
    if (!isConnectionLost(error) || retries.current === MAX_RETRIES) return
    return onceReconnected(() => {
      retries.current += 1
      void refetch()
    })
  }, [error, refetch])
  const isMissing = isMissingCall(error)
  const isUnreached = isConnectionLost(error)
  return {
    ...query,
    isAbsent: data === undefined && (!isExtended || isMissing || (isUnreached && !isLost)),
    /** What the part has to tell. */
    failure: isMissing || isUnreached ? null : error,
  }
}
