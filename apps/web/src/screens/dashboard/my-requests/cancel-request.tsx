import { useState } from 'react'
import { cancelRequest } from '../../../api/member-requests.ts'
import { AskFirst } from '../../../forms/ask-first.tsx'
import { ActionFailure } from '../../../requests/action-failure.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import classes from './my-requests.module.css'
import { useRequestRefresh } from './use-request-refresh.ts'

/** Cancels a request that no one reviews yet. */
export function CancelRequest({ id }: { id: number }) {
  const [isAsking, setAsking] = useState(false)
  const { show, reload } = useRequestRefresh(id)

  /** The request changed: the reloaded page shows its state and the possible actions. */
  async function seeNews() {
    const isRead = await reload()
    if (isRead) setAsking(false)
    return isRead
  }

  return (
    <div className={classes.cancel}>
      <p className={classes.detail}>
        Mientras la cooperativa no la esté revisando, puedes anular esta solicitud.
      </p>
      <Button variant="default" size="sm" onClick={() => setAsking(true)}>
        Anular
      </Button>
      {isAsking && (
        <AskFirst
          title="¿Anular esta solicitud?"
          confirm="Sí, anular"
          cancel="No anular"
          action={async () => show(await cancelRequest(id))}
          onClose={() => setAsking(false)}
          failureOf={(failure) => <ActionFailure failure={failure} reload={seeNews} />}
        >
          <p>
            La cooperativa ya no la revisará. Si la necesitas después, tendrás que pedirla de nuevo.
          </p>
        </AskFirst>
      )}
    </div>
  )
}
