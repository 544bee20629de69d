import * as endpoints from '@carpeta/contract/requests/slot-files-endpoints'
import { definitions, slotFileFields } from '@carpeta/contract/requests/slot-files-schemas'
import { receiveFile } from '../../documents/receive-file.ts'
import { refuseTooManyUploads } from '../../documents/uploads/refuse-too-many-uploads.ts'
import type { Api } from '../../http/api.ts'
import { Malformed } from '../../http/errors.ts'
import { readUpload } from '../../http/read-upload.ts'
import { serve } from '../../http/serve.ts'
import { addSlotFile } from './add-slot-file.ts'
import { arrangeSlotFiles } from './arrange-slot-files.ts'
import { joinSlotFiles } from './join-slot-files.ts'
import { readSlotFiles } from './read-slot-files.ts'
import type { SlotFileServices } from './slot-file-services.ts'

/** The files that members choose for the documents of a request, until they are joined. */
export function slotFilesRoutes(api: Api & SlotFileServices): void {
  serve(api, endpoints, definitions, {
    listSlotFiles: ({ caller, params }) => readSlotFiles(api, caller, params.id),
    addSlotFile: async ({ caller, params, request, signal }) => {
      await refuseTooManyUploads(api, caller)
      const upload = await readUpload(request, (incoming) => receiveFile(incoming, api.config))
      await using file = upload.file
      const fields = slotFileFields.safeParse(upload.fields)
      if (!fields.success) throw new Malformed(fields.error.issues.map(({ message }) => message))
      const added = { requestId: params.id, ...fields.data, file, signal }
      return await addSlotFile(api, caller, added)
    },
    arrangeSlotFiles: ({ caller, params, body }) =>
      arrangeSlotFiles(api, caller, { requestId: params.id, slots: body.slots }),
    joinSlotFiles: ({ caller, params, body, signal }) =>
      joinSlotFiles(api, caller, {
        requestId: params.id,
        position: body.position,
        fileIds: body.file_ids,
        signal,
      }),
  })
}
