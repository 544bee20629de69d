import { isActionAllowed } from '@carpeta/domain/requests/request-states'
import type { StaffRequest } from '../../../api/workbench.ts'
import { Textarea } from '../../../ui/fields/inputs.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Extend } from './actions/extend.tsx'
import { Reopen } from './actions/reopen.tsx'
import { StartReview } from './actions/start-review.tsx'
import { AnswerForm } from './answer/answer-form.tsx'

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
