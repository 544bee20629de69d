import { useLocation } from 'react-router'
import { Notice } from '../../ui/feedback/notice.tsx'
import { dropSession } from '../end-session.ts'

/** Shown after a 401. */
export function SessionEnded() {
  const { pathname, search, hash } = useLocation()
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
