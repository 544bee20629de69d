import {
  isActionAllowed,
  MAX_REQUEST_TEXT,
  requestMessages,
} from '@carpeta/domain/requests/request-states'
import { type FormEvent, useState } from 'react'
import {
  resolveRequest,
  runTextAction,
  type SettledDocuments,
  type StaffRequest,
} from '../../../../api/workbench.ts'
import { ActionFailure } from '../../../../requests/action-failure.tsx'
import { useSavedText } from '../../../../requests/use-saved-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { VisuallyHidden } from '../../../../ui/display/visually-hidden.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { Textarea } from '../../../../ui/fields/inputs.ts'
import { Card } from '../../../../ui/layout/card.tsx'
import { useRequestAction } from '../actions/use-request-action.ts'
import classes from '../detail.module.css'
import { AnswerFiles } from './answer-files.tsx'
import { SettleDocuments } from './settle-documents.tsx'
import { TemplateMenu } from './template-menu.tsx'

const kinds = {
  resolve: {
    choice: 'Resolver',
    label: 'Respuesta',
    consequence: 'El socio la leerá en su carpeta y la solicitud se cerrará.',
    button: 'Resolver y cerrar',
    empty: requestMessages.answerRequired.text,
    hasFiles: true,
  },
  ask: {
    choice: 'Pedir lo que falta',
    label: 'Qué falta',
    consequence: 'El socio podrá responder y reemplazar los documentos que hayas rechazado.',
    button: 'Pedir al socio',
    empty: requestMessages.questionRequired.text,
    hasFiles: false,
  },
  reject: {
    choice: 'Rechazar',
    label: 'Motivo',
    consequence: 'El socio lo leerá en su carpeta y la solicitud se cerrará.',
    button: 'Rechazar y cerrar',
    empty: requestMessages.reasonRequired.text,
    hasFiles: true,
  },
} as const

type AnswerKind = keyof typeof kinds
const inOrder = ['resolve', 'ask', 'reject'] as const
const FIRST: AnswerKind = 'resolve'

interface Props {
  request: StaffRequest
  text: string
  onText: (text: string) => void
}

/** The answer to the member: a resolution, a question or a rejection. */
export function AnswerForm({ request, text, onText }: Props) {
  const action = useRequestAction(request.id)
  const [chosen, setChosen] = useSavedText(`kind:${request.id}`)
  const [error, setError] = useState('')
  const [isUploading, setUploading] = useState(false)
  const [isSettling, setSettling] = useState(false)
  const pending = request.documents.filter(({ review }) => review === 'pending')
  const possible = inOrder.filter((kind) => isActionAllowed(kind, request.state))
  // The chosen kind may have become impossible; no other is chosen automatically.
  const kind = possible.find((each) => each === (chosen || FIRST))
  const labels = kind && kinds[kind]

  function write(next: string) {
    onText(next)
    setError('')
  }

  async function answer(event: FormEvent) {
    event.preventDefault()
    if (!kind || !labels) return
    if (text.trim() === '') {
      setError(labels.empty)
      return
    }
    if (kind === 'resolve' && pending.length > 0) setSettling(true)
    else if (kind === 'resolve') await resolve({ accept: [], leave: [] })
    else await finish(() => runTextAction(request, kind, text.trim()))
  }

  const resolve = (settled: SettledDocuments) =>
    finish(() => resolveRequest(request, text.trim(), settled))

  async function finish(perform: () => Promise<StaffRequest>) {
    setSettling(false)
    const isDone = await action.run(perform)
    if (!isDone) return
    onText('')
    setChosen('')
  }

  return (
    <Card title="Responder">
      <form className={classes.form} noValidate onSubmit={answer}>
        <fieldset className={classes.kinds}>
          <VisuallyHidden component="legend">Qué hacer</VisuallyHidden>
          {possible.map((each) => (
            <label key={each} className={classes.kind}>
              <input
                type="radio"
                name="kind"
                checked={each === kind}
                onChange={() => {
                  setChosen(each)
                  setError('')
                }}
              />
              {kinds[each].choice}
            </label>
          ))}
        </fieldset>
        {!kind && (
          <Notice tone="warning">
            Otra persona ya pidió lo que faltaba. Elige qué hacer con lo que escribiste.
          </Notice>
        )}
        <div className={classes.writing}>
          <Textarea
            label={labels?.label ?? 'Lo que escribiste'}
            description={labels?.consequence}
            rows={7}
            maxLength={MAX_REQUEST_TEXT}
            value={text}
            error={error}
            onChange={({ currentTarget }) => write(currentTarget.value)}
          />
          <TemplateMenu
            onChoose={(body) => write(text.trim() ? `${text.trimEnd()}\n\n${body}` : body)}
          />
        </div>
        {labels?.hasFiles && <AnswerFiles request={request} onBusy={setUploading} />}
        <ActionFailure {...action} isTextSaved />
        <div>
          <Button type="submit" loading={action.isBusy} disabled={isUploading || !kind}>
            {labels?.button ?? 'Enviar al socio'}
          </Button>
        </div>
      </form>
      {isSettling && (
        <SettleDocuments
          documents={pending}
          onSettled={(settled) => void resolve(settled)}
          onClose={() => setSettling(false)}
        />
      )}
    </Card>
  )
}
