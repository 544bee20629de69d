import type { SignedInUser } from '@carpeta/contract/auth/auth-schemas'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import type { QueryClient } from '@tanstack/react-query'
import { ownAnnouncementsQuery } from '../../api/announcements/own-announcements.ts'
import { FIRST_NEWS, ownNewsQuery } from '../../api/news/own-news.ts'
import { ownReportsQuery } from '../../api/payments/own-reports.ts'
import { salesQuery } from '../../api/sales.ts'
import { pendingStep } from '../../session/pending-step.ts'

/** What a member's dashboard asks for leaves at once: none of it waits for the answer of another. */
export function startCalls(
  client: QueryClient,
  user: SignedInUser | null | undefined,
  pathname: string,
) {
  // Before a pending step the calls would be refused.
  if (!user?.profile?.is_client || pendingStep(user) || !pathname.startsWith('/dashboard')) return
  void client.prefetchQuery(salesQuery)
  if (!user.extended) return
  void client.prefetchQuery(ownAnnouncementsQuery)
  void client.prefetchQuery(ownReportsQuery)
  void client.prefetchQuery(ownNewsQuery(FIRST_NEWS))
}

/**
 * What takes long for the first time passes while the calls are under way: the first date 10 ms of a computer, and
 * the storage of a tab a message to the browser's main process.
 */
export function prepareFirstUses() {
  const timer = setTimeout(() => {
    todayInSantiago(new Date())
    void sessionStorage.length
  })
  return () => clearTimeout(timer)
}
