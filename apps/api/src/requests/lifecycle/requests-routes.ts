import { errorResponses } from '@carpeta/contract/errors'
import {
  createRequest as createBody,
  createResponse,
  draftQuery,
  draftResponse,
  requestQuery,
  requestResponse,
  saveDraft as saveBody,
  sendRequest as sendBody,
  sendResponse,
} from '@carpeta/contract/requests'
import { id } from '@carpeta/contract/text'
import { z } from 'zod'
import type { Api } from '../../app.ts'
import { signedIn } from '../../http/access.ts'
import { actorOf, personOf } from '../../http/actor.ts'
import { createRequest } from '../drafts/create-request.ts'
import { readDraft, saveDraft } from '../drafts/save-draft.ts'
import { readRequest } from '../read-request.ts'
import { sendRequest } from './send-request.ts'

/** A member's way to a request: it is begun, gets its documents and is sent (spec §4, §7). */
export function requestsRoutes(api: Api): void {
  const { app, db } = api
  const answers = <Ok>(ok: Ok) => ({ ...errorResponses, 200: ok })

  app.post(
    '/api/request/create/',
    {
      config: { access: 'client' },
      schema: {
        summary: 'Empezar una solicitud (Idempotency-Key: la misma de nuevo es la misma)',
        body: createBody,
        response: { ...errorResponses, 201: createResponse },
      },
    },
    async (request, reply) => {
      const { user } = signedIn(request)
      const key = [request.headers['idempotency-key']].flat()[0]
      const requestId = await createRequest(api, user, request.body, key || undefined)
      return reply.code(201).send({ id: requestId })
    },
  )

  app.get(
    '/api/request/draft/',
    {
      config: { access: 'client' },
      schema: {
        summary: 'Lo que se estaba escribiendo',
        querystring: draftQuery,
        response: answers(draftResponse),
      },
    },
    (request) => readDraft(db, signedIn(request).user, request.query),
  )

  app.put(
    '/api/request/draft/',
    {
      config: { access: 'client' },
      schema: {
        summary: 'Guardar lo que se está escribiendo',
        body: saveBody,
        response: answers(draftResponse),
      },
    },
    (request) => saveDraft(db, signedIn(request).user, request.body),
  )

  app.post(
    '/api/request/send/',
    {
      config: { access: 'client' },
      schema: { summary: 'Enviar una solicitud', body: sendBody, response: answers(sendResponse) },
    },
    (request) => {
      const { user } = signedIn(request)
      return sendRequest(api, user, personOf(request), request.body.request_id)
    },
  )

  app.get(
    '/api/requests/:id/',
    {
      config: { access: 'user', inView: true },
      schema: {
        summary: 'Una solicitud, para quien la hizo y para quienes responden',
        params: z.object({ id }),
        querystring: requestQuery,
        response: answers(requestResponse),
      },
    },
    (request) => {
      const { user } = signedIn(request)
      const asStaff = request.query.as === 'staff'
      return readRequest(api, user, actorOf(request), { requestId: request.params.id, asStaff })
    },
  )
}
