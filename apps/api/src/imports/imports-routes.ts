import { endpoints } from '@carpeta/contract/imports'
import { importMessages } from '@carpeta/domain/imports/import-rules'
import type { FastifyRequest } from 'fastify'
import { recordContentRead } from '../audit/record-audit-event.ts'
import { receiveFile } from '../documents/receive-file.ts'
import type { ImportToken } from '../http/access.ts'
import type { Api } from '../http/api.ts'
import { InvalidToken, NotFound } from '../http/errors.ts'
import { type PageQuery, pageWithin, readFlag, readPage } from '../http/paging.ts'
import { readUpload } from '../http/read-upload.ts'
import { sendFile } from '../http/send-file.ts'
import { serve } from '../http/serve.ts'
import { createImportToken, revokeImportToken } from './import-tokens.ts'
import { listTokens } from './import-tokens-store.ts'
import {
  askForUndo,
  compareSale,
  findUndoableLoad,
  presentUndoable,
  readFindingsFile,
  readRejectsFile,
  withoutOwnFigures,
  withoutOwnValues,
} from './loads.ts'
import {
  countChanges,
  countFindings,
  countLoads,
  countRejects,
  findWireLoads,
  listChanges,
  listFindings,
  listRejectCauses,
  listRejects,
  listWireLoads,
} from './loads-store.ts'
import {
  acceptRefusal,
  applyExport,
  checkExport,
  discardExport,
  type ImportServices,
  presentPush,
  presentUploads,
  storeExport,
} from './uploads.ts'
import { countUploads, findUpload, listUploads, type UploadedExport } from './uploads-store.ts'

type Services = Api & ImportServices

export function importsRoutes(api: Services): void {
  const { db } = api
  const loadOf = async (id: number) => {
    const [load] = await findWireLoads(db, [id])
    if (!load) throw new NotFound()
    return load
  }
  const present = async (upload: UploadedExport | null) => {
    const [wire] = upload ? await presentUploads(db, [upload]) : []
    if (!wire) throw new NotFound()
    return wire
  }

  serve(api, endpoints, {
    // The history of loads, and what each changed.
    'GET /api/loads/': async ({ query }) => {
      const filter = { withRejects: readFlag(query.with_rejects) }
      return pageOf(query, await countLoads(db, filter), (rows) =>
        listWireLoads(db, { ...rows, ...filter }),
      )
    },
    'GET /api/loads/:id/': ({ params }) => loadOf(params.id),
    'GET /api/loads/:id/changes/': async ({ caller, params, query }) => {
      const { id } = await loadOf(params.id)
      const { kind } = query
      const page = await pageOf(query, await countChanges(db, id, kind), (rows) =>
        listChanges(db, id, { ...rows, kind }),
      )
      await recordContentRead(db, caller, { type: 'load', id }, page.results)
      return page
    },
    'GET /api/loads/:id/figures/': ({ caller, params, query }) =>
      compareSale(api, caller, { loadId: params.id, saleCode: query.sale }),
    'GET /api/loads/:id/rejects/': async ({ caller, params, query }) => {
      const { id } = await loadOf(params.id)
      const { file = '', field = '', reason } = query
      const cause = reason === undefined ? undefined : { file, field, reason }
      const page = await pageOf(query, await countRejects(db, id, cause), async (rows) =>
        withoutOwnValues(db, caller, await listRejects(db, id, { ...rows, cause })),
      )
      await recordContentRead(db, caller, { type: 'load', id }, page.results)
      return { ...page, causes: await listRejectCauses(db, id) }
    },
    'GET /api/loads/:id/rejects.csv': async ({ caller, params, reply }) => {
      const { id } = await loadOf(params.id)
      const content = await readRejectsFile(api, caller, id)
      return sendFile(reply, endpoints['GET /api/loads/:id/rejects.csv'], {
        name: `ventas-rechazadas-${id}.csv`,
        content,
      })
    },
    'GET /api/loads/:id/findings/': async ({ caller, params, query }) => {
      const { id } = await loadOf(params.id)
      const page = await pageOf(query, await countFindings(db, id), async (rows) =>
        withoutOwnFigures(db, caller, await listFindings(db, id, rows)),
      )
      await recordContentRead(db, caller, { type: 'load', id }, page.results)
      return page
    },
    'GET /api/loads/:id/findings.csv': async ({ caller, params, reply }) => {
      const { id } = await loadOf(params.id)
      const content = await readFindingsFile(api, caller, id)
      return sendFile(reply, endpoints['GET /api/loads/:id/findings.csv'], {
        name: `hallazgos-${id}.csv`,
        content,
      })
    },
    'GET /api/loads/undoable/': async () => ({
      undoable: await presentUndoable(db, await findUndoableLoad(db)),
    }),
    'POST /api/loads/:id/undo/': async ({ caller, params }) => {
      await askForUndo(api, caller, params.id)
      return loadOf(params.id)
    },

    // Exports that staff upload, check and apply.
    'POST /api/import-uploads/': async ({ caller, request }) => {
      await api.limits.importUploads.consume(`user:${caller.id}`)
      await using file = await readExport(api, request)
      return await present(
        await storeExport(api, caller, { file, mode: 'check', token: null, pauseEmails: false }),
      )
    },
    'GET /api/import-uploads/': async ({ query }) => {
      const page = readPage(query, ['id'])
      const { current, lastPage, ...rows } = pageWithin(page, await countUploads(db))
      const results = await presentUploads(db, await listUploads(db, rows))
      return { results, current, lastPage }
    },
    'GET /api/import-uploads/:id/': async ({ params }) => present(await findUpload(db, params.id)),
    'POST /api/import-uploads/:id/check/': async ({ caller, params }) =>
      present(await checkExport(api, caller, params.id)),
    'POST /api/import-uploads/:id/accept/': async ({ caller, params, body }) =>
      present(await acceptRefusal(api, caller, { id: params.id, refusal: body.refusal })),
    'POST /api/import-uploads/:id/apply/': async ({ caller, params, query }) => {
      const pauseEmails = query.pause_emails === 'true'
      const checked = { id: params.id, loadId: query.load_id }
      return present(await applyExport(api, caller, { ...checked, pauseEmails }))
    },
    'DELETE /api/import-uploads/:id/': async ({ caller, params }) => {
      await discardExport(api, caller, params.id)
      return {}
    },

    // Exports that a program sends with its token (docs/decisions/loads.md).
    'POST /api/imports/': async ({ caller, query, request, reply }) => {
      const token = tokenOf(request)
      await api.limits.importUploads.consume(`token:${token.id}`)
      await using file = await readExport(api, request)
      const pauseEmails = query.pause_emails === 'true'
      const stored = await storeExport(api, caller, { file, mode: 'apply', token, pauseEmails })
      reply.header('location', `/api/imports/${stored.id}/`)
      return await presentPush(db, stored)
    },
    'GET /api/imports/:id/': async ({ params, request }) => {
      const upload = await findUpload(db, params.id)
      if (upload?.tokenId !== tokenOf(request).id) throw new NotFound()
      return presentPush(db, upload)
    },

    // Tokens with which a program loads exports, as staff manage them.
    'GET /api/import-tokens/': async () => ({ results: await listTokens(db) }),
    'POST /api/import-tokens/': ({ caller, body }) => createImportToken(api, caller, body),
    'DELETE /api/import-tokens/:id/': async ({ caller, params }) => {
      await revokeImportToken(api, caller, params.id)
      return {}
    },
  })
}

async function pageOf<Row>(
  query: PageQuery,
  total: number,
  list: (rows: { offset: number; limit: number }) => Promise<Row[]>,
): Promise<{ results: Row[]; current: number; lastPage: number }> {
  const { current, lastPage, ...rows } = pageWithin(readPage(query, ['id']), total)
  return { results: await list(rows), current, lastPage }
}

function tokenOf({ importToken }: FastifyRequest): ImportToken {
  if (importToken === null) throw new InvalidToken()
  return importToken
}

/** An export may be larger than a document. */
async function readExport({ config }: Services, request: FastifyRequest) {
  const { file } = await readUpload(request, (incoming) => receiveFile(incoming, config), {
    maxFileBytes: config.maxExport.packed,
    tooLarge: importMessages.tooLarge,
  })
  return file
}
