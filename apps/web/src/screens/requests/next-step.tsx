import { DATA_SUBJECT_ANSWER_DAYS } from '@carpeta/domain/personal-data/data-subject-requests'
import { isActionAllowed, REOPEN_DAYS } from '@carpeta/domain/requests/request-states'
import { useState } from 'react'
import { runTextAction, type StaffRequest, startReview } from '../../api/staff-requests.ts'
import { ActionFailure } from '../../requests/request-parts.tsx'
import { useSavedText } from '../../requests/saved-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Textarea } from '../../ui/fields/inputs.ts'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import { AnswerForm } from './answer-form.tsx'
import classes from './request.module.css'
import { TextActionForm, useRequestAction } from './request-action.tsx'

interface Props {
  request: StaffRequest
  /** The unsent answer. */
  text: string
  onText: (text: string) => void
}

/** The actions that the state allows. */
export function NextStep({ request, text, onText }: Props) {
  const { state, can_reopen: canReopen } = request
  return (
    <>
      {isActionAllowed('review', state) && <StartReview request={request} />}
      {isActionAllowed('resolve', state) ? (
        <AnswerForm request={request} text={text} onText={onText} />
      ) : (
        text && <Unsent text={text} />
      )}
      {request.can_extend && <Extend request={request} />}
      {canReopen && <Reopen request={request} />}
    </>
  )
}

/** The request was closed by somebody else: the unsent text can be copied. */
function Unsent({ text }: { text: string }) {
  return (
    <Card>
      <Textarea
        label="Lo que habías escrito"
        description="No se envió: la solicitud cambió de estado."
        value={text}
        readOnly
        rows={5}
      />
    </Card>
  )
}

/** Extends the legal deadline of a data-subject request, once. */
function Extend({ request }: { request: StaffRequest }) {
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

/** Reopens a closed request. */
function Reopen({ request }: { request: StaffRequest }) {
  const action = useRequestAction(request.id)
  const [isAsked, setAsked] = useState(false)
  const [text, setText] = useSavedText(`reopen:${request.id}`)
  const kept = useFocusKept<HTMLElement>('button')
  async function reopen(reason: string) {
    const isDone = await action.run(() => runTextAction(request, 'reopen', reason))
    if (isDone) setText('')
  }

  return (
    <Card title="Reabrir" {...kept}>
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

function StartReview({ request }: { request: StaffRequest }) {
  const action = useRequestAction(request.id)
  return (
    <Card title="Siguiente paso">
      <p className={classes.detail}>
        Mientras nadie la revise, el socio todavía puede anularla. Para responder, comienza la
        revisión.
      </p>
      <ActionFailure {...action} />
      <div>
        <Button loading={action.isBusy} onClick={() => void action.run(() => startReview(request))}>
          Comenzar revisión
        </Button>
      </div>
    </Card>
  )
}
