import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { leaveThrough } from './end-session.ts'
import { announceStoredUser } from './stored-user.ts'

/** The stored user is read again on each location change (spec §4). */
export function SessionWatcher() {
  const navigate = useNavigate()
  const location = useLocation()

  useEffect(() => leaveThrough((path) => void navigate(path, { replace: true })), [navigate])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the location is what it waits for.
  useEffect(announceStoredUser, [location])

  return null
}
