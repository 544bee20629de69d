import type { SignedInUser } from '@carpeta/contract/auth'
import { queueFilterNames } from '@carpeta/domain/requests/queue-rules'
import type { QueryClient } from '@tanstack/react-query'
import type { Params } from 'react-router'
import { ANNOUNCEMENTS, announcementQuery } from './announcements/staff/calls.ts'
import { pageQuery, type Resource } from './api/resources.ts'
import {
  importTokensQuery,
  loadQuery,
  loadsPageQuery,
  undoableLoadQuery,
  uploadedExportQuery,
  uploadsPageQuery,
} from './imports/calls.ts'
import { readAsked } from './list/list-address.ts'
import { isRowId } from './list/row-path.ts'
import { PAYMENT_REPORTS, staffReportQuery } from './payment-reports/staff/calls.ts'
import { filingOptionsQuery, REQUESTS, staffRequestQuery } from './requests/staff/calls.ts'
import { setupQuery } from './setup/calls.ts'
import { memberFileQuery } from './staff/calls.ts'
import { USERS, userFilterNames } from './users/calls.ts'

export interface Visit {
  user: SignedInUser
  params: Params
  search: URLSearchParams
}

export type Load = (client: QueryClient, visit: Visit) => void

/** Of the pages that need a permission: no member loads them. */
export const staffLoaders = {
  requests: list(REQUESTS, queueFilterNames),
  request: detail((client, id) => client.prefetchQuery(staffRequestQuery(id))),
  filing: detail((client, id) => client.prefetchQuery(filingOptionsQuery(id))),
  paymentReports: list(PAYMENT_REPORTS, ['state', 'member', 'sale']),
  paymentReport: detail((client, id) => client.prefetchQuery(staffReportQuery(id))),
  imports(client) {
    void client.prefetchQuery(uploadsPageQuery(1))
    void client.prefetchQuery(loadsPageQuery({ page: 1, withRejects: false }))
    void client.prefetchQuery(undoableLoadQuery)
  },
  importedLoad: detail((client, id) => client.prefetchQuery(loadQuery(id))),
  upload: detail((client, id) => client.prefetchQuery(uploadedExportQuery(id))),
  importTokens: (client) => void client.prefetchQuery(importTokensQuery),
  announcements: list(ANNOUNCEMENTS, ['title', 'state']),
  announcement: detail((client, id) => client.prefetchQuery(announcementQuery(id))),
  users: list(USERS, userFilterNames),
  user: detail((client, id) => client.prefetchQuery(memberFileQuery(id))),
  setup: (client) => void client.prefetchQuery(setupQuery),
} satisfies Record<string, Load>

export type StaffLoaders = typeof staffLoaders

function list(resource: Resource, filterNames: readonly string[]): Load {
  return (client, { search }) => {
    void client.prefetchQuery(pageQuery(resource, 'active', readAsked(search, filterNames)))
  }
}

/** @param load gets the id of the path. */
function detail(load: (client: QueryClient, id: number) => Promise<void>): Load {
  return (client, { params }) => {
    const id = Number(params.id)
    if (isRowId(id)) void load(client, id)
  }
}
