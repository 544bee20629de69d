import { useState } from 'react'
import { endOtherSessions } from '../../../api/accounts.ts'
import { AskFirst } from '../../../forms/ask-first.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { LogoutIcon } from '../../../ui/icons/icons.tsx'

export function EndOthers({ onEnded }: { onEnded: () => void }) {
  const [isAsking, setAsking] = useState(false)

  async function end() {
    await endOtherSessions()
    onEnded()
  }

  return (
    <div>
      <Button variant="default" leftSection={<LogoutIcon />} onClick={() => setAsking(true)}>
        Cerrar las otras sesiones
      </Button>
      {isAsking && (
        <AskFirst
          title="¿Cerrar las otras sesiones?"
          confirm="Cerrar sesiones"
          cancel="Cancelar"
          action={end}
          onClose={() => setAsking(false)}
        >
          <p>En los otros equipos habrá que ingresar de nuevo. Esta sesión sigue abierta.</p>
        </AskFirst>
      )}
    </div>
  )
}
