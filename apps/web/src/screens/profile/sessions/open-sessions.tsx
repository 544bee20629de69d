import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endSession, type OpenSession, sessionsQuery } from '../../../api/accounts.ts'
import { AskFirst } from '../../../forms/ask-first.tsx'
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
  const [ended, setEnded] = useState('')
  const [asked, setAsked] = useState<OpenSession | null>(null)

  async function finish(message: string) {
    setEnded(message)
    await refetch()
  }

  const failure = error && <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!sessions) return failure ?? <SessionsSkeleton />
  return (
    <>
      {failure}
      <p className={classes.detail}>Si no reconoces alguna, ciérrala y cambia tu contraseña.</p>
      <DividedList>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setAsked(session)} />
        ))}
      </DividedList>
      {ended && <Notice tone="success">{ended}</Notice>}
      {sessions.some(({ is_current }) => !is_current) && (
        <EndOthers onEnded={() => void finish('Se cerraron las otras sesiones')} />
      )}
      {asked && (
        <AskFirst
          title="¿Cerrar esta sesión?"
          confirm="Cerrar sesión"
          cancel="Cancelar"
          action={async () => {
            await endSession(asked.id)
            await finish(`Se cerró la sesión en ${asked.device}`)
          }}
          onClose={() => setAsked(null)}
        >
          <p>
            {asked.device} · {asked.place}
          </p>
        </AskFirst>
      )}
    </>
  )
}
