import { errorResponses, sentence } from '@carpeta/contract/errors'
import { memberRequestSchema, replyToRequest as replyBody } from '@carpeta/contract/requests'
import { id } from '@carpeta/contract/text'
import { z } from 'zod'
import type { Api } from '../../app.ts'
import { personOf } from '../../http/actor.ts'
import { cancelRequest } from './cancel-request.ts'
import { readMemberRequest } from './read-member-request.ts'
import { replyToRequest } from './reply-to-request.ts'

const access = 'client' as const
const params = z.object({ id })

/** What a member does with a request that he has sent. */
export function memberActionsRoutes(api: Api): void {
  const { app } = api
  const response = { ...errorResponses, 409: sentence, 200: memberRequestSchema }

  app.post(
    '/api/requests/:id/cancel/',
    {
      config: { access },
      schema: { summary: 'Anular una solicitud que nadie revisa aún', params, response },
    },
    async (request) => {
      const requestId = request.params.id
      const actor = personOf(request)
      await cancelRequest(api, { requestId, actor })
      return readMemberRequest(api, requestId, actor.id)
    },
  )

  app.post(
    '/api/requests/:id/reply/',
    {
      config: { access },
      schema: { summary: 'Responder lo que se pidió', params, body: replyBody, response },
    },
    async (request) => {
      const requestId = request.params.id
      const actor = personOf(request)
      await replyToRequest(api, { requestId, actor }, request.body.comment)
      return readMemberRequest(api, requestId, actor.id)
    },
  )
}
