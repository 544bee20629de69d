import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { setNavigate } from './end-session.ts'
import { announceStoredUser } from './stored-user.ts'

/** The stored user is read again on each location change (spec §4). */
export function SessionWatcher() {
  const navigate = useNavigate()
  const location = useLocation()

  useEffect(
    () =>
      setNavigate(
        (path, from) => void navigate(path, { replace: true, state: from ? { from } : null }),
      ),
    [navigate],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: the location is what it waits for.
  useEffect(announceStoredUser, [location])

  return null
}
