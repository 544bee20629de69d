import { useLocation } from 'react-router'
import { Notice } from '../../ui/feedback/notice.tsx'
import { dropSession } from '../end-session.ts'
import { type Place, useOnlyOne } from './use-only-one.ts'

/** Shown after a 401, once on a page. */
export function SessionEnded({ place = 'part' }: { place?: Place }) {
  const isShown = useOnlyOne('session', place)
  const { pathname, search, hash } = useLocation()
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
