import { useQuery } from '@tanstack/react-query'
import { FIRST_NEWS, ownNewsQuery } from '../../news/calls.ts'
import { ownAnnouncementsQuery } from './calls.ts'

/** How many announcements and news the member has not read; null where the API has no announcements. */
export function useUnread(enabled = true): number | null {
  const { data = [] } = useQuery({ ...ownAnnouncementsQuery, enabled })
  const { data: news } = useQuery({ ...ownNewsQuery(FIRST_NEWS), enabled })
  if (data === null) return null
  return data.filter(({ read_at }) => read_at === null).length + (news?.unread ?? 0)
}
