import * as endpoints from '@carpeta/contract/requests/email-preferences-endpoints'
import { definitions } from '@carpeta/contract/requests/email-preferences-schemas'
import type { Api } from '../../http/api.ts'
import { serve } from '../../http/serve.ts'
import { saveWantsRequestEmails, wantsRequestEmails } from './email-preferences-store.ts'

/** Which e-mails a user wants; those about security come anyway. */
export function emailPreferencesRoutes(api: Api): void {
  const { db } = api
  serve(api, endpoints, definitions, {
    getPreferences: async ({ caller }) => ({
      request_letters: await wantsRequestEmails(db, caller.user.id),
    }),
    changePreferences: async ({ caller: { user }, body: { request_letters: target } }) => {
      if (target !== undefined) await saveWantsRequestEmails(db, user.id, target)
      return { request_letters: await wantsRequestEmails(db, user.id) }
    },
  })
}
