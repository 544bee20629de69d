import * as endpoints from '@carpeta/contract/users/email-change-endpoints'
import { definitions } from '@carpeta/contract/users/email-change-schemas'
import type { Api } from '../../http/api.ts'
import { serve } from '../../http/serve.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import { readId } from '../read-id.ts'
import { cancelEmailChange } from './cancel-email-change.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { revertEmailChange } from './revert-email-change.ts'

/** The links of a change of email, and its cancellation. */
export function emailChangeRoutes(api: Api & { limits: RateLimits }): void {
  serve(api, endpoints, definitions, {
    confirmEmailChange: async ({ caller, body }) => {
      await confirmEmailChange(api, caller, body.token)
      return {}
    },
    revertEmailChange: async ({ caller, body }) => {
      await revertEmailChange(api, caller, body.token)
      return {}
    },
    cancelEmailChange: ({ caller, params }) => cancelEmailChange(api, caller, readId(params.id)),
  })
}
