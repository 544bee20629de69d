import { endpoints } from '@carpeta/contract/setup'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { sendTestEmail } from './send-test-email.ts'
import { hideSetup, readSetup } from './setup.ts'

/** The checklist of a new installation. */
export function setupRoutes(api: Api & { limits: RateLimits }): void {
  serve(api, endpoints, {
    'GET /api/setup/': () => readSetup(api),
    'POST /api/setup/test-email/': async ({ caller, request }) => ({
      outcome: await sendTestEmail({ ...api, log: request.log }, caller),
    }),
    'POST /api/setup/hide/': async ({ caller, body }) => {
      await hideSetup(api, caller, body.is_hidden)
      return {}
    },
  })
}
