import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { stopOffline } from '../../offline/offline-device.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { dropSession } from '../end-session.ts'
import { type Place, useOnlyOne } from './use-only-one.ts'

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
