import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionsQuery } from '../../../api/accounts.ts'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { DividedList } from '../../../ui/layout/divided-list.tsx'
import classes from '../profile.module.css'
import { EndOthers } from './end-others.tsx'
import { SessionRow } from './session-row.tsx'
import { SessionsSkeleton } from './sessions-skeleton.tsx'

/** The open sessions, so that the user can close an unknown one. */
export function OpenSessions() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery)
  const [areEnded, setEnded] = useState(false)

  const failure = error && <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!sessions) return failure ?? <SessionsSkeleton />
  return (
    <>
      {failure}
      <p className={classes.detail}>Si no reconoces alguna, ciérralas y cambia tu contraseña.</p>
      <DividedList>
        {sessions.map((session) => (
          <SessionRow key={`${session.last_used_at} ${session.device}`} session={session} />
        ))}
      </DividedList>
      {areEnded && <Notice tone="success">Se cerraron las otras sesiones</Notice>}
      {sessions.some(({ is_current }) => !is_current) && (
        <EndOthers
          onEnded={() => {
            setEnded(true)
            void refetch()
          }}
        />
      )}
    </>
  )
}
