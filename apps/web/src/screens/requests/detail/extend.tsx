import { RIGHT_ANSWER_DAYS } from '@carpeta/domain/personal-data-rights'
import { Button, Textarea } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { useState } from 'react'
import { actInWriting, type StaffRequest } from '../../../api/workbench.ts'
import { ActFailure } from './act-failure.tsx'
import classes from './detail.module.css'
import { useAct } from './use-act.ts'

/** Puts the answer to a right over personal data off, once. */
export function Extend({ request }: { request: StaffRequest }) {
  const act = useAct(request.id)
  const [text, setText] = useState('')
  return (
    <section className={classes.card} aria-labelledby="prorrogar">
      <h2 id="prorrogar">Plazo legal</h2>
      <p className={classes.detail}>
        Es un derecho sobre datos personales: se responde en {RIGHT_ANSWER_DAYS} días corridos, que
        se pueden prorrogar una vez por otros {RIGHT_ANSWER_DAYS}.
      </p>
      <Textarea
        size="md"
        label="Por qué se prorroga"
        description="El socio lo leerá en la historia de su solicitud."
        rows={2}
        maxLength={5000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ActFailure act={act} />
      <div className={classes.buttons}>
        <Button
          variant="default"
          loading={act.isBusy}
          onClick={() => void act.run(() => actInWriting(request, 'extend', text.trim()))}
        >
          Prorrogar plazo
        </Button>
      </div>
    </section>
  )
}
