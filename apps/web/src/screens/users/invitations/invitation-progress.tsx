import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { invitationProgressQuery, USERS } from '../../../api/users.ts'
import { useOptionalQuery } from '../../../session/use-optional-query.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Progress } from '../../../ui/feedback/progress.ts'
import classes from '../users.module.css'
import { emails } from './invitation-labels.ts'

// An empty bar would look like a line.
const MIN_PERCENT = 3

/** The progress of the queued invitations and the number of failed ones. */
export function InvitationProgress({ batch }: { batch: number }) {
  const { data, isPlaceholderData } = useOptionalQuery({
    ...invitationProgressQuery(batch),
    placeholderData: keepPreviousData,
  })
  useFreshRows(batch, isPlaceholderData ? undefined : data?.queued)
  const most = useMaxQueued(data?.queued ?? 0)
  if (!data) return null
  return (
    <div className={classes.progress}>
      {data.queued > 0 && (
        <div className={classes.queue}>
          <p>{data.queued === 1 ? 'Falta 1 correo' : `Faltan ${data.queued} correos`} por enviar</p>
          <Progress
            value={Math.max(MIN_PERCENT, (1 - data.queued / most) * 100)}
            aria-label="Correos enviados"
          />
        </div>
      )}
      {data.failed > 0 && (
        <Notice tone="warning">
          {emails(data.failed)} no se {data.failed === 1 ? 'pudo' : 'pudieron'} entregar. El motivo
          está junto a cada cuenta: corrige su correo y, si todavía no está activa, vuelve a
          invitar.
        </Notice>
      )}
    </div>
  )
}

/** The longest queue since it was last empty, as the total of the progress bar. */
function useMaxQueued(queued: number): number {
  const [most, setMost] = useState(queued)
  if (queued > most || (queued === 0 && most > 0)) setMost(queued)
  return Math.max(queued, most)
}

/**
 * Reloads the rows when the queue is empty, not after each email: the audit log records every read
 * of the list.
 * @param queued undefined until it is known for this batch.
 */
function useFreshRows(batch: number, queued: number | undefined) {
  const client = useQueryClient()
  const isWaiting = useRef(false)
  useEffect(() => {
    isWaiting.current = batch > 0
  }, [batch])
  useEffect(() => {
    if (queued !== undefined && queued > 0) isWaiting.current = true
    if (queued !== 0 || !isWaiting.current) return
    isWaiting.current = false
    void client.invalidateQueries({ queryKey: [USERS] })
  }, [client, queued])
}
