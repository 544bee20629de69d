import { Button } from '@mantine/core'
import { type StaffRequest, startReview } from '../../../../api/workbench.ts'
import { ActFailure } from '../../../../requests/action-failure.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import classes from '../detail.module.css'
import { useAct } from './use-request-action.ts'

export function StartReview({ request }: { request: StaffRequest }) {
  const act = useAct(request.id)
  return (
    <Card title="Siguiente paso">
      <p className={classes.detail}>
        Mientras nadie la revise, el socio todavía puede anularla. Para responder, comienza la
        revisión.
      </p>
      <ActFailure {...act} />
      <div>
        <Button loading={act.isBusy} onClick={() => void act.run(() => startReview(request))}>
          Comenzar revisión
        </Button>
      </div>
    </Card>
  )
}
