import * as endpoints from '@carpeta/contract/requests/documents-endpoints'
import { definitions, uploadFields } from '@carpeta/contract/requests/documents-schemas'
import { receiveFile } from '../../documents/receive-file.ts'
import { refuseTooManyUploads } from '../../documents/uploads/refuse-too-many-uploads.ts'
import type { Api } from '../../http/api.ts'
import { Malformed } from '../../http/errors.ts'
import { readUpload } from '../../http/read-upload.ts'
import { sendAttachment } from '../../http/send-attachment.ts'
import { serve } from '../../http/serve.ts'
import { type AttachServices, attachDocument } from './attach-document.ts'
import { openDocument } from './open-document.ts'
import { openPage, type PageServices } from './open-page.ts'
import { removeDocument } from './remove-document.ts'

/** A member's documents: uploaded, downloaded, shown page by page and removed. */
export function requestDocumentsRoutes(api: Api & AttachServices & PageServices): void {
  serve(api, endpoints, definitions, {
    uploadDocument: async ({ caller, request }) => {
      await refuseTooManyUploads(api, caller)
      const upload = await readUpload(request, (incoming) => receiveFile(incoming, api.config))
      await using file = upload.file
      const fields = uploadFields.safeParse(upload.fields)
      if (!fields.success) throw new Malformed(fields.error.issues.map(({ message }) => message))
      return await attachDocument(api, caller, { fields: fields.data, file })
    },
    downloadDocument: async ({ caller, params, reply }) => {
      const { document, content } = await openDocument(api, caller, params.id)
      return sendAttachment(reply, document, content)
    },
    getDocumentPage: async ({ caller, params: { id: documentId, page }, reply, signal }) => {
      const { pages, content, ...file } = await openPage(api, caller, { documentId, page, signal })
      reply.header('x-page-count', pages)
      return sendAttachment(reply, file, content)
    },
    removeDocument: async ({ caller, params }) => {
      await removeDocument(api, caller, params.id)
      return {}
    },
  })
}
