import * as endpoints from '@carpeta/contract/setup/setup-endpoints'
import { definitions } from '@carpeta/contract/setup/setup-schemas'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { hideSetup } from './hide-setup.ts'
import { readSetup } from './read-setup.ts'
import { sendTestEmail } from './send-test-email.ts'

/** The checklist of a new installation. */
export function setupRoutes(api: Api & { limits: RateLimits }): void {
  serve(api, endpoints, definitions, {
    getSetup: () => readSetup(api),
    sendTestEmail: async ({ caller, request }) => ({
      outcome: await sendTestEmail({ ...api, log: request.log }, caller),
    }),
    hideSetup: async ({ caller, body }) => {
      await hideSetup(api, caller, body.is_hidden)
      return {}
    },
  })
}
