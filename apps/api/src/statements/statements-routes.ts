import * as endpoints from '@carpeta/contract/statements/statements-endpoints'
import { definitions } from '@carpeta/contract/statements/statements-schemas'
import type { Api } from '../http/api.ts'
import { sendFile } from '../http/send-file.ts'
import { serve } from '../http/serve.ts'
import { checkFolio, issueCsv, issuePdf, type StatementServices } from './statements.ts'

/** A member's statement as a file, and the check of its folio. */
export function statementsRoutes(api: Api & StatementServices): void {
  serve(api, endpoints, definitions, {
    downloadStatementPdf: async ({ caller, params: { code }, reply, signal }) => {
      const pdf = await issuePdf(api, caller, { code, signal })
      return sendFile(reply, definitions.downloadStatementPdf, pdf)
    },
    downloadStatementCsv: async ({ caller, params, reply }) =>
      sendFile(reply, definitions.downloadStatementCsv, await issueCsv(api, caller, params.code)),
    checkStatement: async ({ caller, params }) => {
      const { folio, issuedAt, isCurrent } = await checkFolio(api, caller, params.folio)
      return { folio, issued_at: issuedAt, is_current: isCurrent }
    },
  })
}
