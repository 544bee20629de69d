import * as endpoints from '@carpeta/contract/imports/pushes-endpoints'
import { definitions } from '@carpeta/contract/imports/pushes-schemas'
import type { FastifyRequest } from 'fastify'
import { receiveFile } from '../../documents/receive-file.ts'
import type { ImportToken } from '../../http/access.ts'
import type { Api } from '../../http/api.ts'
import { InvalidToken, NotFound } from '../../http/errors.ts'
import { readUpload } from '../../http/read-upload.ts'
import { serve } from '../../http/serve.ts'
import { exportLimits } from '../uploads/export-limits.ts'
import { presentPush } from '../uploads/present-upload.ts'
import { type ImportServices, storeExport } from '../uploads/store-export.ts'
import { findUpload } from '../uploads/uploads-store.ts'

/** Exports that a program sends with its token (docs/decisions/loads.md). */
export function pushesRoutes(api: Api & ImportServices): void {
  serve(api, endpoints, definitions, {
    pushExport: async ({ caller, query, request, reply }) => {
      const token = tokenOf(request)
      await api.limits.importUploads.consume(`token:${token.id}`)
      const upload = await readUpload(
        request,
        (incoming) => receiveFile(incoming, api.config),
        exportLimits(api.config),
      )
      await using file = upload.file
      const pauseEmails = query.pause_emails === 'true'
      const stored = await storeExport(api, caller, { file, mode: 'apply', token, pauseEmails })
      reply.header('location', endpoints.getPushedExport.path.replace(':id', String(stored.id)))
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
