import { useMutation } from '@tanstack/react-query'
import { type Invitation, inviteUser, type UserRow } from '../../../api/users.ts'
import { FailureNotice } from '../../../session/failures/failure-notice.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { fullName } from '../full-name.ts'
import classes from '../users.module.css'

interface Props {
  user: UserRow
  invitation: Invitation
  onBegin: () => void
  onInvited: (said: string) => Promise<void>
  onRevoke: () => void
}

/** Invites, invites again or revokes the invitation. */
export function InvitationActions({ user, invitation, onBegin, onInvited, onRevoke }: Props) {
  const name = fullName(user)
  const { state, delivery } = invitation
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => inviteUser(user.id),
    onMutate: onBegin,
    onSuccess: () => onInvited(`La invitación a ${name} va en camino`),
  })
  const label = state === 'invited' ? 'Reenviar' : 'Invitar'
  // Not `disabled`, which would drop the focus while the email is queued.
  const isBusy = isPending || delivery === 'queued'

  return (
    <>
      <div className={classes.actions}>
        <Button
          id={inviteButton(user)}
          className={classes.action}
          variant="default"
          size="compact-sm"
          aria-label={`${label} ${state === 'invited' ? 'la invitación ' : ''}a ${name}`}
          aria-disabled={isBusy}
          onClick={isBusy ? undefined : () => mutate()}
        >
          {label}
        </Button>
        {state === 'invited' && (
          <Button
            className={classes.action}
            variant="default"
            size="compact-sm"
            aria-label={`Revocar la invitación a ${name}`}
            onClick={onRevoke}
          >
            Revocar
          </Button>
        )}
      </div>
      {error && <FailureNotice error={error} />}
    </>
  )
}

/** The focus returns to this button after a revocation. */
export function inviteButton({ id }: UserRow): string {
  return `invitar-${id}`
}
