import { starterProcedures } from '@carpeta/domain/setup/starter-procedures'
import { z } from 'zod'
import {
  type EndpointTable,
  empty,
  id,
  instant,
  pageOf,
  pageQuery,
  position,
  sentence,
  text,
} from './endpoint.ts'

/**
 * A procedure (docs/specification.md §3.10). `documents` has the names of the required documents and
 * `document_amount` their number. Only staff with `procedures.change_procedures` get the last four.
 */
const procedureSchema = z.object({
  id,
  title: z.string(),
  description: z.string(),
  document_amount: z.number().int().nonnegative(),
  documents: z.array(z.string()),
  answer_by: z.iso.date().optional().meta({
    description: 'Para un socio: cuándo se responde, a más tardar, lo que se envía ahora',
  }),
  answer_hours: z.number().int().positive().optional().meta({ description: 'horas hábiles' }),
  is_active: z.boolean().optional(),
  is_question: z
    .boolean()
    .optional()
    .meta({ description: 'Con el que se pregunta lo que no tiene otro trámite: va al final' }),
  deleted_at: instant.nullable().optional(),
})

export type WireProcedure = z.infer<typeof procedureSchema>

/** `procedure-rules.ts` has the stricter limits of the form. */
export const saveProcedure = z.object({
  title: text(1000),
  description: text(10_000),
  documents: z.array(text(1000)).max(50),
  answer_hours: z.number().int(),
  is_active: z.boolean(),
})

/** Missing fields do not change. A procedure that is not as it was read is refused. */
export const changeProcedure = saveProcedure.partial().extend({ as_read: saveProcedure.optional() })

export const procedureFilter = pageQuery.extend({ title: text().optional() })

const access = 'procedures.change_procedures'
const params = z.object({ id })
const page = pageOf(procedureSchema)
const errors = { 409: sentence }

const starterSchema = z.object({
  title: z.string(),
  description: z.string(),
  documents: z.array(z.string()),
  answer_hours: z.number().int().positive(),
  is_present: z.boolean().meta({ description: 'El catálogo ya tiene uno con este título' }),
})

export type StarterProcedure = z.infer<typeof starterSchema>

export const endpoints = {
  'GET /api/procedures/': {
    access: 'user',
    inView: true,
    summary: 'Los trámites que se pueden solicitar; para quien los administra, todos',
    query: procedureFilter,
    answer: page,
    errors,
  },
  'GET /api/procedures/trashed/': {
    access,
    summary: 'Los trámites eliminados',
    query: procedureFilter,
    answer: page,
    errors,
  },
  'GET /api/procedures/:id/': {
    access,
    summary: 'Un trámite',
    params,
    answer: procedureSchema,
    errors,
  },
  'POST /api/procedures/': {
    access,
    summary: 'Añadir un trámite',
    fieldErrors: true,
    body: saveProcedure,
    status: 201,
    answer: procedureSchema,
  },
  'PATCH /api/procedures/:id/': {
    access,
    summary: 'Cambiar un trámite',
    fieldErrors: true,
    params,
    body: changeProcedure,
    answer: procedureSchema,
    errors,
  },
  'DELETE /api/procedures/:id/': {
    access,
    summary: 'Eliminar un trámite',
    params,
    answer: empty,
    errors,
  },
  'PATCH /api/procedures/:id/restore/': {
    access,
    summary: 'Restaurar un trámite eliminado',
    params,
    answer: procedureSchema,
    errors,
  },
  'POST /api/procedures/order/': {
    access,
    summary: 'Ordenar los trámites',
    // Every procedure that is not deleted, in the members' order.
    body: z.object({ ids: z.array(id).max(1000) }),
    answer: empty,
    errors,
  },

  'GET /api/procedures/starter/': {
    access,
    summary: 'Trámites usuales de una cooperativa, para comenzar el catálogo',
    answer: z.object({ results: z.array(starterSchema) }),
  },
  'POST /api/procedures/starter/': {
    access,
    summary: 'Agregar los elegidos al catálogo; los que ya están no se repiten',
    body: z.object({ titles: z.array(text(200)).min(1).max(starterProcedures.length) }),
    answer: z.object({ added: position }),
  },
} as const satisfies EndpointTable
