import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { announcementQuery } from '../../api/announcements/announcements.ts'
import { DetailPage } from '../../list/detail/detail-page.tsx'
import { isRowId, useRowPath } from '../../list/row-path.ts'
import { AnnouncementDetail } from './detail/announcement-detail.tsx'

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
