import { endpoints } from '@carpeta/contract/system'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import { systemReader } from './system.ts'

/** 'Sistema', for superusers. */
export function systemRoutes(api: Api): void {
  const readSystem = systemReader(api)
  serve(api, endpoints, {
    'GET /api/system/': () => readSystem(),
  })
}
