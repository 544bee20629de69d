import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { inviteUser, revokeInvitation, type UserRow } from '../../api/users.ts'
import { Confirmation } from '../../list/confirmation.tsx'
import { FailureNotice } from '../../session/failure-notice.tsx'
import { fullName } from './full-name.ts'
import classes from './users.module.css'

interface Props {
  user: UserRow
  onChanged: (said: string) => Promise<void>
}

/** A first letter, another one, or none of them any more. */
export function InvitationActs({ user, onChanged }: Props) {
  const [isRevoking, setRevoking] = useState(false)
  const invite = useRef<HTMLButtonElement>(null)
  const name = fullName(user)
  const { state, delivery } = user.invitation
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => inviteUser(user.id),
    onSuccess: () => onChanged(`La invitación a ${name} va en camino`),
  })
  const label = state === 'invited' ? 'Reenviar' : 'Invitar'
  // Never `disabled`, which would take the focus away while the letter is on its way.
  const isBusy = isPending || delivery === 'queued'

  return (
    <>
      <div className={classes.acts}>
        <Button
          ref={invite}
          className={classes.act ?? ''}
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
            className={classes.act ?? ''}
            variant="default"
            size="compact-sm"
            aria-label={`Revocar la invitación a ${name}`}
            onClick={() => setRevoking(true)}
          >
            Revocar
          </Button>
        )}
      </div>
      {error && <FailureNotice error={error} />}
      {isRevoking && (
        <Confirmation
          title="Revocar invitación"
          question="El link de su carta dejará de funcionar. ¿Seguro que quieres revocar la invitación?"
          subject={name}
          done="La invitación se revocó"
          act={async () => {
            await revokeInvitation(user.id)
            await onChanged('')
          }}
          onClose={() => {
            setRevoking(false)
            // Once it is revoked, the button that began it is gone.
            invite.current?.focus()
          }}
        />
      )}
    </>
  )
}
