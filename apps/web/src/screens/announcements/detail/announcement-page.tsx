import { useQuery } from '@tanstack/react-query'
import { announcementQuery } from '../../../api/announcements/announcements.ts'
import { DetailPage, isRowId } from '../../../list/detail/detail-page.tsx'
import { useSearchWith } from '../address.ts'
import { AnnouncementDetail } from './announcement-detail.tsx'

/** @param id from the address, so it may not exist. */
export function AnnouncementPage({ id }: { id: number }) {
  const searchWith = useSearchWith()
  const query = useQuery({ ...announcementQuery(id), enabled: isRowId(id) })
  const back = { search: searchWith(null), label: 'Volver a los avisos' }
  return (
    <DetailPage
      id={id}
      query={query}
      title={query.data?.title || 'Aviso'}
      back={back}
      unknown="No encontramos este aviso."
    >
      {(announcement) => <AnnouncementDetail announcement={announcement} />}
    </DetailPage>
  )
}
