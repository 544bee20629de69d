import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { invitationNames } from '@carpeta/domain/people/account-state'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirmation } from '../forms/confirmation.tsx'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { icon } from '../ui/icons/icon.tsx'
import { AlertIcon, ClockIcon } from '../ui/icons/icons.tsx'
import {
  type Invitation,
  type Invited,
  inviteUser,
  revokeInvitation,
  type UserRow,
} from './calls.ts'
import { AccountStateTag, fullName } from './user-parts.tsx'
import classes from './users.module.css'

export const MailOffIcon = icon('M8 6h12.5v12.5M16.5 18.5h-13V6l8.5 6.5 2-1.5M3.5 3l17 17')

/** The state of the account and of the email that invites its owner. */
export function InvitationCell({ user, isDeleted }: { user: UserRow; isDeleted: boolean }) {
  const { account_state: state, invitation } = user
  // What it waited for ended with the account.
  const shown = isDeleted ? undefined : invitation
  const day = shown && state === 'invited' ? invitedOn(shown) : null
  const isWaiting = state === 'not_invited' || state === 'invited'
  return (
    <div className={classes.invitation}>
      <AccountStateTag user={user} isDeleted={isDeleted} invitedOn={day}>
        {shown?.delivery === 'failed' && (
          <p className={classes.failed}>
            <AlertIcon size={16} />
            No se pudo entregar
          </p>
        )}
        {shown?.delivery === 'queued' && isWaiting && (
          <p className={classes.queued}>
            <ClockIcon size={16} />
            En cola
          </p>
        )}
      </AccountStateTag>
    </div>
  )
}

interface Failure {
  user: UserRow
  error: Error
}

/** Invites one person, or invites them again. */
export function useInvitation(
  onBegin: () => void,
  onInvited: (said: string, invitedAt: string | null) => Promise<void>,
) {
  // What the mutation itself tells is of the last call alone.
  const [underWay, setUnderWay] = useState<readonly number[]>([])
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const { mutate } = useMutation({
    mutationFn: ({ id }: UserRow) => inviteUser(id),
    onMutate: ({ id }) => {
      onBegin()
      setUnderWay((ids) => [...ids, id])
    },
    onSuccess: (invitedAt, user) =>
      onInvited(`La invitación a ${fullName(user)} va en camino`, invitedAt),
    onError: (error, user) => setFailures((earlier) => [...earlier, { error, user }]),
    onSettled: (_data, _error, { id }) => setUnderWay((ids) => ids.filter((each) => each !== id)),
  })
  const [failure] = failures
  return {
    invite: (user: UserRow) => mutate(user),
    isUnderWay: ({ id }: UserRow) => underWay.includes(id),
    failure: failure && (
      <Dialog
        title={`No pudimos invitar a ${fullName(failure.user)}`}
        onClose={() => setFailures(failures.slice(1))}
      >
        <FailureNotice error={failure.error} />
      </Dialog>
    ),
  }
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

  return (
    <Confirmation
      title="Revocar invitación"
      subject={fullName(user)}
      done="La invitación se revocó"
      action={revoke}
      onClose={onClose}
    >
      <p>El enlace de su correo dejará de funcionar. ¿Seguro que quieres revocar la invitación?</p>
    </Confirmation>
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

/** The result of inviting several users; some may not need an invitation, or have just got one. */
export function queuedMessage({ queued, recent }: Invited): string {
  const skipped =
    recent === 1
      ? '1 usuario recibió el suyo hace menos de un día: su enlace sigue sirviendo.'
      : `${recent} usuarios recibieron el suyo hace menos de un día: sus enlaces siguen sirviendo.`
  if (queued === 0 && recent > 0) return `No salió ningún correo. ${skipped}`
  if (queued === 0) return 'No salió ningún correo: nadie de ellos espera una invitación.'
  const sent = queued === 1 ? '1 correo va en camino.' : `${queued} correos van en camino.`
  return recent > 0 ? `${sent} ${skipped}` : sent
}
