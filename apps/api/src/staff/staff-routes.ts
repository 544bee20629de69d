import { endpoints } from '@carpeta/contract/staff'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import { readMemberFile } from './member-file.ts'
import { searchForStaff } from './search-for-staff.ts'
import { readWorkCounts } from './work-counts.ts'

/** Answers for staff that combine several modules. */
export function staffRoutes(api: Api): void {
  serve(api, endpoints, {
    'GET /api/staff/counts/': ({ caller }) => readWorkCounts(api, caller),
    'GET /api/staff/members/:id/': ({ caller, params }) => readMemberFile(api, caller, params.id),
    'GET /api/staff/search/': ({ caller, query }) => searchForStaff(api, caller, query.q),
  })
}
