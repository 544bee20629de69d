import type { SignedInUser, User } from '@carpeta/contract/auth'
import { can } from '@carpeta/domain/access/permissions'
import { counted } from '@carpeta/domain/text/counted'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Confirmation } from '../forms/confirmation.tsx'
import { type ListAction, ListActions } from '../list/list-actions.tsx'
import { useListAddress } from '../list/list-address.ts'
import { useListSearch } from '../list/search-box.tsx'
import { SelectionBar, useSelected } from '../list/selection.tsx'
import { startList } from '../list/start-calls.ts'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { storeOwnAccount } from '../session/stored-user.ts'
import { useStoredUser } from '../session/use-stored-user.ts'
import { Button } from '../ui/buttons/button.tsx'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Progress } from '../ui/feedback/progress.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Checkbox } from '../ui/fields/checkbox.ts'
import { withFormerAddresses } from '../ui/former-addresses.ts'
import { GroupIcon, MailIcon, PlusIcon, PrinterIcon } from '../ui/icons/icons.tsx'
import { ButtonRow } from '../ui/layout/button-row.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Stack } from '../ui/layout/stack.tsx'
import { ViewAsDialog } from '../view-as/view-as-dialog.tsx'
import {
  type InvitableCounts,
  type InvitationBatch,
  type Invited,
  invitableCountsQuery,
  invitationProgressQuery,
  inviteUsers,
  USERS,
  type UserRow,
  userFilterNames,
} from './calls.ts'
import { emails, queuedMessage, RevokeInvitation, users } from './invitations.tsx'
import { UserForm } from './user-form.tsx'
import { fullName } from './user-parts.tsx'
import { filtersOf, textOf } from './user-search.ts'
import classes from './users.module.css'
import { permissions, UsersList } from './users-list.tsx'

type Opened = 'new' | 'invite selected' | 'invite all' | UserRow

/** The message after saving, and the list address where it is shown. */
interface Saved {
  message: string
  savedAt: string
}

export const loader = withFormerAddresses(
  { usuario: (id) => `/users/${id}` },
  startList(USERS, userFilterNames),
)

/** The accounts, and what staff do with several of them. */
export function Component() {
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
  // The last invitations of this page.
  const [batch, setBatch] = useState<InvitationBatch>({ number: 0, invitedAt: null })
  const close = () => setOpened(null)
  const search = useListSearch({
    label: 'Buscar por nombre, rut o correo',
    text: textOf(asked.filters) ?? '',
    onSearch: (text) => address.filter(filtersOf(text), { replace: true }),
    none: (text) => `Nadie coincide con «${text}».`,
  })
  const savedAt = JSON.stringify([scope, asked])
  // The message disappears when the list changes.
  if (saved && saved.savedAt !== savedAt) setSaved(null)

  function open(next: Opened) {
    setSaved(null)
    setOpened(next)
  }

  async function refreshInvitations(message = '', invitedAt: string | null = null) {
    setAnnouncement(message)
    setBatch((last) => ({ number: last.number + 1, invitedAt: invitedAt ?? last.invitedAt }))
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
      isWide
      actions={
        <>
          {search.inHead}
          {me && (
            <ListActions
              main={
                can(me, 'auth.add_user')
                  ? {
                      label: 'Añadir usuario',
                      icon: <PlusIcon size={18} />,
                      onClick: () => open('new'),
                    }
                  : null
              }
              others={otherActions(me, scope === 'active' ? () => open('invite all') : undefined)}
            />
          )}
        </>
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
        search={search.ofList}
        onBegin={() => setSaved(null)}
        onEdit={open}
        onView={setViewed}
        onInvited={refreshInvitations}
        onRevoke={setRevoked}
      />
      {selected.rows.size > 0 && (
        <SelectionBar
          label={counted(selected.rows.size, 'seleccionado', 'seleccionados')}
          names={[...selected.rows.values()].map(fullName)}
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
          onInvited={async (invitedAt) => {
            await refreshInvitations('', invitedAt)
            selected.clear()
          }}
          onClose={close}
        />
      )}
      {opened === 'invite all' && (
        <InviteAll
          filters={asked.filters}
          onInvited={(invitedAt) => refreshInvitations('', invitedAt)}
          onClose={close}
        />
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

function otherActions(
  me: SignedInUser,
  onInviteAll: (() => void) | undefined,
): readonly ListAction[] {
  if (!me.extended) return []
  return [
    ...(me.is_superuser ? [{ label: 'Grupos', icon: <GroupIcon size={18} />, to: '/groups' }] : []),
    { label: 'Cartas con código', icon: <PrinterIcon size={18} />, to: '/letters' },
    ...(onInviteAll
      ? [{ label: 'Invitar a todos…', icon: <MailIcon size={18} />, onClick: onInviteAll }]
      : []),
  ]
}

interface InviteAllProps {
  filters: Record<string, string>
  onInvited: (invitedAt: string | null) => Promise<void>
  onClose: () => void
}

/** Invites all users that match the list's filters, after showing their number. */
function InviteAll(props: InviteAllProps) {
  const { data: counts, error, refetch } = useQuery(invitableCountsQuery(props.filters))
  return (
    <Dialog title="Invitar a todos" onClose={props.onClose} closeOnClickOutside={false}>
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!counts && !error && <Skeleton height={120} />}
      {counts && <Emails {...props} counts={counts} />}
    </Dialog>
  )
}

function Emails({
  counts,
  filters,
  onInvited,
  onClose,
}: InviteAllProps & { counts: InvitableCounts }) {
  const { notInvited, invited } = counts
  const [isAgain, setAgain] = useState(notInvited === 0)
  const invitation = useMutation({
    mutationFn: () =>
      inviteUsers({ all: isAgain ? filters : { ...filters, invitation: 'not_invited' } }),
    onSuccess: ({ invited_at }) => onInvited(invited_at),
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
      <ButtonRow isFoot>
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
      <ButtonRow isFoot>
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

interface InviteSelectedProps {
  ids: number[]
  onInvited: (invitedAt: string | null) => Promise<void>
  onClose: () => void
}

function InviteSelected({ ids, onInvited, onClose }: InviteSelectedProps) {
  const [invited, setInvited] = useState<Invited>({ queued: 0, recent: 0, invited_at: null })

  async function invite() {
    const invited = await inviteUsers({ ids })
    setInvited(invited)
    await onInvited(invited.invited_at)
  }

  return (
    <Confirmation
      title="Invitar"
      subject={users(ids.length)}
      done={queuedMessage(invited)}
      action={invite}
      onClose={onClose}
    >
      <p>
        Recibirán un correo con un enlace para activar su cuenta. ¿Seguro que quieres invitarlos?
      </p>
    </Confirmation>
  )
}

// An empty bar would look like a line.
const MIN_PERCENT = 3

/** How many emails of the last invitations are queued, and how many failed. */
function InvitationProgress({ batch }: { batch: InvitationBatch }) {
  const { data, isPlaceholderData } = useQuery({
    ...invitationProgressQuery(batch),
    placeholderData: keepPreviousData,
  })
  useFreshRows(batch.number, isPlaceholderData ? undefined : data?.queued)
  if (!data) return null
  const { queued, sent, failed } = data
  const isOwn = batch.invitedAt !== null
  const all = queued + sent + failed
  const rest = isOwn && all > 1 ? `${queued} de ${emails(all)}` : emails(queued)
  return (
    <div className={classes.progress}>
      {queued > 0 && (
        <div className={classes.queue}>
          <p>{`${queued === 1 ? 'Falta' : 'Faltan'} ${rest} por enviar`}</p>
          {isOwn && (
            <Progress
              value={Math.max(MIN_PERCENT, (1 - queued / all) * 100)}
              aria-label="Correos enviados"
            />
          )}
        </div>
      )}
      {failed > 0 && (
        <Notice tone="warning">
          {emails(failed)} no se {failed === 1 ? 'pudo' : 'pudieron'} entregar. El motivo está en la
          ficha de cada cuenta: corrige su correo y, si todavía no está activa, vuelve a invitar.
        </Notice>
      )}
    </div>
  )
}

/**
 * Reloads the rows when the queue is empty, not after each email: the audit log records every read
 * of the list.
 * @param queued undefined until it is known for this batch.
 */
function useFreshRows(batch: number, queued: number | undefined) {
  const client = useQueryClient()
  const isWaiting = useRef(false)
  useEffect(() => {
    isWaiting.current = batch > 0
  }, [batch])
  useEffect(() => {
    if (queued !== undefined && queued > 0) isWaiting.current = true
    if (queued !== 0 || !isWaiting.current) return
    isWaiting.current = false
    void client.invalidateQueries({ queryKey: [USERS] })
  }, [client, queued])
}
