import { DATA_SUBJECT_ANSWER_DAYS } from '@carpeta/domain/personal-data/data-subject-requests'
import { runTextAction, type StaffRequest } from '../../../../api/workbench.ts'
import { ActionFailure } from '../../../../requests/action-failure.tsx'
import { useSavedText } from '../../../../requests/use-saved-text.ts'
import { Card } from '../../../../ui/layout/card.tsx'
import classes from '../detail.module.css'
import { TextActionForm } from './text-action-form.tsx'
import { useRequestAction } from './use-request-action.ts'

/** Extends the legal deadline of a data-subject request, once. */
export function Extend({ request }: { request: StaffRequest }) {
  const action = useRequestAction(request.id)
  const [text, setText] = useSavedText(`extend:${request.id}`)
  async function extend(reason: string) {
    const isDone = await action.run(() => runTextAction(request, 'extend', reason))
    if (isDone) setText('')
  }

  return (
    <Card title="Plazo legal">
      <p className={classes.detail}>
        Es un derecho sobre datos personales: se responde en {DATA_SUBJECT_ANSWER_DAYS} días
        corridos, que se pueden prorrogar una vez por otros {DATA_SUBJECT_ANSWER_DAYS}.
      </p>
      <TextActionForm
        label="Por qué se prorroga"
        description="El socio lo leerá en la historia de su solicitud."
        text={text}
        onText={setText}
        submit="Prorrogar plazo"
        isBusy={action.isBusy}
        onSubmit={(reason) => void extend(reason)}
        failure={<ActionFailure {...action} isTextSaved />}
      />
    </Card>
  )
}
