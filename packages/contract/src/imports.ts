import { changeKinds, loadStates, uploadStates } from '@carpeta/domain/imports/import-rules'
import { acceptableRefusals } from '@carpeta/domain/imports/load-consequences'
import { z } from 'zod'
import {
  binary,
  type EndpointTable,
  empty,
  id,
  instant,
  pageOf,
  pageQuery,
  sentence,
  text,
} from './endpoint.ts'

const count = z.number().int().nonnegative()

/** Parts of the sample cooperative, as the domain's `ReplacedSample`. */
const replacedSampleSchema = z.object({
  sales: count,
  requests: count,
  procedures: count,
  documents: count,
  reports: count.meta({ description: 'Pagos informados' }),
  announcements: count.meta({ description: 'Avisos' }),
  values: count.meta({ description: 'Valores de la UF' }),
})

/** What stays with the former holder of a sale, as the domain's `LeftBehind`. */
const leftBehindSchema = z.object({
  documents: count,
  accesses: count,
  requests: count.meta({ description: 'Solicitudes abiertas' }),
  reports: count.meta({ description: 'Pagos informados' }),
  payments: count.meta({ description: 'Pagos en línea' }),
})

/** A load of accounting's export: applied, refused, undone, or a dry run (`tried`). */
export const loadSchema = z.object({
  id,
  state: z.enum(loadStates),
  file: z.string(),
  at: instant,
  by: z.string().meta({ description: 'Vacío si fue un comando o un programa' }),
  cutoff: instant.nullable(),
  announced: count.nullable(),
  added: count,
  changed: count,
  unchanged: count,
  withdrawn: count,
  rejected: count.meta({ description: 'Ventas rechazadas; cada una puede romper varias reglas' }),
  broken_rules: count,
  findings: count.meta({ description: 'Contradicciones en las cifras de las ventas cargadas' }),
  new_accounts: count,
  emails: count
    .nullable()
    .meta({ description: 'Correos con novedades que enviaría, contados al revisar' }),
  holder_changes: leftBehindSchema.extend({ sales: count }).nullable().meta({
    description: 'Ventas que cambian de titular, y lo que se queda con el anterior',
  }),
  replaced_sample: replacedSampleSchema
    .nullable()
    .meta({ description: 'Lo que la primera carga real quita de la cooperativa de ejemplo' }),
  refusal: z.string().nullable(),
  refusal_code: z.string().nullable().meta({ description: 'Estable, a diferencia de la frase' }),
  undone_at: instant.nullable(),
  undone_by: z.string(),
})

/** Of a sale, as accounting names them; empty where neither the portal nor the load knows it. */
const saleNames = {
  holder: z.string().meta({ description: 'El titular' }),
  home: z.string().meta({ description: 'La propiedad principal: Casa 24' }),
}

export const loadChangeSchema = z.object({
  sale: z.string(),
  ...saleNames,
  kind: z.enum(changeKinds),
  is_comparable: z.boolean().meta({ description: 'Si se guardan sus cifras para compararlas' }),
  left_behind: leftBehindSchema
    .nullable()
    .meta({ description: 'Si cambia de titular, lo que se queda con el anterior' }),
})

export const loadRejectSchema = z.object({
  file: z.string().meta({ description: 'De una carpeta de CSV; si no, vacío' }),
  line: count,
  sale: z.string().nullable(),
  ...saleNames,
  field: z.string(),
  value: z.string(),
  reason: z.string(),
})

/** Broken rules of one kind; the places in `field` are left out: `pagos[].monto_uf`. */
export const rejectCauseSchema = loadRejectSchema
  .pick({ file: true, field: true, reason: true })
  .extend({ count })

export const loadFindingSchema = z.object({
  sale: z.string(),
  ...saleNames,
  code: z.string(),
  stated: z.string().meta({ description: 'Lo que dice contabilidad' }),
  computed: z.string().meta({ description: 'Lo que dicen las demás cifras' }),
})

export const figureSchema = z.object({
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  is_changed: z.boolean(),
})

const access = 'sales.import_sales'
const params = z.object({ id })

export const undoableSchema = z.object({
  load: loadSchema,
  refusal: z
    .enum(['is_sample', 'not_restorable'])
    .nullable()
    .meta({ description: 'null si se puede deshacer' }),
  is_under_way: z.boolean().meta({ description: 'Alguien lo pidió, y espera su turno' }),
  accounts: z.object({ created: z.number(), invited: z.number() }),
  requests_on_added: z.number(),
  reports_on_added: z.number(),
  documents_on_added: z.number(),
  accesses_on_added: z.number(),
  orders_on_added: z.number().meta({ description: 'Pagos por Webpay' }),
  news: z
    .object({ read: z.number(), emailed: z.number() })
    .meta({ description: 'Novedades ya leídas, y correos con novedades que ya salieron' }),
  deleted_sample: replacedSampleSchema.omit({ sales: true }),
  holder_changes: loadSchema.shape.holder_changes,
})

const errors = { 409: sentence }

/** The file goes in the field `document`, as in every upload. */
const exportFields = z.object({})

/** `true`: the emails to members wait until staff send them. */
const pauseQuery = z.object({ pause_emails: z.string().optional() })

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
    .meta({ description: 'Los motivos por los que se detenía y que alguien aceptó' }),
  load: loadSchema.nullable().meta({ description: 'La carga, o el ensayo de ella' }),
})

/** The result of an export that a program sent. */
export const pushedExportSchema = z.object({
  id,
  state: z.enum(uploadStates),
  at: instant,
  reason: z.string().nullable().meta({ description: 'Por qué se detuvo o no se pudo leer' }),
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

export const importTokenSchema = z.object({
  id,
  name: z.string(),
  prefix: z.string().meta({ description: 'Su comienzo, para reconocerlo' }),
  state: z.enum(['active', 'suspended', 'expired', 'revoked']),
  created_by: z
    .string()
    .meta({ description: 'Vacío si lo creó un comando, que no depende de nadie' }),
  created_at: instant,
  expires_at: instant,
  last_used_at: instant.nullable(),
})

export const endpoints = {
  'GET /api/loads/': {
    access,
    summary: 'La historia de las cargas, sin los ensayos',
    query: pageQuery.extend({
      with_rejects: z
        .string()
        .optional()
        .meta({ description: 'Detenidas o con ventas rechazadas, desde la última sin ellas' }),
    }),
    answer: pageOf(loadSchema),
  },
  'GET /api/loads/:id/': { access, summary: 'Una carga, o un ensayo', params, answer: loadSchema },
  'GET /api/loads/:id/changes/': {
    access,
    summary: 'Las ventas que una carga agrega, cambia o retira',
    params,
    query: pageQuery.extend({ kind: z.enum(changeKinds).optional().catch(undefined) }),
    answer: pageOf(loadChangeSchema),
  },
  'GET /api/loads/:id/figures/': {
    access,
    summary: 'Las cifras de una venta antes y después de una carga',
    params,
    query: z.object({ sale: text(500) }),
    answer: z.object({
      figures: z.array(figureSchema),
      left_behind: loadChangeSchema.shape.left_behind,
    }),
  },
  'GET /api/loads/:id/rejects/': {
    access,
    summary: 'Las reglas que rompen las ventas rechazadas de una carga',
    params,
    query: pageQuery.extend({
      file: z.string().optional(),
      field: z.string().optional(),
      reason: z
        .string()
        .optional()
        .meta({ description: 'Solo las de esta causa, con su `file` y su `field`' }),
    }),
    answer: pageOf(loadRejectSchema).extend({
      causes: z
        .array(rejectCauseSchema)
        .meta({ description: 'Las más frecuentes de toda la carga' }),
    }),
  },
  'GET /api/loads/:id/rejects.csv': {
    access,
    summary: 'Lo mismo como CSV, para contabilidad',
    params,
    answer: binary,
    file: 'text/csv; charset=utf-8',
  },
  'GET /api/loads/:id/findings/': {
    access,
    summary: 'Las contradicciones en las cifras de las ventas de una carga',
    params,
    query: pageQuery,
    answer: pageOf(loadFindingSchema),
  },
  'GET /api/loads/:id/findings.csv': {
    access,
    summary: 'Lo mismo como CSV, para contabilidad',
    params,
    answer: binary,
    file: 'text/csv; charset=utf-8',
  },
  'GET /api/loads/undoable/': {
    access,
    summary: 'La última carga, y lo que deshacerla no trae de vuelta',
    answer: z.object({ undoable: undoableSchema.nullable() }),
  },
  'POST /api/loads/:id/undo/': {
    access,
    summary:
      'Deshacer la última carga en cuanto le toque; pide haber confirmado la contraseña hace poco',
    params,
    status: 202,
    answer: loadSchema,
    errors: { 409: sentence },
  },

  'POST /api/import-uploads/': {
    access,
    summary: 'Subir una exportación de contabilidad para revisarla',
    upload: exportFields,
    status: 202,
    answer: uploadedExportSchema,
    errors: { 507: sentence },
  },
  'GET /api/import-uploads/': {
    access,
    summary: 'Las exportaciones subidas que no se han aplicado, las nuevas primero',
    query: pageQuery,
    answer: pageOf(uploadedExportSchema),
  },
  'GET /api/import-uploads/:id/': {
    access,
    summary: 'Cómo va una exportación subida',
    params,
    answer: uploadedExportSchema,
  },
  'POST /api/import-uploads/:id/check/': {
    access,
    summary: 'Revisar otra vez, si otra carga entró después',
    params,
    status: 202,
    answer: uploadedExportSchema,
    errors,
  },
  'POST /api/import-uploads/:id/accept/': {
    access,
    summary:
      'Aceptar el motivo por el que se detuvo, y revisar otra vez; pide haber confirmado la contraseña hace poco',
    params,
    body: z.object({ refusal: z.enum(acceptableRefusals) }),
    status: 202,
    answer: uploadedExportSchema,
    errors,
  },
  'POST /api/import-uploads/:id/apply/': {
    access,
    summary:
      'Aplicar una exportación revisada; con pause_emails=true los correos a los socios esperan; pide haber confirmado la contraseña hace poco',
    params,
    query: pauseQuery.extend({
      load_id: id
        .optional()
        .meta({ description: 'El ensayo que se leyó; si ya hubo otro, un 409' }),
    }),
    status: 202,
    answer: uploadedExportSchema,
    errors,
  },
  'DELETE /api/import-uploads/:id/': {
    access,
    summary: 'Borrar una exportación que no se aplicó',
    params,
    answer: empty,
    errors,
  },

  'POST /api/imports/': {
    access: 'import_token',
    summary: 'Cargar una exportación, con un token; Location dice dónde ver el resultado',
    query: pauseQuery,
    upload: exportFields,
    status: 202,
    answer: pushedExportSchema,
    errors: { 507: sentence },
  },
  'GET /api/imports/:id/': {
    access: 'import_token',
    summary: 'El resultado de una exportación que envió el mismo token',
    params: z.object({ id }),
    answer: pushedExportSchema,
  },

  'GET /api/import-tokens/': {
    access,
    summary: 'Los tokens con que un programa carga exportaciones',
    answer: z.object({ results: z.array(importTokenSchema) }),
  },
  'POST /api/import-tokens/': {
    access,
    summary: 'Crear un token; pide haber confirmado la contraseña hace poco',
    fieldErrors: true,
    body: z.object({ name: text(80), days: z.number().int() }),
    status: 201,
    answer: importTokenSchema.extend({
      token: z.string().meta({ description: 'Solo aquí: después nadie lo puede leer' }),
    }),
  },
  'DELETE /api/import-tokens/:id/': {
    access,
    summary: 'Revocar un token',
    params: z.object({ id }),
    answer: empty,
  },
} as const satisfies EndpointTable
