import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import {
  ApiError,
  isConnectionLost,
  isNotAllowed,
  isSessionEnded,
  needsReauthentication,
} from '../../api/api-error.ts'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { stopOffline } from '../../offline/offline-device.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { dropSession } from '../end-session.ts'
import { useStoredUser } from '../use-stored-user.ts'
import { NoConnection } from './no-connection.tsx'
import { type Place, useOnlyOne } from './use-only-one.ts'

/** The error message of a failed call. */
export function FailureNotice({ error }: { error: unknown }) {
  if (isSessionEnded(error)) return <SessionEnded place="form" />
  if (isConnectionLost(error)) return <NoConnection place="form" />
  if (isNotAllowed(error)) return <NotAllowed />
  if (needsReauthentication(error)) {
    return <Notice tone="info">Cancelaste la confirmación: no se hizo nada.</Notice>
  }
  return (
    <Notice tone="error">
      <p>{messageOf(error)}</p>
      <HelpCode error={error} />
    </Notice>
  )
}

/** Shown when the user no longer has the permission. */
export function NotAllowed() {
  return (
    <Notice tone="warning">
      Sin autorización. <Link to="/dashboard">Volver a mi carpeta</Link>
    </Notice>
  )
}

/** Shown after a 401, once on a page. The session may have been ended because the device is lost. */
export function SessionEnded({ place = 'part' }: { place?: Place }) {
  const isShown = useOnlyOne('session', place)
  const { pathname, search, hash } = useLocation()
  useEffect(() => void stopOffline(), [])
  if (!isShown) return null
  return (
    <Notice tone="warning">
      Tu sesión ha terminado.{' '}
      <a
        href="/"
        onClick={(event) => {
          event.preventDefault()
          dropSession(pathname + search + hash)
        }}
      >
        Ingresa nuevamente.
      </a>
    </Notice>
  )
}

/** The code by which staff find the failure in the log, and whom to tell it. */
export function HelpCode({ error }: { error: unknown }) {
  const user = useStoredUser()
  const code = helpCode(error)
  if (!code) return null
  const isStaff = user?.profile?.is_client === false
  return (
    <p>
      <small>
        Código de ayuda: <code>{code}</code>
        {!isStaff && (
          <>
            . Si vuelve a pasar, escribe a <CooperativeEmail subject={`Código de ayuda ${code}`} />{' '}
            y dinos ese código.
          </>
        )}
      </small>
    </p>
  )
}

/** The request id when the portal failed or its answer is not understood: no sentence says why. */
function helpCode(error: unknown): string | null | undefined {
  if (!(error instanceof ApiError)) return null
  const isUnexpected = error.status >= 500 || messageOf(error) === unknownErrorMessage
  return isUnexpected ? error.headers?.get('x-request-id') : null
}

/** The message of the catalogue (docs/specification.md §8); that of an exception is for developers. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : unknownErrorMessage
}
