import * as endpoints from '@carpeta/contract/requests/staff-documents-endpoints'
import { definitions } from '@carpeta/contract/requests/staff-documents-schemas'
import type { DocumentServices } from '../../documents/document-services.ts'
import { receiveFile } from '../../documents/receive-file.ts'
import type { Api } from '../../http/api.ts'
import { readUpload } from '../../http/read-upload.ts'
import { serve } from '../../http/serve.ts'
import { readStaffRequest } from '../staff/read-staff-request.ts'
import { addAnswerFile } from './add-answer-file.ts'
import { removeAnswerFile } from './remove-answer-file.ts'
import { reviewDocument } from './review-document.ts'

/** Staff review the documents of a request and attach files to its answer. */
export function staffDocumentsRoutes(api: Api & DocumentServices): void {
  serve(api, endpoints, definitions, {
    reviewDocument: async ({ caller, params, body }) => {
      const { id: requestId, document_id: documentId } = params
      await reviewDocument(api, caller, { requestId, documentId, ...body })
      return readStaffRequest(api, requestId)
    },
    addAnswerFile: async ({ caller, params: { id: requestId }, request }) => {
      const upload = await readUpload(request, (incoming) => receiveFile(incoming, api.config))
      await using file = upload.file
      await addAnswerFile(api, caller, { requestId, file })
      return await readStaffRequest(api, requestId)
    },
    removeAnswerFile: async ({ caller, params }) => {
      const { id: requestId, document_id: documentId } = params
      await removeAnswerFile(api, caller, { requestId, documentId })
      return readStaffRequest(api, requestId)
    },
  })
}
