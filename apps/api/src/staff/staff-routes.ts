import * as endpoints from '@carpeta/contract/staff/staff-endpoints'
import { definitions } from '@carpeta/contract/staff/staff-schemas'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import { readMemberFile } from './member-file.ts'
import { searchForStaff } from './search-for-staff.ts'
import { readWorkCounts } from './work-counts.ts'

/** Answers for staff that combine several modules. */
export function staffRoutes(api: Api): void {
  serve(api, endpoints, definitions, {
    getWorkCounts: ({ caller }) => readWorkCounts(api, caller),
    getMemberFile: ({ caller, params }) => readMemberFile(api, caller, params.id),
    search: ({ caller, query }) => searchForStaff(api, caller, query.q),
  })
}
