import { MAX_REQUEST_TEXT, REOPEN_DAYS } from '@carpeta/domain/request-states'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { actInWriting, type StaffRequest } from '../../../../api/workbench.ts'
import { ActFailure } from '../../../../requests/action-failure.tsx'
import { useKeptText } from '../../../../requests/use-saved-text.ts'
import { Textarea } from '../../../../ui/fields/inputs.ts'
import { ButtonRow } from '../../../../ui/layout/button-row.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import classes from '../detail.module.css'
import { useAct } from './use-request-action.ts'

/** Takes a closed request up again. */
export function Reopen({ request }: { request: StaffRequest }) {
  const act = useAct(request.id)
  const [isAsked, setAsked] = useState(false)
  const [text, setText] = useKeptText(`reopen:${request.id}`)
  async function reopen() {
    const isDone = await act.run(() => actInWriting(request, 'reopen', text.trim()))
    if (isDone) setText('')
  }

  return (
    <Card title="Reabrir">
      <p className={classes.detail}>
        Se puede hasta {REOPEN_DAYS} días después del cierre. El plazo comienza de nuevo.
      </p>
      {isAsked && (
        <Textarea
          label="Por qué se reabre"
          description="El socio lo leerá en la historia de su solicitud."
          rows={3}
          maxLength={MAX_REQUEST_TEXT}
          autoFocus
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <ActFailure {...act} keepsText />
      <ButtonRow>
        {isAsked ? (
          <>
            <Button loading={act.isBusy} onClick={() => void reopen()}>
              Reabrir solicitud
            </Button>
            <Button variant="default" onClick={() => setAsked(false)}>
              Cancelar
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => setAsked(true)}>
            Reabrir…
          </Button>
        )}
      </ButtonRow>
    </Card>
  )
}
