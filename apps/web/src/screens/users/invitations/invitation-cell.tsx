import type { UserRow } from '../../../api/users.ts'
import { AlertIcon, ClockIcon } from '../../../ui/icons/icons.tsx'
import classes from '../users.module.css'
import { InvitationActions } from './invitation-actions.tsx'
import { stateOf } from './invitation-labels.ts'

interface Props {
  user: UserRow
  /** False for one's own account and for accounts with more permissions. */
  canInvite: boolean
  onBegin: () => void
  onInvited: (said: string) => Promise<void>
  onRevoke: () => void
}

/** The state of the invitation and its actions. */
export function InvitationCell({ user, canInvite, ...actions }: Props) {
  const { invitation } = user
  const isWaiting = invitation.state === 'not_invited' || invitation.state === 'invited'
  return (
    <div className={classes.invitation}>
      <p className={classes.state}>{stateOf(invitation)}</p>
      {(isWaiting || invitation.delivery === 'failed') && <Delivery invitation={invitation} />}
      {isWaiting && canInvite && <InvitationActions user={user} {...actions} />}
    </div>
  )
}

function Delivery({ invitation: { delivery, failure } }: Pick<UserRow, 'invitation'>) {
  if (delivery === 'failed') {
    return (
      <div className={classes.failed}>
        <p>
          <AlertIcon size={16} />
          No se pudo entregar
        </p>
        {failure && <p className={classes.why}>{failure}</p>}
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
