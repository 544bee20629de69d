import {
  MAX_ASSIGNED_AT_ONCE,
  MAX_FILTER_NAME,
  queueFilterNames,
} from '@carpeta/domain/requests/queue-rules'
import { z } from 'zod'
import { binary, empty } from '../answers.ts'
import type { Definition } from '../endpoint.ts'
import { id, text } from '../text.ts'
import { requestsQuery } from './staff-requests-schemas.ts'

const access = 'requests.answer_requests'

const filters = z.partialRecord(z.enum(queueFilterNames), text(200))

export const savedFilterForm = z.object({ name: text(MAX_FILTER_NAME), filters })

const savedFilterSchema = savedFilterForm.extend({ id })

export type SavedFilter = z.infer<typeof savedFilterSchema>

export const definitions = {
  assignRequests: {
    access,
    summary: 'Asignar varias solicitudes; cada una se asigna o dice por qué no',
    body: z.object({
      requests: z
        .array(z.object({ id, version: z.number().int().nonnegative() }))
        .min(1)
        .max(MAX_ASSIGNED_AT_ONCE),
      user_id: id.nullable(),
    }),
    answer: z.object({
      results: z.array(
        z.object({ id, refusal: z.string().nullable().meta({ description: 'null si se asignó' }) }),
      ),
    }),
  },
  downloadRequests: {
    access,
    summary:
      'Todas las solicitudes filtradas, como CSV; pide haber confirmado la contraseña hace poco',
    query: requestsQuery.omit({ page: true, pageSize: true, orderBy: true, orderDesc: true }),
    answer: binary,
    file: 'text/csv; charset=utf-8',
  },
  listSavedFilters: {
    access,
    summary: 'Los filtros que guardó quien pregunta',
    answer: z.object({ results: z.array(savedFilterSchema) }),
  },
  saveFilter: {
    access,
    summary: 'Guardar un filtro con un nombre; el mismo nombre lo reemplaza',
    fieldErrors: true,
    body: savedFilterForm,
    status: 201,
    answer: savedFilterSchema,
  },
  deleteSavedFilter: {
    access,
    summary: 'Eliminar un filtro propio',
    params: z.object({ id }),
    answer: empty,
  },
} as const satisfies Record<string, Definition>
