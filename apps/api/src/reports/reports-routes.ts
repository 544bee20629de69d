import { endpoints } from '@carpeta/contract/reports'
import { reportFiles } from '@carpeta/domain/reports/reports'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import { readReports, reportCsv } from './read-reports.ts'

/** Figures of the requests and accounts, for those who supervise them. */
export function reportsRoutes(api: Api): void {
  serve(api, endpoints, {
    'GET /api/reports/': ({ query }) => readReports(api, query),
    'GET /api/reports/:name/export.csv': async ({ params: { name }, query, reply }) => {
      const csv = reportCsv(name, await readReports(api, query))
      return reply
        .type(endpoints['GET /api/reports/:name/export.csv'].file)
        .header('content-disposition', `attachment; filename="${reportFiles[name]}"`)
        .send(csv)
    },
  })
}
