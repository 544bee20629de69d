import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { stopOffline } from '../../offline/offline-device.ts'
import { beforeLogout } from '../../session/before-logout.ts'
import { ConnectionBar } from './connection-bar.tsx'
import classes from './page-watch.module.css'

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
