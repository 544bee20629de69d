import * as endpoints from '@carpeta/contract/requests/email-preferences-endpoints'
import {
  definitions,
  type preferencesSchema,
} from '@carpeta/contract/requests/email-preferences-schemas'
import type { z } from 'zod'
import type { Api } from '../../http/api.ts'
import { serve } from '../../http/serve.ts'
import { type EmailPreferences, findEmailPreferences } from '../../users/email-preferences-store.ts'
import { changePreferences } from './change-preferences.ts'

/** Which emails a user wants. Security emails are always sent. */
export function emailPreferencesRoutes(api: Api): void {
  const { db } = api
  serve(api, endpoints, definitions, {
    getPreferences: async ({ caller }) => present(await findEmailPreferences(db, caller.user.id)),
    changePreferences: async ({ caller, body }) => {
      await changePreferences(api, caller, {
        wantsRequestEmails: body.request_letters,
        wantsAnnouncementEmails: body.announcement_emails,
        wantsDeedEmails: body.deed_emails,
        wantsPaymentEmails: body.payment_emails,
        wantsDueEmails: body.due_emails,
      })
      return present(await findEmailPreferences(db, caller.user.id))
    },
  })
}

function present(preferences: EmailPreferences): z.infer<typeof preferencesSchema> {
  return {
    request_letters: preferences.wantsRequestEmails,
    announcement_emails: preferences.wantsAnnouncementEmails,
    deed_emails: preferences.wantsDeedEmails,
    payment_emails: preferences.wantsPaymentEmails,
    due_emails: preferences.wantsDueEmails,
  }
}
