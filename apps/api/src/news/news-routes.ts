import { endpoints } from '@carpeta/contract/news'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import { pageOfLoadEmails, pauseEmails, resumeEmails } from './news-emails.ts'
import { listOwn, markOwnRead } from './own-news.ts'

/** News about the member's sales, and their emails as staff see them. */
export function newsRoutes(api: Api): void {
  serve(api, endpoints, {
    'GET /api/client/news/': ({ caller, query }) => listOwn(api, caller, query),
    'POST /api/client/news/read/': async ({ caller, body }) => {
      await markOwnRead(api, caller, body.through)
      return {}
    },

    'GET /api/loads/:id/emails/': ({ caller, params, query }) =>
      pageOfLoadEmails(api, caller, { loadId: params.id, query }),
    'POST /api/loads/:id/emails/pause/': ({ caller, params }) =>
      pauseEmails(api, caller, params.id),
    'POST /api/loads/:id/emails/send/': ({ caller, params }) =>
      resumeEmails(api, caller, params.id),
  })
}
