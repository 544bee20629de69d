import * as endpoints from '@carpeta/contract/news/load-emails-endpoints'
import { definitions } from '@carpeta/contract/news/load-emails-schemas'
import type { Api } from '../../http/api.ts'
import { serve } from '../../http/serve.ts'
import { holdEmails, pageOfLoadEmails, releaseEmails } from './load-emails.ts'

/** The emails with news of a load, as staff see them. */
export function loadEmailsRoutes(api: Api): void {
  serve(api, endpoints, definitions, {
    listLoadEmails: ({ caller, params, query }) =>
      pageOfLoadEmails(api, caller, { loadId: params.id, query }),
    holdLoadEmails: ({ caller, params }) => holdEmails(api, caller, params.id),
    sendLoadEmails: ({ caller, params }) => releaseEmails(api, caller, params.id),
  })
}
