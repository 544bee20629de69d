import { useState } from 'react'
import { inviteUsers } from '../../../api/users.ts'
import { Confirmation } from '../../../forms/confirmation.tsx'
import { queuedMessage, users } from './invitation-labels.ts'

interface Props {
  ids: number[]
  onInvited: () => Promise<void>
  onClose: () => void
}

export function InviteSelected({ ids, onInvited, onClose }: Props) {
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
