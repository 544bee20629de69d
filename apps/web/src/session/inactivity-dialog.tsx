import { Button } from '@mantine/core'
import { useState } from 'react'
import { currentUser } from '../api/auth.ts'
import { Dialog } from '../ui/dialog.tsx'
import { logOut } from './end-session.ts'
import classes from './session.module.css'

/** WCAG 2.2.1: whoever reads slowly is asked before the session ends. */
export function InactivityDialog({ onClose }: { onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState('')

  async function stay() {
    setBusy(true)
    try {
      // Any successful call counts as activity.
      await currentUser()
      onClose()
    } catch (error) {
      setMessage(error instanceof Error ? error.message : '')
      setBusy(false)
    }
  }

  return (
    <Dialog
      title="¿Sigues ahí?"
      onClose={stay}
      withCloseButton={false}
      closeOnClickOutside={false}
      buttons={
        <>
          <Button data-autofocus onClick={stay} loading={isBusy}>
            Seguir conectado
          </Button>
          <Button variant="default" onClick={() => void logOut()}>
            Cerrar sesión
          </Button>
        </>
      }
    >
      <p>Tu sesión se cerrará en menos de dos minutos por inactividad.</p>
      {message && (
        <p className={classes.error} role="alert">
          {message}
        </p>
      )}
    </Dialog>
  )
}
