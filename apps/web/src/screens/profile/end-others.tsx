import { Button } from '@mantine/core'
import { useState } from 'react'
import { endOtherSessions } from '../../api/accounts.ts'
import { FailureNotice } from '../../session/failure-notice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LogoutIcon } from '../../ui/icons.tsx'

export function EndOthers({ onEnded }: { onEnded: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div>
      <Button variant="default" leftSection={<LogoutIcon />} onClick={() => setAsking(true)}>
        Cerrar las otras sesiones
      </Button>
      {isAsking && (
        <Confirmation
          onClose={() => setAsking(false)}
          onEnded={() => {
            setAsking(false)
            onEnded()
          }}
        />
      )}
    </div>
  )
}

function Confirmation({ onClose, onEnded }: { onClose: () => void; onEnded: () => void }) {
  const [isEnding, setEnding] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function end() {
    setEnding(true)
    setFailure(undefined)
    try {
      await endOtherSessions()
      onEnded()
    } catch (error) {
      setFailure(error)
      setEnding(false)
    }
  }

  return (
    <Dialog
      title="¿Cerrar las otras sesiones?"
      onClose={onClose}
      buttons={
        <>
          <Button data-autofocus onClick={end} loading={isEnding}>
            Cerrar sesiones
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
        </>
      }
    >
      <p>En los otros equipos habrá que ingresar de nuevo. Esta sesión sigue abierta.</p>
      {failure !== undefined && <FailureNotice error={failure} />}
    </Dialog>
  )
}
