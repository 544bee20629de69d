import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  type InvitableCounts,
  invitableCountsQuery,
  invitationProgressQuery,
  inviteUsers,
  USERS,
} from '../../api/users.ts'
import { Confirmation } from '../../forms/confirmation.tsx'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { useOptionalQuery } from '../../session/use-optional-query.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Progress } from '../../ui/feedback/progress.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Checkbox } from '../../ui/fields/checkbox.ts'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { emails, queuedMessage, users } from './invitations.tsx'
import classes from './users.module.css'

interface Props {
  filters: Record<string, string>
  onInvited: () => Promise<void>
  onClose: () => void
}

/** Invites all users that match the list's filters, after showing their number. */
export function InviteAll(props: Props) {
  const { data: counts, error, refetch } = useQuery(invitableCountsQuery(props.filters))
  return (
    <Dialog title="Invitar a todos" onClose={props.onClose} closeOnClickOutside={false}>
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!counts && !error && <Skeleton height={120} />}
      {counts && <Emails {...props} counts={counts} />}
    </Dialog>
  )
}

function Emails({ counts, filters, onInvited, onClose }: Props & { counts: InvitableCounts }) {
  const { notInvited, invited } = counts
  const [isAgain, setAgain] = useState(notInvited === 0)
  const invitation = useMutation({
    mutationFn: () =>
      inviteUsers({ all: isAgain ? filters : { ...filters, invitation: 'not_invited' } }),
    onSuccess: onInvited,
  })
  const count = isAgain ? notInvited + invited : notInvited

  if (notInvited + invited === 0) {
    return <Message onClose={onClose}>Nadie de esta lista espera una invitación.</Message>
  }
  if (invitation.isSuccess)
    return <Message onClose={onClose}>{queuedMessage(invitation.data)}</Message>
  return (
    <Stack>
      <p>
        Se enviará un correo con un enlace para activar la cuenta a <strong>{users(count)}</strong>
        {hasFilter(filters) ? ', de quienes coinciden con el filtro.' : '.'}
      </p>
      {notInvited > 0 && invited > 0 && (
        <Checkbox
          label={`Enviarlo de nuevo a ${users(invited)} que ya ${invited === 1 ? 'fue invitado' : 'fueron invitados'}`}
          checked={isAgain}
          onChange={({ currentTarget }) => setAgain(currentTarget.checked)}
        />
      )}
      {notInvited === 0 && (
        <p>
          {invited === 1
            ? 'Ya fue invitado: lo recibirá de nuevo.'
            : 'Ya fueron invitados: lo recibirán de nuevo.'}
        </p>
      )}
      {invitation.error && <FailureNotice error={invitation.error} />}
      <ButtonRow className={classes.allButtons}>
        <Button
          data-autofocus
          loading={invitation.isPending}
          onClick={() => invitation.mutate()}
        >{`Enviar ${emails(count)}`}</Button>
        <Button variant="default" disabled={invitation.isPending} onClick={onClose}>
          Cancelar
        </Button>
      </ButtonRow>
    </Stack>
  )
}

function Message({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Stack>
      <p role="status">{children}</p>
      <ButtonRow className={classes.allButtons}>
        <Button autoFocus onClick={onClose}>
          OK
        </Button>
      </ButtonRow>
    </Stack>
  )
}

function hasFilter(filters: Record<string, string>): boolean {
  return Object.keys(filters).length > 0
}

interface InviteSelectedProps {
  ids: number[]
  onInvited: () => Promise<void>
  onClose: () => void
}

export function InviteSelected({ ids, onInvited, onClose }: InviteSelectedProps) {
  const [queued, setQueued] = useState(0)

  async function invite() {
    setQueued(await inviteUsers({ ids }))
    await onInvited()
  }

  return (
    <Confirmation
      title="Invitar"
      question="Recibirán un correo con un enlace para activar su cuenta. ¿Seguro que quieres invitarlos?"
      subject={users(ids.length)}
      done={queuedMessage(queued)}
      action={invite}
      onClose={onClose}
    />
  )
}

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
