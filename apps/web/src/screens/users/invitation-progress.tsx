import { Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { invitationProgressQuery, USERS } from '../../api/users.ts'
import { Notice } from '../../ui/notice.tsx'
import { letters } from './invitation-words.ts'
import classes from './users.module.css'

// An empty bar would look like a line.
const LEAST_SEEN = 3

/** How far the letters are that were asked for, and how many did not arrive. */
export function InvitationProgress({ batch }: { batch: number }) {
  const { data } = useQuery({
    ...invitationProgressQuery(batch),
    placeholderData: keepPreviousData,
  })
  useFreshRows(data ? data.sent + data.failed : undefined)
  const most = useMost(data?.queued ?? 0)
  if (!data) return null
  return (
    <div className={classes.progress}>
      {data.queued > 0 && (
        <div className={classes.queue}>
          <p>{data.queued === 1 ? 'Falta 1 carta' : `Faltan ${data.queued} cartas`} por enviar</p>
          <Progress
            value={Math.max(LEAST_SEEN, (1 - data.queued / most) * 100)}
            aria-label="Cartas enviadas"
          />
        </div>
      )}
      {data.failed > 0 && (
        <Notice tone="warning">
          {letters(data.failed)} no se {data.failed === 1 ? 'pudo' : 'pudieron'} entregar. El motivo
          está junto a cada cuenta: corrige su correo y vuelve a invitar.
        </Notice>
      )}
    </div>
  )
}

/** The longest the queue was since it was last empty: what is left is a part of it. */
function useMost(queued: number): number {
  const [most, setMost] = useState(queued)
  if (queued > most || (queued === 0 && most > 0)) setMost(queued)
  return Math.max(queued, most)
}

/** Each letter that goes out changes what its row says. */
function useFreshRows(done: number | undefined) {
  const client = useQueryClient()
  const [seen, setSeen] = useState(done)
  useEffect(() => {
    if (done === undefined || done === seen) return
    setSeen(done)
    if (seen !== undefined) void client.invalidateQueries({ queryKey: [USERS] })
  }, [client, done, seen])
}
