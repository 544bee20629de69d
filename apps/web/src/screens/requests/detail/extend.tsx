import { DATA_SUBJECT_ANSWER_DAYS } from '@carpeta/domain/personal-data/data-subject-requests'
import { MAX_REQUEST_TEXT } from '@carpeta/domain/requests/request-states'
import { Button, Textarea } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { actInWriting, type StaffRequest } from '../../../api/workbench.ts'
import { ActFailure } from '../../../requests/act-failure.tsx'
import { useKeptText } from '../../../requests/use-kept-text.ts'
import classes from './detail.module.css'
import { useAct } from './use-act.ts'

/** Puts the answer to a right over personal data off, once. */
export function Extend({ request }: { request: StaffRequest }) {
  const act = useAct(request.id)
  const [text, setText] = useKeptText(`extend:${request.id}`)
  async function extend() {
    const isDone = await act.run(() => actInWriting(request, 'extend', text.trim()))
    if (isDone) setText('')
  }

  return (
    <section className={classes.card} aria-labelledby="prorrogar">
      <h2 id="prorrogar">Plazo legal</h2>
      <p className={classes.detail}>
        Es un derecho sobre datos personales: se responde en {DATA_SUBJECT_ANSWER_DAYS} días
        corridos, que se pueden prorrogar una vez por otros {DATA_SUBJECT_ANSWER_DAYS}.
      </p>
      <Textarea
        size="md"
        label="Por qué se prorroga"
        description="El socio lo leerá en la historia de su solicitud."
        rows={2}
        maxLength={MAX_REQUEST_TEXT}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ActFailure {...act} keepsText />
      <div className={classes.buttons}>
        <Button variant="default" loading={act.isBusy} onClick={() => void extend()}>
          Prorrogar plazo
        </Button>
      </div>
    </section>
  )
}
