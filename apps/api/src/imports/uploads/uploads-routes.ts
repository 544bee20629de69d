import * as endpoints from '@carpeta/contract/imports/uploads-endpoints'
import { definitions } from '@carpeta/contract/imports/uploads-schemas'
import { receiveFile } from '../../documents/receive-file.ts'
import type { Api } from '../../http/api.ts'
import { NotFound } from '../../http/errors.ts'
import { pageWithin, readPage } from '../../http/paging.ts'
import { readUpload } from '../../http/read-upload.ts'
import { serve } from '../../http/serve.ts'
import { acceptRefusal, applyExport, checkExport, discardExport } from './change-upload.ts'
import { exportLimits } from './export-limits.ts'
import { presentUploads } from './present-upload.ts'
import { type ImportServices, storeExport } from './store-export.ts'
import { countUploads, findUpload, listUploads, type UploadedExport } from './uploads-store.ts'

/** Exports that staff upload, check and apply. */
export function uploadsRoutes(api: Api & ImportServices): void {
  const present = async (upload: UploadedExport | null) => {
    const [wire] = upload ? await presentUploads(api.db, [upload]) : []
    if (!wire) throw new NotFound()
    return wire
  }
  serve(api, endpoints, definitions, {
    uploadExport: async ({ caller, request }) => {
      await api.limits.importUploads.consume(`user:${caller.id}`)
      const limits = exportLimits(api.config)
      const upload = await readUpload(
        request,
        (incoming) => receiveFile(incoming, api.config),
        limits,
      )
      await using file = upload.file
      return await present(
        await storeExport(api, caller, { file, mode: 'check', token: null, pauseEmails: false }),
      )
    },
    listUploadedExports: async ({ query }) => {
      const page = readPage(query, ['id'])
      const { current, lastPage, ...rows } = pageWithin(page, await countUploads(api.db))
      const results = await presentUploads(api.db, await listUploads(api.db, rows))
      return { results, current, lastPage }
    },
    getUploadedExport: async ({ params }) => present(await findUpload(api.db, params.id)),
    checkExport: async ({ caller, params }) => present(await checkExport(api, caller, params.id)),
    acceptRefusal: async ({ caller, params, body }) =>
      present(await acceptRefusal(api, caller, { id: params.id, refusal: body.refusal })),
    applyExport: async ({ caller, params, query }) => {
      const pauseEmails = query.pause_emails === 'true'
      return present(await applyExport(api, caller, { id: params.id, pauseEmails }))
    },
    discardExport: async ({ caller, params }) => {
      await discardExport(api, caller, params.id)
      return {}
    },
  })
}
