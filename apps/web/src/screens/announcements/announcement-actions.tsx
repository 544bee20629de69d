import { audienceLabel, reachSentence } from '@carpeta/domain/announcements/announcement-rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  ANNOUNCEMENTS,
  announcementQuery,
  audiencesQuery,
  copyAnnouncement,
  deleteAnnouncement,
  publishAnnouncement,
  type WireAnnouncement,
  withdrawAnnouncement,
} from '../../api/announcements.ts'
import { AskFirst } from '../../forms/ask-first.tsx'
import { useRowPath } from '../../list/row-path.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyIcon, PencilIcon, TrashIcon } from '../../ui/icons/icons.tsx'
import { AnnouncementForm, keyOf, reachOf } from './announcement-form.tsx'
import classes from './announcements.module.css'

type Opened = 'edit' | 'publish' | 'withdraw' | 'remove'

/** What may be done with the announcement in its state. */
export function AnnouncementActions({ announcement }: { announcement: WireAnnouncement }) {
  const { state } = announcement
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  return (
    <div className={classes.actions}>
      {state === 'draft' && (
        <>
          <Button onClick={() => setOpened('publish')}>Publicar</Button>
          <Button
            variant="default"
            leftSection={<PencilIcon size={18} />}
            onClick={() => setOpened('edit')}
          >
            Editar
          </Button>
        </>
      )}
      <Copy announcement={announcement} />
      {state === 'draft' && (
        <Button
          variant="default"
          leftSection={<TrashIcon size={18} />}
          onClick={() => setOpened('remove')}
        >
          Eliminar
        </Button>
      )}
      {state === 'published' && (
        <Button variant="default" onClick={() => setOpened('withdraw')}>
          Retirar
        </Button>
      )}
      {opened === 'edit' && <AnnouncementForm announcement={announcement} onClose={close} />}
      {opened === 'publish' && <PublishDialog announcement={announcement} onClose={close} />}
      {opened === 'withdraw' && <Withdraw announcement={announcement} onClose={close} />}
      {opened === 'remove' && <Remove announcement={announcement} onClose={close} />}
    </div>
  )
}

interface ActionProps {
  announcement: WireAnnouncement
  onClose: () => void
}

/** The copy opens, so that it can be changed. */
function Copy({ announcement }: { announcement: WireAnnouncement }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const pathOf = useRowPath('/announcements')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function copy() {
    setBusy(true)
    setFailure(undefined)
    try {
      const { id } = await copyAnnouncement(announcement)
      await client.invalidateQueries({ queryKey: [ANNOUNCEMENTS] })
      void navigate(pathOf(id))
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <>
      <Button
        variant="default"
        leftSection={<CopyIcon size={18} />}
        loading={isBusy}
        onClick={() => void copy()}
      >
        Copiar como borrador
      </Button>
      {failure !== undefined && <FailureNotice error={failure} />}
    </>
  )
}

function Withdraw({ announcement, onClose }: ActionProps) {
  const client = useQueryClient()
  return (
    <AskFirst
      title="Retirar el aviso"
      confirm="Retirar"
      cancel="Cancelar"
      action={async () => {
        const withdrawn = await withdrawAnnouncement(announcement)
        client.setQueryData(announcementQuery(announcement.id).queryKey, withdrawn)
        await client.invalidateQueries({ queryKey: [ANNOUNCEMENTS] })
      }}
      onClose={onClose}
    >
      <p>Los socios dejarán de ver «{announcement.title}».</p>
      {announcement.sends_email && (
        <p>
          Los correos que aún no salen no se enviarán; los que ya salieron no se pueden retirar.
        </p>
      )}
    </AskFirst>
  )
}

function Remove({ announcement, onClose }: ActionProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const pathOf = useRowPath('/announcements')
  return (
    <AskFirst
      title="Eliminar el borrador"
      confirm="Eliminar"
      cancel="Cancelar"
      action={async () => {
        await deleteAnnouncement(announcement)
        void navigate(pathOf(null), { replace: true })
        await client.invalidateQueries({ queryKey: [ANNOUNCEMENTS, 'active'] })
      }}
      onClose={onClose}
    >
      <p>Se eliminará «{announcement.title}» con sus archivos. No se puede deshacer.</p>
    </AskFirst>
  )
}

interface Props {
  announcement: WireAnnouncement
  onClose: () => void
}

/** Tells how many people the announcement reaches before it is published. */
function PublishDialog({ announcement, onClose }: Props) {
  const client = useQueryClient()
  const { data: reaches } = useQuery(audiencesQuery)
  const reach = reaches && reachOf(reaches, keyOf(announcement))
  return (
    <AskFirst
      title="Publicar el aviso"
      confirm="Publicar"
      cancel="Cancelar"
      action={async () => {
        const published = await publishAnnouncement(announcement)
        client.setQueryData(announcementQuery(announcement.id).queryKey, published)
        await client.invalidateQueries({ queryKey: [ANNOUNCEMENTS] })
      }}
      onClose={onClose}
    >
      <p>
        «{announcement.title}», para <strong>{audienceLabel(announcement)}</strong>.
      </p>
      <p aria-live="polite">
        {reach
          ? reachSentence(reach, announcement.sends_email)
          : reaches && 'Hoy ninguna venta es de este proyecto o condominio.'}
      </p>
      <p>Después de publicarlo no se puede cambiar, solo retirar.</p>
    </AskFirst>
  )
}
