import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { endSession, type OpenSession, sessionsQuery } from '../../../api/accounts.ts'
import { AskFirst } from '../../../forms/ask-first.tsx'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { useOptionalQuery } from '../../../session/use-optional-query.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { DividedList } from '../../../ui/layout/divided-list.tsx'
import { Pagination } from '../../../ui/table/pagination.tsx'
import classes from '../profile.module.css'
import { EndOthers } from './end-others.tsx'
import { SessionRow } from './session-row.tsx'
import { SessionsSkeleton } from './sessions-skeleton.tsx'

/** The open sessions, so that the user can close an unknown one. */
export function OpenSessions() {
  const [page, setPage] = useState(1)
  const query = useOptionalQuery({ ...sessionsQuery(page), placeholderData: keepPreviousData })
  const { data, refetch } = query
  const [ended, setEnded] = useState('')
  const [asked, setAsked] = useState<OpenSession | null>(null)

  async function finish(message: string) {
    setEnded(message)
    await refetch()
  }

  const failure = query.failure && (
    <LoadFailure error={query.failure} onRetry={() => void refetch()} />
  )
  if (!data) return failure ?? <SessionsSkeleton />
  const { sessions, current, lastPage } = data
  const hasOthers = lastPage > 1 || sessions.some(({ is_current }) => !is_current)
  return (
    <>
      {failure}
      <p className={classes.detail}>Si no reconoces alguna, ciérrala y cambia tu contraseña.</p>
      <div>
        <DividedList>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setAsked(session)} />
          ))}
        </DividedList>
        <Pagination label="Sesiones abiertas" current={current} last={lastPage} onPage={setPage} />
      </div>
      {ended && <Notice tone="success">{ended}</Notice>}
      {hasOthers && <EndOthers onEnded={() => void finish('Se cerraron las otras sesiones')} />}
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
