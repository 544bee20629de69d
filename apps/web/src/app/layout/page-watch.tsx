import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { probeConnection } from '../../api/auth.ts'
import { reportConnection } from '../../connection/connection.ts'
import { useConnectionIsLost } from '../../connection/use-connection-is-lost.ts'
import { stopOffline } from '../../offline/offline-device.ts'
import { beforeLogout } from '../../session/before-logout.ts'
import { NoConnection } from '../../session/failures/no-connection.tsx'
import { hasTyped } from '../../session/failures/typed-text.ts'
import classes from './layout.module.css'

/** On every page: tells a lost connection and, to screen readers, a new title; ends offline use at a logout. */
export function PageWatch() {
  // 'Cerrar sesión' is in the menu of every page.
  useEffect(() => beforeLogout(() => stopOffline()), [])
  return (
    <>
      <NewTitle />
      <ConnectionBar />
    </>
  )
}

/** The title of the document once it has changed, for screen readers. */
function NewTitle() {
  const location = useLocation()
  const shown = useRef<string>(undefined)
  const [title, setTitle] = useState('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the title changes with the address.
  useEffect(() => {
    const before = shown.current
    shown.current = document.title
    if (before !== undefined && before !== document.title) setTitle(document.title)
  }, [location])

  return (
    <p className={classes.announcer} role="status">
      {title}
    </p>
  )
}

const PROBE_MS = 5000
const RESTORED_MS = 5000

/** Says above every page that the connection is lost, and watches for it to come back. */
export function ConnectionBar() {
  const isLost = useConnectionIsLost()
  const isRestored = useRestored(isLost)
  useEffect(watchNetwork, [])
  useEffect(() => (isLost ? untilReconnected() : undefined), [isLost])
  return (
    <div className={classes.connection}>
      {(isLost || isRestored) && <NoConnection place="page" />}
    </div>
  )
}

function watchNetwork(): () => void {
  const onOffline = () => reportConnection(true)
  // It may have been lost before this was loaded.
  if (!navigator.onLine) onOffline()
  window.addEventListener('offline', onOffline)
  return () => window.removeEventListener('offline', onOffline)
}

function untilReconnected(): () => void {
  const probe = () => void probeConnection()
  const timer = setInterval(probe, PROBE_MS)
  const keepTyped = (event: BeforeUnloadEvent) => hasTyped() && event.preventDefault()
  window.addEventListener('online', probe)
  window.addEventListener('beforeunload', keepTyped)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', probe)
    window.removeEventListener('beforeunload', keepTyped)
  }
}

/** True for a moment after the connection came back. */
function useRestored(isLost: boolean): boolean {
  const [wasLost, setWasLost] = useState(isLost)
  if (isLost && !wasLost) setWasLost(true)

  useEffect(() => {
    if (isLost || !wasLost) return
    const timer = setTimeout(() => setWasLost(false), RESTORED_MS)
    return () => clearTimeout(timer)
  }, [isLost, wasLost])

  return wasLost && !isLost
}
