import { errorResponses } from '@carpeta/contract/errors'
import { preferencesSchema } from '@carpeta/contract/requests'
import type { Api } from '../../app.ts'
import { signedIn } from '../../http/access.ts'
import { saveWantsRequestEmails, wantsRequestEmails } from './email-preferences-store.ts'

/** Which letters one wants; those about security come anyway. */
export function emailPreferencesRoutes({ app, db }: Api): void {
  const response = { ...errorResponses, 200: preferencesSchema }

  app.get(
    '/api/client/preferences/',
    {
      config: { access: 'user', inView: true },
      schema: { summary: 'Qué cartas quiero recibir', response },
    },
    async (request) => ({
      request_letters: await wantsRequestEmails(db, signedIn(request).user.id),
    }),
  )

  app.patch(
    '/api/client/preferences/',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Elegir qué cartas quiero recibir',
        body: preferencesSchema.partial(),
        response,
      },
    },
    async (request) => {
      const { user } = signedIn(request)
      const { request_letters: target } = request.body
      if (target !== undefined) await saveWantsRequestEmails(db, user.id, target)
      return { request_letters: await wantsRequestEmails(db, user.id) }
    },
  )
}
