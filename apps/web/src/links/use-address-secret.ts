import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useHydrated } from '../ui/use-hydrated.ts'

/**
 * The secret of an email's link: empty when absent, undefined in the prerendered page. It stays in
 * memory only and is removed from the address bar at once.
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
