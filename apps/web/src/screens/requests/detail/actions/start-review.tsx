import { type StaffRequest, startReview } from '../../../../api/workbench.ts'
import { ActionFailure } from '../../../../requests/action-failure.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import classes from '../detail.module.css'
import { useRequestAction } from './use-request-action.ts'

export function StartReview({ request }: { request: StaffRequest }) {
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
