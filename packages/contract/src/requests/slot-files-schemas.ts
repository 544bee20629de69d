import { z } from 'zod'
import type { Definition } from '../endpoint.ts'
import { sentence } from '../errors.ts'
import { id, position } from '../text.ts'
import { uploadedSchema } from './documents-schemas.ts'
import { slotFileSchema } from './request-schemas.ts'

const access = 'client'
const params = z.object({ id })
const errors = { 409: sentence }
const files = z.object({ slot_files: z.array(slotFileSchema) })

/** `position` is the index of the required document. */
export const slotFileFields = z.object({ position })

export const definitions = {
  listSlotFiles: {
    access,
    summary: 'Los archivos elegidos para los documentos de una solicitud y aún no enviados',
    params,
    answer: files,
  },
  addSlotFile: {
    access,
    summary: 'Agregar un archivo a un documento (multipart: position, document)',
    params,
    upload: slotFileFields,
    status: 201,
    answer: slotFileSchema,
    errors: { ...errors, 507: sentence },
  },
  arrangeSlotFiles: {
    access,
    summary: 'Ordenar los archivos y repartirlos entre los documentos',
    params,
    // Every file exactly once, in order.
    body: z.object({ slots: z.array(z.object({ position, file_ids: z.array(id) })).max(20) }),
    answer: files,
    errors,
  },
  joinSlotFiles: {
    access,
    summary: 'Unir los archivos de un documento en un solo PDF; uno solo queda como está',
    params,
    // The files of the document in order; those it has by now must be the same.
    body: z.object({ position, file_ids: z.array(id).max(100) }),
    status: 201,
    answer: uploadedSchema,
    errors: { ...errors, 507: sentence },
  },
} as const satisfies Record<string, Definition>
