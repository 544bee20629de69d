import * as endpoints from '@carpeta/contract/requests/email-preferences-endpoints'
import { definitions } from '@carpeta/contract/requests/email-preferences-schemas'
import type { Api } from '../../http/api.ts'
import { serve } from '../../http/serve.ts'
import { wantsRequestEmails } from '../../users/email-preferences-store.ts'
import { changePreferences } from './change-preferences.ts'

/** Which emails a user wants. Security emails are always sent. */
export function emailPreferencesRoutes(api: Api): void {
  const { db } = api
  serve(api, endpoints, definitions, {
    getPreferences: async ({ caller }) => ({
      request_letters: await wantsRequestEmails(db, caller.user.id),
    }),
    changePreferences: async ({ caller, body: { request_letters: wanted } }) => {
      if (wanted !== undefined) await changePreferences(api, caller, wanted)
      return { request_letters: await wantsRequestEmails(db, caller.user.id) }
    },
  })
}
