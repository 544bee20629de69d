import { empty } from '@carpeta/contract/auth'
import { errorResponses, sentence } from '@carpeta/contract/errors'
import { uploadFields, uploadResponse } from '@carpeta/contract/requests'
import { id } from '@carpeta/contract/text'
import { z } from 'zod'
import type { Api } from '../../app.ts'
import { receiveFile } from '../../documents/receive-file.ts'
import { signedIn } from '../../http/access.ts'
import { actorOf, personOf } from '../../http/actor.ts'
import { Malformed } from '../../http/errors.ts'
import { readUpload } from '../../http/read-upload.ts'
import { sendAttachment } from '../../http/send-attachment.ts'
import { attachDocument, refuseTooManyUploads } from './attach-document.ts'
import { openDocument } from './open-document.ts'
import { removeDocument } from './remove-document.ts'

/** The files of a request, in and out (spec §7, wire.md §6). */
export function requestDocumentsRoutes(api: Api): void {
  const { app, config } = api
  const params = z.object({ id })

  app.post(
    '/api/upload-document/',
    {
      config: { access: 'client', upload: true },
      schema: {
        summary:
          'Adjuntar un documento (multipart: request_id, document y, si se quiere, position)',
        response: { ...errorResponses, 201: uploadResponse, 409: sentence, 507: sentence },
      },
    },
    async (request, reply) => {
      const { user } = signedIn(request)
      await refuseTooManyUploads(api, user.id)
      const upload = await readUpload(request, (incoming) => receiveFile(incoming, config))
      await using file = upload.file
      const fields = uploadFields.safeParse(upload.fields)
      if (!fields.success) throw new Malformed(fields.error.issues.map(({ message }) => message))
      const actor = personOf(request)
      return reply.code(201).send(await attachDocument(api, actor, fields.data, file))
    },
  )

  app.get(
    '/api/documents/:id/',
    {
      config: { access: 'user', inView: true },
      schema: { summary: 'Descargar un documento', params },
    },
    async (request, reply) => {
      const { user } = signedIn(request)
      const actor = actorOf(request)
      const { document, content } = await openDocument(api, user, actor, request.params.id)
      return sendAttachment(reply, document, content)
    },
  )

  app.delete(
    '/api/documents/:id/',
    {
      config: { access: 'client' },
      schema: {
        summary: 'Quitar un documento de una solicitud que no se ha enviado',
        params,
        response: { ...errorResponses, 409: sentence, 200: empty },
      },
    },
    async (request) => {
      const actor = personOf(request)
      await removeDocument(api, actor, request.params.id)
      return {}
    },
  )
}
