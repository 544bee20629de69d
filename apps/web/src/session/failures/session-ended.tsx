import { useLocation } from 'react-router'
import { Notice } from '../../ui/feedback/notice.tsx'
import { dropSession } from '../end-session.ts'

/** Shown in place of what a 401 kept from us (design.md §5.14). */
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
