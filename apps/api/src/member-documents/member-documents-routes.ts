import { documentFields, endpoints, replacedFields } from '@carpeta/contract/member-documents'
import { documentImportMessages } from '@carpeta/domain/member-documents/document-import-rules'
import { memberDocumentMessages } from '@carpeta/domain/member-documents/member-document-rules'
import { BYTES_PER_MB } from '@carpeta/domain/requests/document-rules'
import { type ReceivedFile, receiveFile, receiveUpload } from '../documents/receive-file.ts'
import type { Api } from '../http/api.ts'
import { readFlag } from '../http/paging.ts'
import { readFields, readUpload } from '../http/read-upload.ts'
import { sendAttachment } from '../http/send-file.ts'
import { serve } from '../http/serve.ts'
import { searchSales } from '../sales/search-sales.ts'
import {
  correctImport,
  discardImport,
  publishImport,
  readImport,
  readRejects,
  uploadImport,
} from './document-imports.ts'
import { listImports } from './document-imports-store.ts'
import { importRejectsCsv } from './import-documents.ts'
import {
  archiveOwnDocuments,
  listOwnDocuments,
  type OwnServices,
  openOwnDocument,
  openOwnPage,
} from './own-documents.ts'
import {
  changeDocument,
  handOverDocument,
  listDocumentsOfSale,
  listReadsOf,
  openDocumentOfSale,
  openPageOfSale,
  publishDocument,
  replaceDocument,
  withdrawDocument,
} from './publish-documents.ts'

export function memberDocumentsRoutes(api: Api & OwnServices): void {
  const { db, config } = api
  const limits = {
    maxFileBytes: config.memberDocumentMaxMb * BYTES_PER_MB,
    tooLarge: memberDocumentMessages.tooLarge(config.memberDocumentMaxMb),
  }

  serve(api, endpoints, {
    // 'Mis documentos' of a member.
    'GET /api/member-documents/': async ({ caller }) => ({
      results: await listOwnDocuments(db, caller),
    }),
    'GET /api/member-documents/archive/': async ({ caller, query, request, reply, signal }) => {
      const call = { saleCode: query.sale_code, signal, log: request.log }
      const { name, content } = await archiveOwnDocuments(api, caller, call)
      return sendAttachment(reply, { name, type: 'application/zip' }, content)
    },
    'GET /api/member-documents/:id/file/': async ({ caller, params, reply, signal }) => {
      const { file, content } = await openOwnDocument(api, caller, { ...params, signal })
      return sendAttachment(reply, file, content)
    },
    'GET /api/member-documents/:id/pages/:page/': async ({ caller, params, reply, signal }) => {
      const { pages, content, ...file } = await openOwnPage(api, caller, { ...params, signal })
      reply.header('x-page-count', pages)
      return sendAttachment(reply, file, content)
    },

    // Zips of documents for many sales.
    'GET /api/document-imports/': async () => ({ results: await listImports(db) }),
    'POST /api/document-imports/': async ({ caller, request }) => {
      await api.limits.importUploads.consume(`user:${caller.id}`)
      const upload = await readUpload<ReceivedFile>(
        request,
        (incoming) => receiveFile(incoming, config),
        { maxFileBytes: config.maxExport.packed, tooLarge: documentImportMessages.tooLarge },
      )
      await using file = upload.file
      return await uploadImport(api, caller, file)
    },
    'GET /api/document-imports/:id/': ({ caller, params }) => readImport(api, caller, params.id),
    'GET /api/document-imports/:id/rejects.csv': async ({ caller, params, reply }) => {
      const rejects = await readRejects(api, caller, params.id)
      return reply
        .type(endpoints['GET /api/document-imports/:id/rejects.csv'].file)
        .header('content-disposition', `attachment; filename="rechazos-${params.id}.csv"`)
        .send(importRejectsCsv(rejects))
    },
    'POST /api/document-imports/:id/publish/': ({ caller, params, query }) =>
      publishImport(api, caller, {
        ...params,
        withoutRejects: readFlag(query.without_rejects),
        version: query.version,
      }),
    'POST /api/document-imports/:id/correct/': ({ caller, params, body }) =>
      correctImport(api, caller, {
        ...params,
        version: body.version,
        corrections: body.corrections.map(({ sale_code: code, ...rest }) => ({ ...rest, code })),
      }),
    'GET /api/document-sales/': async ({ caller, query }) => ({
      results: await searchSales(api, caller, query.q),
    }),
    'DELETE /api/document-imports/:id/': async ({ caller, params, query }) => {
      await discardImport(api, caller, { ...params, ...query })
      return {}
    },

    // Documents of a sale, as staff publish them.
    'GET /api/sales/:code/documents/': ({ caller, params }) =>
      listDocumentsOfSale(db, caller, params.code),
    'POST /api/sales/:code/documents/': ({ caller, params: { code }, request, signal }) =>
      receiveUpload(
        api,
        { caller, request },
        (upload) => {
          const fields = readFields(upload, documentFields)
          return publishDocument(api, caller, { code, fields, file: upload.file, signal })
        },
        limits,
      ),
    'PATCH /api/sales/:code/documents/:id/': ({ caller, params, body: changes }) =>
      changeDocument(api, caller, { ...params, changes }),
    'POST /api/sales/:code/documents/:id/versions/': ({ caller, params, request, signal }) =>
      receiveUpload(
        api,
        { caller, request },
        (upload) => {
          const { version } = readFields(upload, replacedFields)
          return replaceDocument(api, caller, { ...params, version, file: upload.file, signal })
        },
        limits,
      ),
    'POST /api/sales/:code/documents/:id/hand-over/': ({ caller, params, body }) =>
      handOverDocument(api, caller, { ...params, ...body }),
    'POST /api/sales/:code/documents/:id/withdraw/': ({ caller, params, body }) =>
      withdrawDocument(api, caller, { ...params, ...body }),
    'GET /api/sales/:code/documents/:id/reads/': async ({ caller, params }) => ({
      results: await listReadsOf(db, caller, params),
    }),
    'GET /api/sales/:code/documents/:id/file/': async ({ caller, params, query, reply }) => {
      const call = { ...params, ...query }
      const { file, content } = await openDocumentOfSale(api, caller, call)
      return sendAttachment(reply, file, content)
    },
    'GET /api/sales/:code/documents/:id/pages/:page/': async (call) => {
      const { caller, params, query, reply, signal } = call
      const opened = await openPageOfSale(api, caller, { ...params, ...query, signal })
      const { pages, content, ...file } = opened
      reply.header('x-page-count', pages)
      return sendAttachment(reply, file, content)
    },
  })
}
