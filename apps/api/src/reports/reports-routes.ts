import * as endpoints from '@carpeta/contract/reports/reports-endpoints'
import { definitions } from '@carpeta/contract/reports/reports-schemas'
import { reportFiles } from '@carpeta/domain/reports/report-names'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import { readReports } from './read-reports.ts'
import { reportCsv } from './reports-csv.ts'

/** Figures of the requests and accounts, for those who supervise them. */
export function reportsRoutes(api: Api): void {
  serve(api, endpoints, definitions, {
    getReports: ({ query }) => readReports(api, query),
    downloadReport: async ({ params: { name }, query, reply }) => {
      const csv = reportCsv(name, await readReports(api, query))
      return reply
        .type(definitions.downloadReport.file)
        .header('content-disposition', `attachment; filename="${reportFiles[name]}"`)
        .send(csv)
    },
  })
}
