import { errorResponses, sentence } from '@carpeta/contract/errors'
import { reviewDocument as reviewBody, staffRequestSchema } from '@carpeta/contract/requests'
import { id } from '@carpeta/contract/text'
import { z } from 'zod'
import type { Api } from '../../app.ts'
import { receiveFile } from '../../documents/receive-file.ts'
import { personOf } from '../../http/actor.ts'
import { readUpload } from '../../http/read-upload.ts'
import { readStaffRequest } from '../staff/read-staff-request.ts'
import { addAnswerFile } from './add-answer-file.ts'
import { removeAnswerFile } from './remove-answer-file.ts'
import { reviewDocument } from './review-document.ts'

const access = 'requests.answer_requests' as const
const params = z.object({ id })

/** What staff do with the documents of a request: look at the member's, and give him others. */
export function staffDocumentsRoutes(api: Api): void {
  const { app } = api
  const acted = { ...errorResponses, 409: sentence, 200: staffRequestSchema }

  app.post(
    '/api/requests/:id/documents/:document_id/review/',
    {
      config: { access },
      schema: {
        summary: 'Aceptar o rechazar un documento',
        params: params.extend({ document_id: id }),
        body: reviewBody,
        response: acted,
      },
    },
    async (request) => {
      const { id: requestId, document_id: documentId } = request.params
      const { version } = request.body
      const action = { requestId, version, actor: personOf(request) }
      await reviewDocument(api, action, documentId, request.body)
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
