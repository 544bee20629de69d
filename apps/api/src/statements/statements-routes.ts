import { endpoints } from '@carpeta/contract/statements'
import type { Api } from '../http/api.ts'
import { sendFile } from '../http/send-file.ts'
import { serve } from '../http/serve.ts'
import { checkFolio, issueCsv, issuePdf, type StatementServices } from './statements.ts'

/** A member's statement as a file, and the check of its folio. */
export function statementsRoutes(api: Api & StatementServices): void {
  serve(api, endpoints, {
    'GET /api/sales/:code/statement.pdf': async ({ caller, params: { code }, reply, signal }) => {
      const pdf = await issuePdf(api, caller, { code, signal })
      return sendFile(reply, endpoints['GET /api/sales/:code/statement.pdf'], pdf)
    },
    'GET /api/sales/:code/statement.csv': async ({ caller, params, reply }) =>
      sendFile(
        reply,
        endpoints['GET /api/sales/:code/statement.csv'],
        await issueCsv(api, caller, params.code),
      ),
    'GET /api/statements/:folio/': async ({ caller, params }) => {
      const { folio, issuedAt, isCurrent } = await checkFolio(api, caller, params.folio)
      return { folio, issued_at: issuedAt, is_current: isCurrent }
    },
  })
}
