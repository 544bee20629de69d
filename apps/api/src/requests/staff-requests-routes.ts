import { errorResponses, sentence } from '@carpeta/contract/errors'
import {
  actOnRequest,
  addNote as addNoteBody,
  askedProceduresResponse,
  assignRequest as assignBody,
  assigneesResponse,
  requestsQuery,
  requestsResponse,
  reviewDocument as reviewDocumentBody,
  staffRequestSchema,
  startReview,
} from '@carpeta/contract/requests'
import { id } from '@carpeta/contract/text'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Api } from '../app.ts'
import { recordListRead } from '../audit/record-read.ts'
import { receiveFile } from '../documents/receive-file.ts'
import { signedIn } from '../http/access.ts'
import { actorOf } from '../http/actor.ts'
import { readUpload } from '../http/read-upload.ts'
import { addAnswerFile } from './add-answer-file.ts'
import { addNote } from './add-note.ts'
import { rejectRequest, resolveRequest } from './answer-request.ts'
import { listAssignees } from './answering-staff-store.ts'
import { askMember } from './ask-member.ts'
import { assignRequest } from './assign-request.ts'
import { extendRequest } from './extend-request.ts'
import type { StaffAct } from './hold-request.ts'
import { listRequests } from './list-requests.ts'
import { readStaffRequest } from './read-staff-request.ts'
import { removeAnswerFile } from './remove-answer-file.ts'
import { reopenRequest } from './reopen-request.ts'
import { reviewDocument } from './review-document.ts'
import { reviewRequest } from './review-request.ts'
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
  const acts = [
    { name: 'ask', act: askMember, summary: 'Pedir lo que falta' },
    { name: 'resolve', act: resolveRequest, summary: 'Responder y cerrar' },
    { name: 'reject', act: rejectRequest, summary: 'Rechazar y cerrar' },
    { name: 'reopen', act: reopenRequest, summary: 'Reabrir' },
    { name: 'extend', act: extendRequest, summary: 'Prorrogar el plazo legal, una vez' },
  ]
  for (const { name, act, summary } of acts) {
    app.post(
      `/api/requests/:id/${name}/`,
      {
        config: { access },
        schema: { summary, params, body: actOnRequest, response: acted },
      },
      async (request) => {
        await act(api, actOf(request), request.body.text)
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

  app.post(
    '/api/requests/:id/documents/:document_id/review/',
    {
      config: { access },
      schema: {
        summary: 'Aceptar o rechazar un documento',
        params: params.extend({ document_id: id }),
        body: reviewDocumentBody,
        response: acted,
      },
    },
    async (request) => {
      const { id: requestId, document_id: documentId } = request.params
      await reviewDocument(api, actOf(request), documentId, request.body)
      return readStaffRequest(api, requestId)
    },
  )

  app.post(
    '/api/requests/:id/answer-files/',
    {
      config: { access, upload: true },
      schema: {
        summary: 'Adjuntar un archivo a la respuesta (multipart: document)',
        params,
        response: { ...acted, 507: sentence },
      },
    },
    async (request) => {
      const { id: requestId } = request.params
      const upload = await readUpload(request, (incoming) => receiveFile(incoming, api.config))
      await using file = upload.file
      await addAnswerFile(api, { requestId, actor: personOf(request) }, file)
      return readStaffRequest(api, requestId)
    },
  )

  app.delete(
    '/api/requests/:id/answer-files/:document_id/',
    {
      config: { access },
      schema: {
        summary: 'Quitar un archivo de una respuesta que aún no se da',
        params: params.extend({ document_id: id }),
        response: acted,
      },
    },
    async (request) => {
      const { id: requestId, document_id: documentId } = request.params
      await removeAnswerFile(api, { requestId, actor: personOf(request) }, documentId)
      return readStaffRequest(api, requestId)
    },
  )
}

function actOf(
  request: FastifyRequest & { params: { id: number }; body: { version: number } },
): StaffAct {
  return {
    requestId: request.params.id,
    version: request.body.version,
    actor: personOf(request),
  }
}

function personOf(request: FastifyRequest) {
  return { ...actorOf(request), id: signedIn(request).user.id }
}
