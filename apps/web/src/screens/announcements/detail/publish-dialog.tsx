import { audienceLabel, reachSentence } from '@carpeta/domain/announcements/announcement-rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ANNOUNCEMENTS,
  announcementQuery,
  audiencesQuery,
  publishAnnouncement,
  type WireAnnouncement,
} from '../../../api/announcements/announcements.ts'
import { AskFirst } from '../../../forms/ask-first.tsx'
import { keyOf, reachOf } from '../audience-choices.ts'

interface Props {
  announcement: WireAnnouncement
  onClose: () => void
}

/** Tells how many people the announcement reaches before it is published. */
export function PublishDialog({ announcement, onClose }: Props) {
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
