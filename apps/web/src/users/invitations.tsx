import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { invitationNames } from '@carpeta/domain/people/account-state'
import { useMutation } from '@tanstack/react-query'
import { Confirmation } from '../forms/confirmation.tsx'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { MailFailure } from '../ui/display/mail-failure.tsx'
import { AlertIcon, ClockIcon } from '../ui/icons/icons.tsx'
import { type Invitation, inviteUser, revokeInvitation, type UserRow } from './calls.ts'
import { AccountStateTag, fullName } from './user-parts.tsx'
import classes from './users.module.css'

interface Props {
  user: UserRow
  isDeleted: boolean
  /** False for one's own account and for accounts with more permissions. */
  canInvite: boolean
  onBegin: () => void
  onInvited: (said: string) => Promise<void>
  onRevoke: () => void
}

/** The state of the account, and the actions of its invitation. */
export function InvitationCell({ user, isDeleted, canInvite, ...actions }: Props) {
  const { account_state: state, invitation } = user
  // What it waited for ended with the account.
  if (!invitation || isDeleted) {
    return (
      <div className={classes.invitation}>
        <AccountStateTag user={user} isDeleted={isDeleted} />
      </div>
    )
  }
  const hasNoEmail = invitation.state === 'no_email'
  const isWaiting = !hasNoEmail && (state === 'not_invited' || state === 'invited')
  const day = state === 'invited' ? invitedOn(invitation) : null
  return (
    <div className={classes.invitation}>
      <AccountStateTag user={user} invitedOn={day} />
      {hasNoEmail && <p className={classes.detail}>{invitationNames.no_email}</p>}
      {(isWaiting || invitation.delivery === 'failed') && <Delivery invitation={invitation} />}
      {isWaiting && canInvite && (
        <InvitationActions user={user} invitation={invitation} {...actions} />
      )}
    </div>
  )
}

function Delivery({ invitation: { delivery, failure } }: { invitation: Invitation }) {
  if (delivery === 'failed') {
    return (
      <div className={classes.failed}>
        <p>
          <AlertIcon size={16} />
          No se pudo entregar
        </p>
        {failure && (
          <p className={classes.why}>
            <MailFailure said={failure} />
          </p>
        )}
      </div>
    )
  }
  if (delivery !== 'queued') return null
  return (
    <p className={classes.queued}>
      <ClockIcon size={16} />
      En cola
    </p>
  )
}

interface InvitationActionsProps {
  user: UserRow
  invitation: Invitation
  onBegin: () => void
  onInvited: (said: string) => Promise<void>
  onRevoke: () => void
}

/** Invites, invites again or revokes the invitation. */
function InvitationActions({
  user,
  invitation,
  onBegin,
  onInvited,
  onRevoke,
}: InvitationActionsProps) {
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
function inviteButton({ id }: UserRow): string {
  return `invitar-${id}`
}

interface RevokeInvitationProps {
  user: UserRow
  onRevoked: () => Promise<void>
  onClose: () => void
}

/** Outside the row, which may leave the filtered list before the result is shown. */
export function RevokeInvitation({ user, onRevoked, onClose }: RevokeInvitationProps) {
  async function revoke() {
    await revokeInvitation(user.id)
    await onRevoked()
  }

  function close() {
    onClose()
    document.getElementById(inviteButton(user))?.focus()
  }

  return (
    <Confirmation
      title="Revocar invitación"
      question="El enlace de su correo dejará de funcionar. ¿Seguro que quieres revocar la invitación?"
      subject={fullName(user)}
      done="La invitación se revocó"
      action={revoke}
      onClose={close}
    />
  )
}

/** The filter's options. */
export const invitationChoices = Object.entries(invitationNames).map(([value, label]) => ({
  value,
  label,
}))

/** The day of the last invitation. */
function invitedOn({ invited_at }: Invitation): string | null {
  return invited_at ? (dateTimeInSantiago(invited_at).split(' ')[0] ?? null) : null
}

export function emails(count: number): string {
  return count === 1 ? '1 correo' : `${count} correos`
}

export function users(count: number): string {
  return count === 1 ? '1 usuario' : `${count} usuarios`
}

/** The result of inviting several users; some may not need an invitation. */
export function queuedMessage(queued: number): string {
  if (queued === 0) return 'No salió ningún correo: nadie de ellos espera una invitación.'
  return queued === 1 ? '1 correo va en camino.' : `${queued} correos van en camino.`
}
