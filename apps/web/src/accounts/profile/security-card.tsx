import type { User } from '@carpeta/contract/auth'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { counted } from '@carpeta/domain/text/counted'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirmation } from '../../forms/confirmation.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { CheckCircleIcon, LogoutIcon } from '../../ui/icons/icons.tsx'
import { DividedList } from '../../ui/layout/divided-list.tsx'
import { FoldedCard } from '../../ui/layout/folded-card.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { endOtherSessions, endSession, type OpenSession, sessionsQuery } from '../calls.ts'
import { type SecondFactor, secondFactorQuery } from '../factors/calls.ts'
import { FEW_CODES, OwnSecondFactor, SecondFactorSkeleton } from './own-second-factor.tsx'
import classes from './profile.module.css'

const NOT_LOADED = 'No se pudo cargar'

/** How the user logs in, and where. */
export function SecurityCards({ user }: { user: User | undefined }) {
  const enabled = user !== undefined
  const factor = useQuery({ ...secondFactorQuery, enabled })
  const sessions = useQuery({ ...sessionsQuery(1), enabled })
  return (
    <>
      {factor.data !== null && (
        <FoldedCard
          id="seguridad"
          title="Seguridad"
          state={factor.data ? factorState(factor.data) : factor.error ? NOT_LOADED : undefined}
        >
          {user ? <OwnSecondFactor /> : <SecondFactorSkeleton />}
        </FoldedCard>
      )}
      {sessions.data !== null && (
        <FoldedCard
          id="sesiones"
          title="Sesiones abiertas"
          state={
            sessions.data ? sessionsState(sessions.data) : sessions.error ? NOT_LOADED : undefined
          }
        >
          {user ? <OpenSessions /> : <SessionsSkeleton />}
        </FoldedCard>
      )}
    </>
  )
}

function factorState({ passkeys, totp, recovery_codes_left: left }: SecondFactor): string {
  if (passkeys.length === 0 && !totp) return 'Llave de acceso: ninguna'
  const has = [
    ...(passkeys.length > 0
      ? [counted(passkeys.length, 'llave de acceso', 'llaves de acceso')]
      : []),
    ...(totp ? ['aplicación de códigos'] : []),
  ].join(' y ')
  return left <= FEW_CODES ? `${has}; quedan pocos códigos` : has
}

function sessionsState({ sessions, lastPage }: { sessions: unknown[]; lastPage: number }): string {
  if (lastPage > 1) return `Más de ${sessions.length}`
  return sessions.length > 1 ? `${sessions.length} sesiones` : 'Solo esta'
}

/** The open sessions, so that the user can close an unknown one. */
function OpenSessions() {
  const [page, setPage] = useState(1)
  const query = useQuery({ ...sessionsQuery(page), placeholderData: keepPreviousData })
  const { data, refetch } = query
  const [ended, setEnded] = useState('')
  const [asked, setAsked] = useState<OpenSession | null>(null)

  async function finish(message: string) {
    setEnded(message)
    await refetch()
  }

  const failure = query.error && <LoadFailure error={query.error} onRetry={() => void refetch()} />
  if (!data) return failure ?? <SessionsSkeleton />
  const { current, lastPage } = data
  const sessions = numbered(data.sessions)
  const hasOthers = lastPage > 1 || sessions.some(({ is_current }) => !is_current)
  return (
    <>
      {failure}
      <p className={classes.detail}>
        Si perdiste tu teléfono o no reconoces alguna, ciérrala y cambia tu contraseña.
      </p>
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
        <Confirmation
          title="¿Cerrar esta sesión?"
          confirm="Cerrar sesión"
          action={async () => {
            await endSession(asked.id)
            await finish(`Se cerró la sesión en ${asked.device}`)
          }}
          onClose={() => setAsked(null)}
        >
          <p>
            {asked.device} · {asked.place}
          </p>
          <Times session={asked} />
        </Confirmation>
      )}
    </>
  )
}

interface Props {
  session: OpenSession
  onEnd: () => void
}

function SessionRow({ session, onEnd }: Props) {
  return (
    <li>
      <div>
        <p className={classes.device}>
          {session.device} · {session.place}
        </p>
        <Times session={session} />
      </div>
      {session.is_current ? (
        <p className={classes.badge}>
          <CheckCircleIcon size={16} />
          Esta sesión
        </p>
      ) : (
        <Button
          variant="default"
          aria-label={`Cerrar la sesión en ${session.device}`}
          onClick={onEnd}
        >
          Cerrar
        </Button>
      )}
    </li>
  )
}

function Times({ session: { started_at, last_used_at } }: { session: OpenSession }) {
  return (
    <p className={classes.detail}>
      Ingresó el <UnbrokenDates text={dateTimeInSantiago(started_at)} />
      <br />
      Último uso el <UnbrokenDates text={dateTimeInSantiago(last_used_at)} />
    </p>
  )
}

/** Devices of one name have their place in the list beside it: what else a browser tells of itself a thief may write. */
function numbered(sessions: OpenSession[]): OpenSession[] {
  return sessions.map((session, index) => {
    const isAlike = ({ device }: OpenSession) => device === session.device
    if (sessions.filter(isAlike).length === 1) return session
    const place = sessions.slice(0, index + 1).filter(isAlike).length
    return { ...session, device: `${session.device} (${place})` }
  })
}

function EndOthers({ onEnded }: { onEnded: () => void }) {
  const [isAsking, setAsking] = useState(false)

  async function end() {
    await endOtherSessions()
    onEnded()
  }

  return (
    <div>
      <Button variant="default" leftSection={<LogoutIcon />} onClick={() => setAsking(true)}>
        Cerrar las otras sesiones
      </Button>
      {isAsking && (
        <Confirmation
          title="¿Cerrar las otras sesiones?"
          confirm="Cerrar sesiones"
          action={end}
          onClose={() => setAsking(false)}
        >
          <p>En los otros equipos habrá que ingresar de nuevo. Esta sesión sigue abierta.</p>
        </Confirmation>
      )}
    </div>
  )
}

/** The shape of a single session. */
function SessionsSkeleton() {
  return (
    <>
      <p className={classes.detail} role="status">
        Cargando…
      </p>
      <div aria-hidden="true">
        <DividedList>
          <li>
            <div>
              <Skeleton width={200} height={20} style={{ marginTop: 4 }} />
              <Skeleton width={160} height={14} style={{ marginBlock: 8 }} />
            </div>
          </li>
        </DividedList>
      </div>
    </>
  )
}
