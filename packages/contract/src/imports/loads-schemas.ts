import { changeKinds } from '@carpeta/domain/imports/import-rules'
import { z } from 'zod'
import { binary } from '../answers.ts'
import type { Definition } from '../endpoint.ts'
import { sentence } from '../errors.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { id, text } from '../text.ts'
import {
  figureSchema,
  loadChangeSchema,
  loadFindingSchema,
  loadRejectSchema,
  loadSchema,
  replacedSampleSchema,
} from './load-schema.ts'

const access = 'sales.import_sales'
const params = z.object({ id })

export const undoableSchema = z.object({
  load: loadSchema,
  refusal: z
    .enum(['is_sample', 'not_restorable'])
    .nullable()
    .meta({ description: 'null si se puede deshacer' }),
  accounts: z.object({ created: z.number(), invited: z.number() }),
  requests_on_added: z.number(),
  reports_on_added: z.number(),
  news: z
    .object({ read: z.number(), emailed: z.number() })
    .meta({ description: 'Novedades ya leídas, y correos con novedades que ya salieron' }),
  deleted_sample: replacedSampleSchema.omit({ sales: true }),
})

export const definitions = {
  listLoads: {
    access,
    summary: 'La historia de las cargas, sin los ensayos',
    query: pageQuery.extend({
      with_rejects: z
        .string()
        .optional()
        .meta({ description: 'Rechazadas o con ventas malas, desde la última sin ellas' }),
    }),
    answer: pageOf(loadSchema),
  },
  getLoad: { access, summary: 'Una carga, o un ensayo', params, answer: loadSchema },
  listLoadChanges: {
    access,
    summary: 'Las ventas que una carga agrega, cambia o retira',
    params,
    query: pageQuery.extend({ kind: z.enum(changeKinds).optional().catch(undefined) }),
    answer: pageOf(loadChangeSchema),
  },
  compareSale: {
    access,
    summary: 'Las cifras de una venta antes y después de una carga',
    params,
    query: z.object({ sale: text(500) }),
    answer: z.object({ figures: z.array(figureSchema) }),
  },
  listLoadRejects: {
    access,
    summary: 'Las reglas que rompen las ventas malas de una carga',
    params,
    query: pageQuery,
    answer: pageOf(loadRejectSchema),
  },
  downloadLoadRejects: {
    access,
    summary: 'Lo mismo como CSV, para contabilidad',
    params,
    answer: binary,
    file: 'text/csv; charset=utf-8',
  },
  listLoadFindings: {
    access,
    summary: 'Las contradicciones en las cifras de las ventas de una carga',
    params,
    query: pageQuery,
    answer: pageOf(loadFindingSchema),
  },
  getUndoableLoad: {
    access,
    summary: 'La última carga, y lo que deshacerla no trae de vuelta',
    answer: z.object({ undoable: undoableSchema.nullable() }),
  },
  undoLoad: {
    access,
    summary: 'Deshacer la última carga; pide haber confirmado la contraseña hace poco',
    params,
    answer: loadSchema,
    errors: { 409: sentence },
  },
} as const satisfies Record<string, Definition>
