import { canAct, requestMessages } from '@carpeta/domain/request-states'
import { Button, Textarea } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { type FormEvent, useState } from 'react'
import { actInWriting, type StaffRequest } from '../../../api/workbench.ts'
import { ActFailure } from './act-failure.tsx'
import { AnswerFiles } from './answer-files.tsx'
import classes from './detail.module.css'
import { TemplateMenu } from './template-menu.tsx'
import { useAct } from './use-act.ts'

/** As the server takes it. */
const MAX_TEXT = 5000

const ways = {
  resolve: {
    choice: 'Resolver',
    label: 'Respuesta',
    consequence: 'El socio la leerá en su carpeta y la solicitud se cerrará.',
    button: 'Resolver y cerrar',
    empty: requestMessages.answerRequired,
    hasFiles: true,
  },
  ask: {
    choice: 'Pedir lo que falta',
    label: 'Qué falta',
    consequence: 'El socio podrá responder y reemplazar los documentos que hayas rechazado.',
    button: 'Pedir al socio',
    empty: requestMessages.questionRequired,
    hasFiles: false,
  },
  reject: {
    choice: 'Rechazar',
    label: 'Motivo',
    consequence: 'El socio lo leerá en su carpeta y la solicitud se cerrará.',
    button: 'Rechazar y cerrar',
    empty: requestMessages.reasonRequired,
    hasFiles: true,
  },
} as const

type Way = keyof typeof ways
const inOrder = ['resolve', 'ask', 'reject'] as const

interface Props {
  request: StaffRequest
  text: string
  onText: (text: string) => void
}

/** What the member is told: the answer, what is missing, or why not. */
export function AnswerForm({ request, text, onText }: Props) {
  const act = useAct(request.id)
  const [chosen, setChosen] = useState<Way>('resolve')
  const [error, setError] = useState('')
  const [isUploading, setUploading] = useState(false)
  const possible = inOrder.filter((way) => canAct(way, request.state))
  // What was chosen may have become impossible meanwhile.
  const way = possible.includes(chosen) ? chosen : 'resolve'
  const words = ways[way]

  function write(next: string) {
    onText(next)
    setError('')
  }

  async function answer(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') {
      setError(words.empty)
      return
    }
    const isDone = await act.run(() => actInWriting(request, way, text.trim()))
    if (isDone) onText('')
  }

  return (
    <section className={classes.card} aria-labelledby="responder">
      <h2 id="responder">Responder</h2>
      <form className={classes.form} noValidate onSubmit={answer}>
        <fieldset className={classes.ways}>
          <legend className={classes.spoken}>Qué hacer</legend>
          {possible.map((each) => (
            <label key={each} className={classes.way}>
              <input
                type="radio"
                name="way"
                checked={each === way}
                onChange={() => {
                  setChosen(each)
                  setError('')
                }}
              />
              {ways[each].choice}
            </label>
          ))}
        </fieldset>
        <div className={classes.writing}>
          <Textarea
            size="md"
            label={words.label}
            description={words.consequence}
            rows={7}
            maxLength={MAX_TEXT}
            value={text}
            error={error}
            onChange={({ currentTarget }) => write(currentTarget.value)}
          />
          <TemplateMenu
            onChoose={(body) => write(text.trim() ? `${text.trimEnd()}\n\n${body}` : body)}
          />
        </div>
        {words.hasFiles && <AnswerFiles request={request} onBusy={setUploading} />}
        <ActFailure act={act} />
        <div>
          <Button type="submit" loading={act.isBusy} disabled={isUploading}>
            {words.button}
          </Button>
        </div>
      </form>
    </section>
  )
}
