import type { Invitation, UserRow } from '../../../api/users.ts'
import { AlertIcon, ClockIcon } from '../../../ui/icons/icons.tsx'
import { AccountStateTag, accountStateOf } from '../account-state-tag.tsx'
import classes from '../users.module.css'
import { InvitationActions } from './invitation-actions.tsx'
import { invitedOn } from './invitation-labels.ts'

interface Props {
  user: UserRow
  /** False for one's own account and for accounts with more permissions. */
  canInvite: boolean
  onBegin: () => void
  onInvited: (said: string) => Promise<void>
  onRevoke: () => void
}

/** The state of the account, and the actions of its invitation. */
export function InvitationCell({ user, canInvite, ...actions }: Props) {
  const { invitation } = user
  const state = accountStateOf(user)
  if (!invitation) return <AccountStateTag state={state} />
  const hasNoEmail = invitation.state === 'no_email'
  const isWaiting = !hasNoEmail && (state === 'not_invited' || state === 'invited')
  const day = state === 'invited' ? invitedOn(invitation) : null
  return (
    <div className={classes.invitation}>
      <AccountStateTag state={state} />
      {hasNoEmail && <p className={classes.detail}>Sin correo</p>}
      {day && <p className={classes.detail}>el {day}</p>}
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
          <p className={classes.why} lang="en">
            {failure}
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
