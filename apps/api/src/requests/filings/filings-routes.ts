import * as endpoints from '@carpeta/contract/requests/filings/filings-endpoints'
import { definitions, filingUploadFields } from '@carpeta/contract/requests/filings/filings-schemas'
import { receiveFile } from '../../documents/receive-file.ts'
import { refuseTooManyUploads } from '../../documents/uploads/refuse-too-many-uploads.ts'
import type { Api } from '../../http/api.ts'
import { Malformed } from '../../http/errors.ts'
import { readUpload } from '../../http/read-upload.ts'
import { serve } from '../../http/serve.ts'
import { attachDocument } from '../attachments/attach-document.ts'
import { createFiling } from './create-filing.ts'
import type { FilingServices } from './filing-services.ts'
import { findFilingMembers, readFilingOptions } from './read-filing-options.ts'
import { sendFiling } from './send-filing.ts'

/** Staff file a request for a member. */
export function filingsRoutes(api: Api & FilingServices): void {
  serve(api, endpoints, definitions, {
    findFilingMembers: async ({ caller, query }) => ({
      results: await findFilingMembers(api, caller, query.q),
    }),
    getFilingOptions: ({ caller, params }) => readFilingOptions(api, caller, params.id),
    createFiling: async ({ caller, body, request }) => {
      const [key] = [request.headers['idempotency-key']].flat()
      return { id: await createFiling(api, caller, { ...body, idempotencyKey: key || undefined }) }
    },
    addFilingDocument: async ({ caller, params, request }) => {
      await refuseTooManyUploads(api, caller)
      const upload = await readUpload(request, (incoming) => receiveFile(incoming, api.config))
      await using file = upload.file
      const fields = filingUploadFields.safeParse(upload.fields)
      if (!fields.success) throw new Malformed(fields.error.issues.map(({ message }) => message))
      return await attachDocument(api, caller, {
        fields: { request_id: params.id, position: fields.data.position },
        file,
      })
    },
    sendFiling: ({ caller, params }) => sendFiling(api, caller, params.id),
  })
}
