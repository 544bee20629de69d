import { Button } from '@mantine/core'
import { useState } from 'react'
import { cancelRequest } from '../../../api/member-requests.ts'
import { FailureNotice } from '../../../session/failure-notice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import classes from './my-requests.module.css'
import { useNews } from './use-news.ts'

/** Taken back by the member, while nobody looks at it yet. */
export function CancelRequest({ id }: { id: number }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className={classes.cancel}>
      <p className={classes.detail}>
        Mientras la cooperativa no comience a revisarla, puedes anular esta solicitud.
      </p>
      <Button variant="default" size="sm" onClick={() => setAsking(true)}>
        Anular
      </Button>
      {isAsking && <Confirmation id={id} onClose={() => setAsking(false)} />}
    </div>
  )
}

function Confirmation({ id, onClose }: { id: number; onClose: () => void }) {
  const [isCancelling, setCancelling] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const show = useNews()

  async function cancel() {
    setCancelling(true)
    setFailure(undefined)
    try {
      const cancelled = await cancelRequest(id)
      onClose()
      show(cancelled)
    } catch (error) {
      setFailure(error)
      setCancelling(false)
    }
  }

  return (
    <Dialog
      title="¿Anular esta solicitud?"
      onClose={onClose}
      buttons={
        <>
          <Button onClick={cancel} loading={isCancelling}>
            Sí, anular
          </Button>
          <Button variant="default" data-autofocus onClick={onClose}>
            No anular
          </Button>
        </>
      }
    >
      <p>
        La cooperativa ya no la revisará. Si la necesitas después, tendrás que pedirla de nuevo.
      </p>
      {failure !== undefined && <FailureNotice error={failure} />}
    </Dialog>
  )
}
