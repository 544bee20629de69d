import * as endpoints from '@carpeta/contract/staff/staff-endpoints'
import { definitions } from '@carpeta/contract/staff/staff-schemas'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import { readWorkCounts } from './read-work-counts.ts'

/** What staff see across the modules. */
export function staffRoutes(api: Api): void {
  serve(api, endpoints, definitions, {
    getWorkCounts: ({ caller }) => readWorkCounts(api, caller),
  })
}
