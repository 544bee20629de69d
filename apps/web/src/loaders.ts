import { preferencesQuery } from './accounts/profile/preferences.ts'
import { ownAnnouncementsQuery } from './announcements/member/calls.ts'
import { queryClientOf } from './api/query-client.ts'
import { helpPagesQuery } from './help/calls.ts'
import { FIRST_NEWS, ownNewsQuery } from './news/calls.ts'
import { ownReportsQuery } from './payment-reports/member/calls.ts'
import { ownPaymentsQuery } from './payments/member/calls.ts'
import { salesQuery } from './sales/calls.ts'
import { workCountsQuery } from './staff/work-counts.ts'
import type { Load, StaffLoaders, Visit } from './staff-loaders.ts'

/** The first calls of each page: they leave while its code arrives, and the page finds them under way. */
const loaders = {
  dashboard(client, { user }) {
    const isMember = user.profile?.is_client
    if (isMember) void client.prefetchQuery(salesQuery)
    if (!user.extended) return
    if (!isMember) return void client.prefetchQuery(workCountsQuery)
    void client.prefetchQuery(ownAnnouncementsQuery)
    void client.prefetchQuery(ownReportsQuery)
    void client.prefetchQuery(ownPaymentsQuery)
    void client.prefetchQuery(ownNewsQuery(FIRST_NEWS))
  },
  profile(client, { user }) {
    if (user.extended) void client.prefetchQuery(preferencesQuery)
  },
  help(client, { user }) {
    if (user.extended) void client.prefetchQuery(helpPagesQuery)
  },
} satisfies Record<string, Load>

export type Loader = keyof typeof loaders | keyof StaffLoaders

export async function startCalls(name: Loader, visit: Visit) {
  const load = isOfAll(name)
    ? loaders[name]
    : (await import('./staff-loaders.ts')).staffLoaders[name]
  load(queryClientOf(visit.user), visit)
}

function isOfAll(name: Loader): name is keyof typeof loaders {
  return name in loaders
}
