import { revokeInvitation, type UserRow } from '../../../api/users.ts'
import { Confirmation } from '../../../forms/confirmation.tsx'
import { fullName } from '../full-name.ts'
import { inviteButton } from './invitation-actions.tsx'

interface Props {
  user: UserRow
  onRevoked: () => Promise<void>
  onClose: () => void
}

/** Outside the row, which may leave the filtered list before the result is shown. */
export function RevokeInvitation({ user, onRevoked, onClose }: Props) {
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
