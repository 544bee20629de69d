import * as tokensEndpoints from '@carpeta/contract/imports/import-tokens-endpoints'
import { definitions as tokensDefinitions } from '@carpeta/contract/imports/import-tokens-schemas'
import * as loadsEndpoints from '@carpeta/contract/imports/loads-endpoints'
import { definitions as loadsDefinitions } from '@carpeta/contract/imports/loads-schemas'
import * as pushesEndpoints from '@carpeta/contract/imports/pushes-endpoints'
import { definitions as pushesDefinitions } from '@carpeta/contract/imports/pushes-schemas'
import * as uploadsEndpoints from '@carpeta/contract/imports/uploads-endpoints'
import { definitions as uploadsDefinitions } from '@carpeta/contract/imports/uploads-schemas'
import { importMessages } from '@carpeta/domain/imports/import-rules'
import type { FastifyRequest } from 'fastify'
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
import { compareSale, readRejectsFile } from './loads.ts'
import {
  countChanges,
  countFindings,
  countLoads,
  countRejects,
  findWireLoads,
  listChanges,
  listFindings,
  listRejects,
  listWireLoads,
} from './loads-store.ts'
import { findUndoableLoad, presentUndoable, undoLoad } from './undo-load.ts'
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
  loadsRoutes(api)
  uploadsRoutes(api)
  pushesRoutes(api)
  tokensRoutes(api)
}

/** The history of loads, and what each changed. */
function loadsRoutes(api: Api): void {
  const { db } = api
  const loadOf = async (id: number) => {
    const [load] = await findWireLoads(db, [id])
    if (!load) throw new NotFound()
    return load
  }
  serve(api, loadsEndpoints, loadsDefinitions, {
    listLoads: async ({ query }) => {
      const filter = { withRejects: readFlag(query.with_rejects) }
      return pageOf(query, await countLoads(db, filter), (rows) =>
        listWireLoads(db, { ...rows, ...filter }),
      )
    },
    getLoad: ({ params }) => loadOf(params.id),
    listLoadChanges: async ({ params, query }) => {
      const { id } = await loadOf(params.id)
      const { kind } = query
      return pageOf(query, await countChanges(db, id, kind), (rows) =>
        listChanges(db, id, { ...rows, kind }),
      )
    },
    compareSale: ({ caller, params, query }) =>
      compareSale(api, caller, { loadId: params.id, saleCode: query.sale }),
    listLoadRejects: async ({ params, query }) => {
      const { id } = await loadOf(params.id)
      return pageOf(query, await countRejects(db, id), (rows) => listRejects(db, id, rows))
    },
    downloadLoadRejects: async ({ caller, params, reply }) => {
      const { id } = await loadOf(params.id)
      const content = await readRejectsFile(api, caller, id)
      return sendFile(reply, loadsDefinitions.downloadLoadRejects, {
        name: `rechazos-${id}.csv`,
        content,
      })
    },
    listLoadFindings: async ({ params, query }) => {
      const { id } = await loadOf(params.id)
      return pageOf(query, await countFindings(db, id), (rows) => listFindings(db, id, rows))
    },
    getUndoableLoad: async () => ({
      undoable: await presentUndoable(db, await findUndoableLoad(db)),
    }),
    undoLoad: async ({ caller, params }) => {
      await undoLoad(api, caller, params.id)
      return loadOf(params.id)
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

/** Exports that staff upload, check and apply. */
function uploadsRoutes(api: Services): void {
  const present = async (upload: UploadedExport | null) => {
    const [wire] = upload ? await presentUploads(api.db, [upload]) : []
    if (!wire) throw new NotFound()
    return wire
  }
  serve(api, uploadsEndpoints, uploadsDefinitions, {
    uploadExport: async ({ caller, request }) => {
      await api.limits.importUploads.consume(`user:${caller.id}`)
      await using file = await readExport(api, request)
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

/** Exports that a program sends with its token (docs/decisions/loads.md). */
function pushesRoutes(api: Services): void {
  serve(api, pushesEndpoints, pushesDefinitions, {
    pushExport: async ({ caller, query, request, reply }) => {
      const token = tokenOf(request)
      await api.limits.importUploads.consume(`token:${token.id}`)
      await using file = await readExport(api, request)
      const pauseEmails = query.pause_emails === 'true'
      const stored = await storeExport(api, caller, { file, mode: 'apply', token, pauseEmails })
      reply.header(
        'location',
        pushesEndpoints.getPushedExport.path.replace(':id', String(stored.id)),
      )
      return await presentPush(api.db, stored)
    },
    getPushedExport: async ({ params, request }) => {
      const upload = await findUpload(api.db, params.id)
      if (upload?.tokenId !== tokenOf(request).id) throw new NotFound()
      return presentPush(api.db, upload)
    },
  })
}

function tokenOf({ importToken }: FastifyRequest): ImportToken {
  if (importToken === null) throw new InvalidToken()
  return importToken
}

/** Tokens with which a program loads exports, as staff manage them. */
function tokensRoutes(api: Api): void {
  serve(api, tokensEndpoints, tokensDefinitions, {
    listImportTokens: async () => ({ results: await listTokens(api.db) }),
    createImportToken: ({ caller, body }) => createImportToken(api, caller, body),
    revokeImportToken: async ({ caller, params }) => {
      await revokeImportToken(api, caller, params.id)
      return {}
    },
  })
}

/** An export may be larger than a document. */
async function readExport({ config }: Services, request: FastifyRequest) {
  const { file } = await readUpload(request, (incoming) => receiveFile(incoming, config), {
    maxFileBytes: config.maxExport.packed,
    tooLarge: importMessages.tooLarge,
  })
  return file
}
