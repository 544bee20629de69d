import { acceptableRefusals } from '@carpeta/domain/imports/acceptable-refusals'
import { uploadStates } from '@carpeta/domain/imports/import-rules'
import { z } from 'zod'
import { empty } from '../answers.ts'
import type { Definition } from '../endpoint.ts'
import { sentence } from '../errors.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { id, instant } from '../text.ts'
import { loadSchema } from './load-schema.ts'

const access = 'sales.import_sales'
const params = z.object({ id })
const errors = { 409: sentence }

/** The file goes in the field `document`, as in every upload. */
export const exportFields = z.object({})

/** `true`: the emails to members wait until staff send them. */
export const pauseQuery = z.object({ pause_emails: z.string().optional() })

export const uploadedExportSchema = z.object({
  id,
  state: z.enum(uploadStates),
  name: z.string(),
  size: z.number(),
  at: instant,
  by: z.string(),
  token: z.string().meta({ description: 'El nombre del token, si lo envió un programa' }),
  failure: z.string().nullable().meta({ description: 'Por qué no se pudo leer' }),
  is_stale: z.boolean().meta({ description: 'Si otra carga entró después de la revisión' }),
  has_file: z.boolean(),
  accepted: z
    .array(z.enum(acceptableRefusals))
    .meta({ description: 'Los motivos de rechazo que alguien aceptó' }),
  load: loadSchema.nullable().meta({ description: 'La carga, o el ensayo de ella' }),
})

export const definitions = {
  uploadExport: {
    access,
    summary: 'Subir una exportación de contabilidad para revisarla',
    upload: exportFields,
    status: 202,
    answer: uploadedExportSchema,
    errors: { 507: sentence },
  },
  listUploadedExports: {
    access,
    summary: 'Las exportaciones subidas, las nuevas primero',
    query: pageQuery,
    answer: pageOf(uploadedExportSchema),
  },
  getUploadedExport: {
    access,
    summary: 'Cómo va una exportación subida',
    params,
    answer: uploadedExportSchema,
  },
  checkExport: {
    access,
    summary: 'Revisar otra vez, si otra carga entró después',
    params,
    status: 202,
    answer: uploadedExportSchema,
    errors,
  },
  acceptRefusal: {
    access,
    summary:
      'Aceptar el motivo por el que se rechazó, y revisar otra vez; pide haber confirmado la contraseña hace poco',
    params,
    body: z.object({ refusal: z.enum(acceptableRefusals) }),
    status: 202,
    answer: uploadedExportSchema,
    errors,
  },
  applyExport: {
    access,
    summary:
      'Aplicar una exportación revisada; con pause_emails=true los correos a los socios esperan',
    params,
    query: pauseQuery,
    status: 202,
    answer: uploadedExportSchema,
    errors,
  },
  discardExport: {
    access,
    summary: 'Borrar una exportación que no se aplicó',
    params,
    answer: empty,
    errors,
  },
} as const satisfies Record<string, Definition>
