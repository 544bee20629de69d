import { errorResponses, sentence } from '@carpeta/contract/errors'
import {
  actOnRequest,
  addNote as addNoteBody,
  askedProceduresResponse,
  assignRequest as assignBody,
  assigneesResponse,
  requestsQuery,
  requestsResponse,
  staffRequestSchema,
  startReview,
} from '@carpeta/contract/requests'
import { id } from '@carpeta/contract/text'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Api } from '../../app.ts'
import { recordListRead } from '../../audit/record-audited-read.ts'
import { personOf } from '../../http/actor.ts'
import { rejectRequest, resolveRequest } from '../lifecycle/answer-request.ts'
import { askMember } from '../lifecycle/ask-member.ts'
import { extendRequest } from '../lifecycle/extend-request.ts'
import { listRequests } from '../lifecycle/list-requests.ts'
import type { StaffAction } from '../lifecycle/lock-request.ts'
import { reopenRequest } from '../lifecycle/reopen-request.ts'
import { reviewRequest } from '../lifecycle/review-request.ts'
import { addNote } from './add-note.ts'
import { listAssignees } from './answering-staff-store.ts'
import { assignRequest } from './assign-request.ts'
import { readStaffRequest } from './read-staff-request.ts'
import { listAskedProcedures } from './workbench-store.ts'

const access = 'requests.answer_requests' as const
const params = z.object({ id })

/** The staff's workbench: what members asked for, and every act with which it is answered. */
export function staffRequestsRoutes(api: Api): void {
  const { app, db } = api
  const acted = { ...errorResponses, 409: sentence, 200: staffRequestSchema }

  app.get(
    '/api/requests/',
    {
      config: { access },
      schema: {
        summary: 'Las solicitudes de los socios',
        querystring: requestsQuery,
        response: { ...errorResponses, 200: requestsResponse },
      },
    },
    async (request) => {
      const person = personOf(request)
      const page = await listRequests(db, request.query, person.id)
      await recordListRead(db, person, 'request', page.results)
      return page
    },
  )

  app.get(
    '/api/requests/assignees/',
    {
      config: { access },
      schema: {
        summary: 'A quiénes se puede asignar una solicitud',
        response: { ...errorResponses, 200: assigneesResponse },
      },
    },
    async () => {
      const colleagues = await listAssignees(db)
      return { results: colleagues.map(({ id, name }) => ({ id, name })) }
    },
  )

  app.get(
    '/api/requests/procedures/',
    {
      config: { access },
      schema: {
        summary: 'Los trámites que puede haber entre las solicitudes',
        response: { ...errorResponses, 200: askedProceduresResponse },
      },
    },
    async () => ({ results: await listAskedProcedures(db), current: 1, lastPage: 1 }),
  )

  app.post(
    '/api/requests/:id/review/',
    {
      config: { access },
      schema: {
        summary: 'Empezar a revisar una solicitud',
        params,
        body: startReview,
        response: acted,
      },
    },
    async (request) => {
      await reviewRequest(api, actOf(request))
      return readStaffRequest(api, request.params.id)
    },
  )

  app.post(
    '/api/requests/:id/assign/',
    {
      config: { access },
      schema: { summary: 'Asignar una solicitud', params, body: assignBody, response: acted },
    },
    async (request) => {
      await assignRequest(api, actOf(request), request.body.user_id)
      return readStaffRequest(api, request.params.id)
    },
  )

  // Each with the text that the member is told.
  const actions = [
    { name: 'ask', action: askMember, summary: 'Pedir lo que falta' },
    { name: 'resolve', action: resolveRequest, summary: 'Responder y cerrar' },
    { name: 'reject', action: rejectRequest, summary: 'Rechazar y cerrar' },
    { name: 'reopen', action: reopenRequest, summary: 'Reabrir' },
    { name: 'extend', action: extendRequest, summary: 'Prorrogar el plazo legal, una vez' },
  ]
  for (const { name, action, summary } of actions) {
    app.post(
      `/api/requests/:id/${name}/`,
      {
        config: { access },
        schema: { summary, params, body: actOnRequest, response: acted },
      },
      async (request) => {
        await action(api, actOf(request), request.body.text)
        return readStaffRequest(api, request.params.id)
      },
    )
  }

  app.post(
    '/api/requests/:id/note/',
    {
      config: { access },
      schema: {
        summary: 'Anotar algo que solo ven los funcionarios',
        params,
        body: addNoteBody,
        response: acted,
      },
    },
    async (request) => {
      const { id: requestId } = request.params
      await addNote(api, { requestId, actor: personOf(request) }, request.body.text)
      return readStaffRequest(api, requestId)
    },
  )
}

function actOf(
  request: FastifyRequest & { params: { id: number }; body: { version: number } },
): StaffAction {
  return {
    requestId: request.params.id,
    version: request.body.version,
    actor: personOf(request),
  }
}
