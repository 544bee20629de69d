import { z } from 'zod'
import { binary, empty } from '../answers.ts'
import type { Definition } from '../endpoint.ts'
import { sentence } from '../errors.ts'
import { id, position } from '../text.ts'

const params = z.object({ id })

/**
 * `position` is the index of the required document; the file replaces a draft's earlier one. Without
 * it, the first missing or rejected document counts.
 */
export const uploadFields = z.object({
  request_id: id,
  position: z.union([z.literal('').transform(() => undefined), position]).optional(),
})

export const uploadedSchema = z.object({
  id,
  name: z.string(),
  size: z.number().int().positive().meta({ description: 'bytes' }),
})

export const definitions = {
  uploadDocument: {
    access: 'client',
    summary: 'Adjuntar un documento (multipart: request_id, document y, si se quiere, position)',
    upload: uploadFields,
    status: 201,
    answer: uploadedSchema,
    errors: { 409: sentence, 507: sentence },
  },
  downloadDocument: {
    access: 'user',
    inView: true,
    summary: 'Descargar un documento',
    params,
    answer: binary,
    file: 'application/octet-stream',
  },
  getDocumentPage: {
    access: 'user',
    inView: true,
    summary: 'Una página de un documento como imagen; X-Page-Count dice cuántas tiene',
    params: params.extend({ page: id }),
    answer: binary,
    file: 'image/png',
    errors: { 422: sentence },
  },
  removeDocument: {
    access: 'client',
    summary: 'Quitar un documento de una solicitud que no se ha enviado',
    params,
    answer: empty,
    errors: { 409: sentence },
  },
} as const satisfies Record<string, Definition>
