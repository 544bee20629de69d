import { Readable } from 'node:stream'
import { endpoints } from '@carpeta/contract/personal-data'
import { requireRecentAuthentication, requireStillAllowed } from '../auth/caller-transaction.ts'
import { takeCallersTurn } from '../auth/callers-turn.ts'
import type { Api } from '../http/api.ts'
import { sendFile } from '../http/send-file.ts'
import { serve } from '../http/serve.ts'
import type { PdfPool } from '../pdf/pdf-pool.ts'
import { listDataSubjectRequests, type Procedure } from '../procedures/procedures-store.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { drawMemberData, exportMemberData } from './export-member-data.ts'
import { memberDataJson } from './member-data-sections.ts'

/** Personal data for their own user only: a view as a member does not export them. */
export function personalDataRoutes(api: Api & { limits: RateLimits; pdfs: PdfPool }): void {
  const { db, limits } = api
  serve(api, endpoints, {
    'GET /api/client/data.json': async ({ caller, reply }) => {
      const userId = caller.user.id
      await requireRecentAuthentication(db, caller)
      await limits.dataExports.consume(String(userId))
      const data = await exportMemberData(api, caller, { userId, format: 'json' })
      // A serializer would read the exact amounts as floats.
      const content = Readable.from(memberDataJson(data, () => requireStillAllowed(api, caller)))
      return sendFile(reply, endpoints['GET /api/client/data.json'], {
        name: 'mis-datos.json',
        content,
      })
    },
    'GET /api/client/data.pdf': async ({ caller, reply, signal }) => {
      const userId = caller.user.id
      await requireRecentAuthentication(db, caller)
      const content = await takeCallersTurn(api, { caller, signal }, async (draw, caller) => {
        await limits.dataExports.consume(String(userId))
        return drawMemberData(draw, await exportMemberData(api, caller, { userId, format: 'pdf' }))
      })
      return sendFile(reply, endpoints['GET /api/client/data.pdf'], {
        name: 'mis-datos.pdf',
        content,
      })
    },
    'GET /api/client/rights/': async () => ({
      results: (await listDataSubjectRequests(db)).map(presentDataSubjectRequest),
    }),
  })
}

function presentDataSubjectRequest({
  id,
  dataSubjectRight,
  title,
  description,
  answerDays,
}: Procedure) {
  return { id, key: dataSubjectRight ?? '', title, description, answer_days: answerDays ?? 0 }
}
