import { RIGHT_ANSWER_DAYS } from '@carpeta/domain/personal-data-rights'
import { MAX_REQUEST_TEXT } from '@carpeta/domain/request-states'
import { Button } from '@mantine/core'
import { actInWriting, type StaffRequest } from '../../../../api/workbench.ts'
import { ActFailure } from '../../../../requests/action-failure.tsx'
import { useKeptText } from '../../../../requests/use-saved-text.ts'
import { Textarea } from '../../../../ui/fields/inputs.ts'
import { ButtonRow } from '../../../../ui/layout/button-row.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import classes from '../detail.module.css'
import { useAct } from './use-request-action.ts'

/** Puts the answer to a right over personal data off, once. */
export function Extend({ request }: { request: StaffRequest }) {
  const act = useAct(request.id)
  const [text, setText] = useKeptText(`extend:${request.id}`)
  async function extend() {
    const isDone = await act.run(() => actInWriting(request, 'extend', text.trim()))
    if (isDone) setText('')
  }

  return (
    <Card title="Plazo legal">
      <p className={classes.detail}>
        Es un derecho sobre datos personales: se responde en {RIGHT_ANSWER_DAYS} días corridos, que
        se pueden prorrogar una vez por otros {RIGHT_ANSWER_DAYS}.
      </p>
      <Textarea
        label="Por qué se prorroga"
        description="El socio lo leerá en la historia de su solicitud."
        rows={2}
        maxLength={MAX_REQUEST_TEXT}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ActFailure {...act} keepsText />
      <ButtonRow>
        <Button variant="default" loading={act.isBusy} onClick={() => void extend()}>
          Prorrogar plazo
        </Button>
      </ButtonRow>
    </Card>
  )
}
