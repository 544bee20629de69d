import { audienceLabel } from '@carpeta/domain/announcements/announcement-rules'
import { dateOrNull, dateTimeInSantiago, shortDate } from '@carpeta/domain/dates/dates'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { announcementQuery, type WireAnnouncement } from '../../api/announcements.ts'
import { DetailPage } from '../../list/detail-page.tsx'
import page from '../../list/list.module.css'
import { isRowId, useRowPath } from '../../list/row-path.ts'
import { type Fact, Facts } from '../../ui/display/facts.tsx'
import { WrittenText } from '../../ui/display/written-text.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { AnnouncementActions } from './announcement-actions.tsx'
import { AnnouncementFiles } from './announcement-files.tsx'
import { AnnouncementStateMark } from './announcement-state.tsx'
import announcements from './announcements.module.css'
import { Readers } from './readers.tsx'

export function Screen() {
  const id = Number(useParams().id)
  const pathOf = useRowPath('/announcements')
  const query = useQuery({ ...announcementQuery(id), enabled: isRowId(id) })
  return (
    <DetailPage
      id={id}
      query={query}
      title={query.data?.title || 'Aviso'}
      back={{ to: pathOf(null), label: 'Volver a los avisos' }}
      unknown="No encontramos este aviso."
    >
      {(announcement) => <AnnouncementDetail key={id} announcement={announcement} />}
    </DetailPage>
  )
}

function AnnouncementDetail({ announcement }: { announcement: WireAnnouncement }) {
  const { id, state, title, body, published_at, withdrawn_at, updated_at } = announcement
  const heading = useFocusOnArrival()
  return (
    <>
      <div className={page.head}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className={announcements.detailDetail}>
          <AnnouncementStateMark state={state} />
          {published_at && <span>Publicado el {dateTimeInSantiago(published_at)}</span>}
          {withdrawn_at && <span>Retirado el {dateTimeInSantiago(withdrawn_at)}</span>}
          {state === 'draft' && <span>Último cambio el {dateTimeInSantiago(updated_at)}</span>}
        </p>
        <AnnouncementActions announcement={announcement} />
      </div>
      <div className={page.parts}>
        <div className={page.main}>
          <Card title={state === 'draft' ? 'Así lo leerán los socios' : 'Texto'}>
            <WrittenText body={body} />
          </Card>
          <AnnouncementFiles announcement={announcement} />
        </div>
        <Card title="Datos del aviso" className={announcements.aside ?? ''}>
          <Facts facts={factsOf(announcement)} />
        </Card>
      </div>
      {state !== 'draft' && <Readers id={id} sendsEmail={announcement.sends_email} />}
    </>
  )
}

function factsOf(announcement: WireAnnouncement): Fact[] {
  const { sends_email, visible_until, author, emails } = announcement
  const end = dateOrNull(visible_until)
  return [
    ['Para quién', audienceLabel(announcement)],
    ['Correo', sends_email ? emailsText(announcement.state === 'draft', emails) : 'No se envía'],
    ['Visible hasta', end === null ? 'Sin fecha de término' : shortDate(end)],
    ['Redactado por', author],
  ]
}

function emailsText(isDraft: boolean, emails: WireAnnouncement['emails']): string {
  if (isDraft) return 'Se envía al publicar'
  const { queued, sent, failed, cancelled } = emails
  const parts = [
    `${sent} ${sent === 1 ? 'enviado' : 'enviados'}`,
    queued > 0 && `${queued} en camino`,
    failed > 0 && `${failed} sin entregar`,
    cancelled > 0 && `${cancelled} no se ${cancelled === 1 ? 'envió' : 'enviaron'}`,
  ]
  return parts.filter(Boolean).join(', ')
}
