import { useState } from 'react'
import { Button } from '../ui/buttons/button.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { currentUser } from './calls.ts'
import { logOut } from './end-session.ts'
import { FailureNotice } from './failures/failure-notice.tsx'
import { storeUser } from './stored-user.ts'

/** Asks before the session expires (WCAG 2.2.1). */
export function InactivityDialog({ onClose }: { onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function stay() {
    setBusy(true)
    try {
      // Any successful call counts as activity.
      const user = await currentUser()
      if (user) storeUser(user)
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <Dialog
      title="¿Sigues ahí?"
      onClose={stay}
      isBusy={isBusy}
      withCloseButton={false}
      closeOnClickOutside={false}
      buttons={
        <>
          <Button data-autofocus onClick={stay} loading={isBusy}>
            Seguir aquí
          </Button>
          <Button variant="default" onClick={() => void logOut()}>
            Cerrar sesión
          </Button>
        </>
      }
    >
      <p>Tu sesión se cerrará en un minuto por inactividad.</p>
      {failure !== undefined && <FailureNotice error={failure} />}
    </Dialog>
  )
}
