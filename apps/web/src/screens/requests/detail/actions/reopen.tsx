import { REOPEN_DAYS } from '@carpeta/domain/requests/request-states'
import { useState } from 'react'
import { runTextAction, type StaffRequest } from '../../../../api/workbench.ts'
import { ActionFailure } from '../../../../requests/action-failure.tsx'
import { useSavedText } from '../../../../requests/use-saved-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { ButtonRow } from '../../../../ui/layout/button-row.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import classes from '../detail.module.css'
import { TextActionForm } from './text-action-form.tsx'
import { useRequestAction } from './use-request-action.ts'

/** Reopens a closed request. */
export function Reopen({ request }: { request: StaffRequest }) {
  const action = useRequestAction(request.id)
  const [isAsked, setAsked] = useState(false)
  const [text, setText] = useSavedText(`reopen:${request.id}`)
  async function reopen(reason: string) {
    const isDone = await action.run(() => runTextAction(request, 'reopen', reason))
    if (isDone) setText('')
  }

  return (
    <Card title="Reabrir">
      <p className={classes.detail}>
        Se puede hasta {REOPEN_DAYS} días después del cierre. El plazo comienza de nuevo.
      </p>
      {isAsked ? (
        <TextActionForm
          label="Por qué se reabre"
          description="El socio lo leerá en la historia de su solicitud."
          rows={3}
          autoFocus
          text={text}
          onText={setText}
          submit="Reabrir solicitud"
          variant="filled"
          isBusy={action.isBusy}
          onSubmit={(reason) => void reopen(reason)}
          onCancel={() => setAsked(false)}
          failure={<ActionFailure {...action} isTextSaved />}
        />
      ) : (
        <>
          <ActionFailure {...action} isTextSaved />
          <ButtonRow>
            <Button variant="default" onClick={() => setAsked(true)}>
              Reabrir…
            </Button>
          </ButtonRow>
        </>
      )}
    </Card>
  )
}
