import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useHydrated } from '../../ui/use-hydrated.ts'

/**
 * What a letter's link carries in its address; '' for nothing, undefined in the prerendered page.
 * It is kept in memory only and leaves the address bar at once (design.md §5.14).
 */
export function useAddressSecret(name: 'token' | 'code'): string | undefined {
  const [params] = useSearchParams()
  const [secret] = useState(() => params.get(name) ?? '')
  const isShown = params.has(name)
  const navigate = useNavigate()
  const isReady = useHydrated()

  useEffect(() => {
    if (isShown) void navigate({ search: '' }, { replace: true })
  }, [isShown, navigate])

  return isReady ? secret : undefined
}
