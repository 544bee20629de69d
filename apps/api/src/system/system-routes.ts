import { endpoints } from '@carpeta/contract/system'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import { discardJob, retryJob } from './failing-jobs.ts'
import { systemReader } from './system.ts'

/** 'Sistema', for superusers. */
export function systemRoutes(api: Api): void {
  const readSystem = systemReader(api)
  serve(api, endpoints, {
    'GET /api/system/': () => readSystem(),
    'POST /api/system/jobs/:id/retry/': async ({ caller, params }) => {
      await retryJob(api, caller, params.id)
      return {}
    },
    'POST /api/system/jobs/:id/discard/': async ({ caller, params }) => {
      await discardJob(api, caller, params.id)
      return {}
    },
  })
}
