import type { SignedInUser, User } from '@carpeta/contract/auth'
import { can } from '@carpeta/domain/access/permissions'
import { counted } from '@carpeta/domain/text/counted'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { USERS, type UserRow, userFilterNames } from '../../api/users.ts'
import { useListAddress } from '../../list/list-address.ts'
import { SelectionBar, useSelected } from '../../list/selection.tsx'
import { storeOwnAccount } from '../../session/stored-user.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { GroupIcon, MailIcon, PlusIcon } from '../../ui/icons/icons.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { RevokeInvitation } from './invitations.tsx'
import { InvitationProgress, InviteAll, InviteSelected } from './invite-all.tsx'
import { UserForm } from './user-form.tsx'
import { fullName } from './user-parts.tsx'
import classes from './users.module.css'
import { permissions, UsersList } from './users-list.tsx'
import { ViewAsDialog } from './view-as-dialog.tsx'

type Opened = 'new' | 'invite selected' | 'invite all' | UserRow

/** The message after saving, and the list address where it is shown. */
interface Saved {
  message: string
  savedAt: string
}

/** The accounts, and what staff do with several of them. */
export function Screen() {
  const me = useStoredUser() ?? null
  const client = useQueryClient()
  const address = useListAddress(userFilterNames, permissions)
  const { scope, asked } = address
  const selected = useSelected<UserRow>(JSON.stringify([scope, asked.filters]))
  const [opened, setOpened] = useState<Opened | null>(null)
  const [viewed, setViewed] = useState<UserRow | null>(null)
  const [revoked, setRevoked] = useState<UserRow | null>(null)
  const [saved, setSaved] = useState<Saved | null>(null)
  const [announcement, setAnnouncement] = useState('')
  // Incremented with each invitation.
  const [batch, setBatch] = useState(0)
  const close = () => setOpened(null)
  const savedAt = JSON.stringify([scope, asked])
  // The message disappears when the list changes.
  if (saved && saved.savedAt !== savedAt) setSaved(null)

  function open(next: Opened) {
    setSaved(null)
    setOpened(next)
  }

  async function refreshInvitations(message = '') {
    setAnnouncement(message)
    setBatch((last) => last + 1)
    await client.invalidateQueries({ queryKey: [USERS] })
  }

  async function finishSaving(user: User) {
    // The greeting shows the new name.
    if (user.id === me?.id) storeOwnAccount(user)
    // The form closes after the rows are reloaded, since it is filled in from its row. A new user
    // may have been invited.
    await refreshInvitations()
    setSaved({ message: savedMessage(user), savedAt })
    close()
  }

  return (
    <Page
      title="Usuarios"
      actions={
        me && (
          <UsersActions
            me={me}
            onAdd={can(me, 'auth.add_user') ? () => open('new') : undefined}
            onInviteAll={me.extended && scope === 'active' ? () => open('invite all') : undefined}
          />
        )
      }
    >
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {me && <InvitationProgress batch={batch} />}
      {saved && (
        <div className={classes.saved}>
          <Notice tone="success">{saved.message}</Notice>
        </div>
      )}
      <UsersList
        me={me}
        address={address}
        selected={selected}
        onBegin={() => setSaved(null)}
        onEdit={open}
        onView={setViewed}
        onInvited={refreshInvitations}
        onRevoke={setRevoked}
      />
      {selected.rows.size > 0 && (
        <SelectionBar
          label={counted(selected.rows.size, 'seleccionado', 'seleccionados')}
          onClear={selected.clear}
        >
          <Button
            size="sm"
            leftSection={<MailIcon size={18} />}
            onClick={() => open('invite selected')}
          >
            Invitar
          </Button>
        </SelectionBar>
      )}
      {viewed && <ViewAsDialog member={viewed} onClose={() => setViewed(null)} />}
      {revoked && (
        <RevokeInvitation
          user={revoked}
          onRevoked={() => refreshInvitations()}
          onClose={() => setRevoked(null)}
        />
      )}
      {opened === 'invite selected' && (
        <InviteSelected
          ids={[...selected.rows.keys()]}
          onInvited={async () => {
            await refreshInvitations()
            selected.clear()
          }}
          onClose={close}
        />
      )}
      {opened === 'invite all' && (
        <InviteAll filters={asked.filters} onInvited={refreshInvitations} onClose={close} />
      )}
      {me && opened === 'new' && (
        <UserForm me={me} user={null} onSaved={finishSaving} onClose={close} />
      )}
      {me && typeof opened === 'object' && opened && (
        <UserForm me={me} user={opened} onSaved={finishSaving} onClose={close} />
      )}
    </Page>
  )
}

function savedMessage(user: User): string {
  const message = `Se ha guardado correctamente: ${fullName(user)}`
  if (user.pending_email === undefined) return message
  return `${message}. Su correo cambia cuando lo confirme desde ${user.pending_email}.`
}

interface Props {
  me: SignedInUser
  /** Absent when the user is not permitted to add users. */
  onAdd: (() => void) | undefined
  onInviteAll: (() => void) | undefined
}

function UsersActions({ me, onAdd, onInviteAll }: Props) {
  return (
    <>
      {me.is_superuser && me.extended && (
        <Button
          component={Link}
          to="/groups"
          variant="default"
          leftSection={<GroupIcon size={18} />}
        >
          Grupos
        </Button>
      )}
      {onInviteAll && (
        <Button variant="default" leftSection={<MailIcon size={18} />} onClick={onInviteAll}>
          Invitar a todos
        </Button>
      )}
      {onAdd && (
        <Button leftSection={<PlusIcon size={18} />} onClick={onAdd}>
          Añadir usuario
        </Button>
      )}
    </>
  )
}
