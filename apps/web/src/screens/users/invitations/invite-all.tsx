import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type InvitableCounts, invitableCountsQuery, inviteUsers } from '../../../api/users.ts'
import { FailureNotice } from '../../../session/failures/failure-notice.tsx'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.ts'
import { ButtonRow } from '../../../ui/layout/button-row.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import classes from '../users.module.css'
import { emails, queuedMessage, users } from './invitation-labels.ts'

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
