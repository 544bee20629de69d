import type { MemberRequest } from '@carpeta/contract/requests'
import { ratingLabels } from '@carpeta/domain/requests/request-states'
import { useState } from 'react'
import { rateAnswer } from '../../../../api/requests/follow-up.ts'
import { ActionFailure } from '../../../../requests/action-failure.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { ButtonRow } from '../../../../ui/layout/button-row.tsx'
import classes from '../my-requests.module.css'
import { useRequestRefresh } from '../use-request-refresh.ts'

const choices = [
  { helped: true, label: ratingLabels.helped },
  { helped: false, label: ratingLabels.notHelped },
]

/** Asks whether the answer helped. The choice can be changed. */
export function RateAnswer({ request }: { request: MemberRequest }) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { show, reload } = useRequestRefresh(request.id)
  const rated = request.events.findLast(isAnswer)?.helped ?? null

  async function rate(helped: boolean) {
    setBusy(true)
    setFailure(undefined)
    try {
      show(await rateAnswer(request.id, helped))
    } catch (failed) {
      setFailure(failed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <fieldset className={classes.rating} aria-label="¿Te sirvió esta respuesta?">
      <p>{rated === null ? '¿Te sirvió esta respuesta?' : 'Gracias por decirnos.'}</p>
      <ButtonRow>
        {choices.map(({ helped, label }) => (
          <Button
            key={label}
            variant={rated === helped ? 'filled' : 'default'}
            size="xs"
            aria-pressed={rated === helped}
            disabled={isBusy}
            onClick={() => void rate(helped)}
          >
            {label}
          </Button>
        ))}
      </ButtonRow>
      <ActionFailure failure={failure} reload={reload} />
    </fieldset>
  )
}

function isAnswer({ kind }: MemberRequest['events'][number]): boolean {
  return kind === 'resolved' || kind === 'rejected'
}
