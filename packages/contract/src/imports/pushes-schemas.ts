import { uploadStates } from '@carpeta/domain/imports/import-rules'
import { z } from 'zod'
import type { Definition } from '../endpoint.ts'
import { sentence } from '../errors.ts'
import { id, instant } from '../text.ts'
import { loadSchema } from './load-schema.ts'
import { exportFields, pauseQuery } from './uploads-schemas.ts'

const access = 'import_token'

/** What came of an export that a program sent. */
export const pushedExportSchema = z.object({
  id,
  state: z.enum(uploadStates),
  at: instant,
  reason: z.string().nullable().meta({ description: 'Por qué se rechazó o no se pudo leer' }),
  load: loadSchema
    .pick({
      cutoff: true,
      added: true,
      changed: true,
      unchanged: true,
      withdrawn: true,
      rejected: true,
      findings: true,
    })
    .nullable(),
})

export const definitions = {
  pushExport: {
    access,
    summary: 'Cargar una exportación, con un token; Location dice dónde ver el resultado',
    query: pauseQuery,
    upload: exportFields,
    status: 202,
    answer: pushedExportSchema,
    errors: { 507: sentence },
  },
  getPushedExport: {
    access,
    summary: 'El resultado de una exportación que envió el mismo token',
    params: z.object({ id }),
    answer: pushedExportSchema,
  },
} as const satisfies Record<string, Definition>
