import { endpoints } from '@carpeta/contract/statements'
import type { Api } from '../http/api.ts'
import { sendFile } from '../http/send-file.ts'
import { serve } from '../http/serve.ts'
import { checkFolio, issueCsv, issuePdf, type StatementServices } from './statements.ts'

/** A member's statement as a file, and the check of its folio. */
export function statementsRoutes(api: Api & StatementServices): void {
  serve(api, endpoints, {
    'GET /api/sales/:code/statement.pdf': async ({ caller, params, query, reply, signal }) => {
      const asked = { ...params, ...query, kind: 'statement', signal } as const
      const pdf = await issuePdf(api, caller, asked)
      return sendFile(reply, endpoints['GET /api/sales/:code/statement.pdf'], pdf)
    },
    'GET /api/sales/:code/statement.csv': async ({ caller, params, query, reply }) =>
      sendFile(
        reply,
        endpoints['GET /api/sales/:code/statement.csv'],
        await issueCsv(api, caller, { ...params, ...query }),
      ),
    'GET /api/sales/:code/certificate.pdf': async ({ caller, params, reply, signal }) => {
      const pdf = await issuePdf(api, caller, { ...params, kind: 'certificate', signal })
      return sendFile(reply, endpoints['GET /api/sales/:code/certificate.pdf'], pdf)
    },
    'GET /api/statements/:folio/': async ({ caller, params }) => {
      const { folio, issuedAt, isCurrent, printed } = await checkFolio(api, caller, params.folio)
      return { folio, issued_at: issuedAt, is_current: isCurrent, printed }
    },
  })
}
