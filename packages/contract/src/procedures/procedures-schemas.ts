import { z } from 'zod'
import { empty } from '../answers.ts'
import type { Definition } from '../endpoint.ts'
import { sentence } from '../errors.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { id, instant, text } from '../text.ts'

/**
 * A procedure (docs/specification.md §3.10). `documents` has the names of the required documents and
 * `document_amount` their number. Only staff with `procedures.change_procedures` get the last three.
 */
const procedureSchema = z.object({
  id,
  title: z.string(),
  description: z.string(),
  document_amount: z.number().int().nonnegative(),
  documents: z.array(z.string()),
  answer_hours: z.number().int().positive().optional().meta({ description: 'horas hábiles' }),
  is_active: z.boolean().optional(),
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

export const procedureFilter = pageQuery.extend({ title: text().optional() })

const access = 'procedures.change_procedures'
const params = z.object({ id })
const page = pageOf(procedureSchema)
const errors = { 409: sentence }

export const definitions = {
  listProcedures: {
    access: 'user',
    inView: true,
    summary: 'Los trámites que se pueden solicitar; para quien los administra, todos',
    query: procedureFilter,
    answer: page,
    errors,
  },
  listDeletedProcedures: {
    access,
    summary: 'Los trámites eliminados',
    query: procedureFilter,
    answer: page,
    errors,
  },
  getProcedure: { access, summary: 'Un trámite', params, answer: procedureSchema, errors },
  createProcedure: {
    access,
    summary: 'Añadir un trámite',
    fieldErrors: true,
    body: saveProcedure,
    status: 201,
    answer: procedureSchema,
  },
  changeProcedure: {
    access,
    summary: 'Cambiar un trámite',
    fieldErrors: true,
    params,
    body: saveProcedure.partial(),
    answer: procedureSchema,
    errors,
  },
  deleteProcedure: { access, summary: 'Eliminar un trámite', params, answer: empty, errors },
  restoreProcedure: {
    access,
    summary: 'Restaurar un trámite eliminado',
    params,
    answer: procedureSchema,
    errors,
  },
  orderProcedures: {
    access,
    summary: 'Ordenar los trámites',
    // Every procedure that is not deleted, in the members' order.
    body: z.object({ ids: z.array(id).max(1000) }),
    answer: empty,
    errors,
  },
} as const satisfies Record<string, Definition>
