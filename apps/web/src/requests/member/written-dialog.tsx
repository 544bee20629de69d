import { useQuery } from '@tanstack/react-query'
import { WriteToUs } from '../../environment/write-to-us.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import { draftQuery, readDraft } from '../draft-calls.ts'
import type { UnsentRequest } from './unsent-calls.ts'
import classes from './unsent-requests.module.css'

interface Props {
  request: UnsentRequest
  onClose: () => void
}

/** The text of a request that can no longer be sent, to use elsewhere. */
export function WrittenDialog({ request: { id, procedure }, onClose }: Props) {
  const source = { name: `unsent:${id}`, read: () => readDraft(id) }
  const { data, error, refetch } = useQuery(draftQuery(source))
  return (
    <Dialog
      title="Lo que escribiste"
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>Entendido</Button>
          {data?.comment && <CopyButton text={data.comment} label="Copiar" />}
        </>
      }
    >
      <p>
        La cooperativa ya no ofrece «{procedure.title}». Si todavía lo necesitas,{' '}
        <WriteToUs about={procedure.title} />.
      </p>
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={96} />}
      {data && (
        <blockquote className={classes.written}>
          {data.comment || 'No escribiste ningún comentario.'}
        </blockquote>
      )}
    </Dialog>
  )
}
