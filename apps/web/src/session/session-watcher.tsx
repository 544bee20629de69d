import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { setNavigate } from './end-session.ts'
import { announceStoredUser } from './stored-user.ts'

/** Connects the router to the session and rereads the stored user on each navigation. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation.
  useEffect(announceStoredUser, [location])

  return null
}
