import { Notice } from '../ui/notice.tsx'
import { forgetSession } from './end-session.ts'

/** Shown in place of what a 401 kept from us (design.md §5.14). */
export function SessionEnded() {
  return (
    <Notice tone="warning">
      Tu sesión ha terminado.{' '}
      <a
        href="/"
        onClick={(event) => {
          event.preventDefault()
          forgetSession()
        }}
      >
        Ingresa nuevamente.
      </a>
    </Notice>
  )
}
