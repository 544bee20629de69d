import * as endpoints from '@carpeta/contract/news/load-emails-endpoints'
import { definitions } from '@carpeta/contract/news/load-emails-schemas'
import type { Api } from '../../http/api.ts'
import { serve } from '../../http/serve.ts'
import { pageOfLoadEmails, pauseEmails, resumeEmails } from './load-emails.ts'

/** The emails with news of a load, as staff see them. */
export function loadEmailsRoutes(api: Api): void {
  serve(api, endpoints, definitions, {
    listLoadEmails: ({ caller, params, query }) =>
      pageOfLoadEmails(api, caller, { loadId: params.id, query }),
    pauseLoadEmails: ({ caller, params }) => pauseEmails(api, caller, params.id),
    sendLoadEmails: ({ caller, params }) => resumeEmails(api, caller, params.id),
  })
}
