import { MAX_SEARCH } from '@carpeta/domain/access/staff-views'
import { documentImportStates } from '@carpeta/domain/member-documents/document-import-rules'
import {
  documentCategories,
  MAX_WITHDRAWAL_REASON,
} from '@carpeta/domain/member-documents/member-document-rules'
import { z } from 'zod'
import {
  binary,
  type EndpointTable,
  empty,
  id,
  instant,
  position,
  sentence,
  text,
} from './endpoint.ts'
import { person } from './requests.ts'

const day = z.string().meta({ description: 'YYYY-MM-DD' })

/** A document of 'Mis documentos'. */
const memberDocumentSchema = z.object({
  /**
   * A number for a published document; `request-34` for a file of an answered request,
   * `statement-EC-…` with its folio for an issued statement, `payment-12` for the receipt of a payment
   * online.
   */
  id: z.union([z.number().int(), z.string()]),
  sale_code: z.string(),
  category: z.enum(documentCategories),
  title: z.string(),
  date: day,
  /** 0 for a statement or a receipt, which is drawn when it is opened. */
  size: z.number().int().meta({ description: 'bytes' }),
  content_type: z.string(),
  /** Until the caller opens this version. */
  is_new: z.boolean(),
  version: z.number().int(),
  source: z.enum(['published', 'request', 'statement', 'payment']),
})

export type WireMemberDocument = z.infer<typeof memberDocumentSchema>

/** A published document as staff see it. */
const staffDocumentSchema = z.object({
  id,
  sale_code: z.string(),
  category: z.enum(documentCategories),
  title: z.string(),
  date: day,
  visible_from: day,
  visible_to_co_holder: z.boolean(),
  name: z.string(),
  size: z.number().int().meta({ description: 'bytes' }),
  content_type: z.string(),
  version: z.number().int(),
  published_at: instant,
  withdrawn_at: instant.nullable(),
  /** Why it was withdrawn. */
  reason: z.string(),
  former_holder: z
    .object({ name: z.string(), is_handed_over: z.boolean() })
    .nullable()
    .meta({ description: 'De quién es, si no del titular de ahora, y si el de ahora lo ve' }),
  /** The last one first. */
  earlier_versions: z.array(
    z.object({
      version: z.number().int(),
      name: z.string(),
      size: z.number().int().meta({ description: 'bytes' }),
      content_type: z.string(),
      replaced_at: instant,
    }),
  ),
})

export type StaffDocument = z.infer<typeof staffDocumentSchema>

const foundSaleSchema = z.object({
  code: z.string(),
  project: z.string(),
  holder: person.extend({ social_security: z.string() }),
})

export type FoundSale = z.infer<typeof foundSaleSchema>

/** A zip of documents for many sales. */
const documentImportSchema = z.object({
  id,
  name: z.string(),
  state: z.enum(documentImportStates),
  /** Files of the present step that are through, and all of them. */
  done: z.number().int(),
  total: z.number().int(),
  /** Documents that are new, and that their sales have already; null until it is checked. */
  added: z.number().int().nullable(),
  known: z.number().int().nullable(),
  /** Files that do not match: corrected, or left out. */
  rejected: z.number().int().nullable(),
  /** Why it failed. */
  failure: z.string(),
  /** Grows with every correction. */
  version: z.number().int(),
  created_by: person,
  created_at: instant,
})

export type DocumentImport = z.infer<typeof documentImportSchema>

/** The first ones of each list; the rejects are in a file of their own, too. */
const documentImportPlanSchema = documentImportSchema.extend({
  /** Of the new documents: their sales and holders, and the holders who get an email about them. */
  told: z.object({
    sales: z.number().int(),
    members: z.number().int(),
    by_email: z.number().int(),
  }),
  documents: z.array(
    z.object({
      file: z.string(),
      sale_code: z.string(),
      category: z.enum(documentCategories),
      title: z.string(),
      /** '' is the day of the publication. */
      date: z.string(),
      visible_to_co_holder: z.boolean(),
      is_known: z.boolean(),
    }),
  ),
  rejects: z.array(
    z.object({
      file: z.string(),
      /** Of index.csv. */
      line: z.number().int().nullable(),
      sale_code: z.string(),
      reason: z.string(),
    }),
  ),
})

/** Judged by the rules of the domain, whose sentences belong to a field. An empty date is today. */
export const documentFields = z.object({
  category: text(20).default(''),
  title: text().default(''),
  date: text(10).default(''),
  visible_from: text(10).default(''),
  visible_to_co_holder: z.enum(['true', 'false']).default('false'),
  /** Whom it is for, as the caller saw the holder; '' for one without an account. */
  holder_id: z.union([z.literal('').transform(() => null), id]),
  /** Of one without an account, whom nothing else tells from another. */
  holder_rut: text(20).default(''),
})

const fields = z
  .object({
    category: text(20),
    title: text(),
    date: text(10),
    visible_from: text(10),
    visible_to_co_holder: z.boolean(),
  })
  .partial()

/** What changes, and what stood there when it was read: a colleague's change of the same fields is a 409. */
const changedFields = fields.extend({ as_read: fields.optional() })

/** The version that the caller saw: another one is a 409. */
const seenVersion = id.optional()

/** Of the zip as the caller saw it: one that a colleague corrected meanwhile is a 409. */
const seenImport = position.optional()

export const replacedFields = z.object({ version: seenVersion })

const access = 'documents.publish_documents'
const sale = z.object({ code: text(500) })
const document = sale.extend({ id })
const own = z.object({ id: text(60) })
/** Without it the current version. */
const version = z.object({ version: id.optional() })

export const endpoints = {
  'GET /api/member-documents/': {
    access: 'client',
    inView: true,
    summary: 'Los documentos de las ventas que ve quien ingresó, el último primero',
    answer: z.object({ results: z.array(memberDocumentSchema) }),
  },
  'GET /api/member-documents/archive/': {
    access: 'client',
    inView: true,
    summary: 'Los documentos de una venta en un zip; sin sale_code, los de todas',
    query: z.object({ sale_code: text(500).optional() }),
    answer: binary,
    file: 'application/zip',
  },
  'GET /api/member-documents/:id/file/': {
    access: 'client',
    inView: true,
    summary: 'Descargar un documento de «Mis documentos»',
    params: own,
    answer: binary,
    file: 'application/octet-stream',
  },
  'GET /api/member-documents/:id/pages/:page/': {
    access: 'client',
    inView: true,
    summary: 'Una página de un documento como imagen; X-Page-Count dice cuántas tiene',
    params: own.extend({ page: id }),
    answer: binary,
    file: 'image/png',
    errors: { 422: sentence },
  },

  'GET /api/sales/:code/documents/': {
    access,
    summary: 'Los documentos publicados en una venta, también los retirados',
    params: sale,
    answer: z.object({
      holder: person.nullable().meta({ description: 'El titular de ahora' }),
      holder_rut: z.string().meta({ description: 'Su rut, también sin cuenta' }),
      results: z.array(staffDocumentSchema),
    }),
  },
  'POST /api/sales/:code/documents/': {
    access,
    summary: 'Publicar un documento (multipart: document y los campos)',
    params: sale,
    upload: documentFields,
    status: 201,
    answer: staffDocumentSchema,
    errors: { 409: sentence, 507: sentence },
  },
  'PATCH /api/sales/:code/documents/:id/': {
    access,
    fieldErrors: true,
    summary: 'Cambiar los campos de un documento publicado',
    params: document,
    body: changedFields,
    answer: staffDocumentSchema,
    errors: { 409: sentence },
  },
  'POST /api/sales/:code/documents/:id/versions/': {
    access,
    summary: 'Reemplazar el archivo de un documento por una versión nueva (multipart: document)',
    params: document,
    upload: replacedFields,
    status: 201,
    answer: staffDocumentSchema,
    errors: { 409: sentence, 507: sentence },
  },
  'POST /api/sales/:code/documents/:id/withdraw/': {
    access,
    summary: 'Retirar un documento publicado, con el motivo',
    params: document,
    body: z.object({ reason: text(MAX_WITHDRAWAL_REASON), version: seenVersion }),
    answer: staffDocumentSchema,
    errors: { 409: sentence },
  },
  'POST /api/sales/:code/documents/:id/hand-over/': {
    access,
    summary: 'Mostrar también al titular de ahora un documento de uno anterior',
    params: document,
    body: z.object({ holder_id: id }),
    answer: staffDocumentSchema,
    errors: { 409: sentence },
  },
  'GET /api/sales/:code/documents/:id/reads/': {
    access,
    summary: 'Quién abrió cada versión de un documento, y cuándo',
    params: document,
    answer: z.object({
      results: z.array(
        z.object({
          person,
          version: z.number().int(),
          first_opened_at: instant,
          last_opened_at: instant,
        }),
      ),
    }),
  },
  'GET /api/sales/:code/documents/:id/file/': {
    access,
    summary: 'Descargar un documento publicado; con version, uno que se reemplazó',
    params: document,
    query: version,
    answer: binary,
    file: 'application/octet-stream',
  },
  'GET /api/sales/:code/documents/:id/pages/:page/': {
    access,
    summary: 'Una página de un documento como imagen; X-Page-Count dice cuántas tiene',
    params: document.extend({ page: id }),
    query: version,
    answer: binary,
    file: 'image/png',
    errors: { 422: sentence },
  },

  'GET /api/document-imports/': {
    access,
    summary: 'Los zip de documentos que se subieron, el último primero',
    answer: z.object({ results: z.array(documentImportSchema) }),
  },
  'POST /api/document-imports/': {
    access,
    summary: 'Subir un zip de documentos (multipart: document); se revisa, y nada se publica aún',
    upload: z.object({}),
    status: 201,
    answer: documentImportSchema,
    errors: { 507: sentence },
  },
  'GET /api/document-imports/:id/': {
    access,
    summary: 'Qué calza de un zip, qué no y por qué; los primeros de cada lista',
    params: z.object({ id }),
    answer: documentImportPlanSchema,
  },
  'GET /api/document-imports/:id/rejects.csv': {
    access,
    summary: 'Todo lo que no calza de un zip, como planilla',
    params: z.object({ id }),
    answer: binary,
    file: 'text/csv; charset=utf-8',
  },
  'POST /api/document-imports/:id/publish/': {
    access,
    summary: 'Publicar los documentos de un zip revisado: todos, o sin los que no calzan',
    params: z.object({ id }),
    query: z.object({
      without_rejects: z
        .string()
        .optional()
        .meta({ description: 'true: los que no calzan quedan fuera; si no, hay que corregirlos' }),
      version: seenImport,
    }),
    answer: documentImportSchema,
    errors: { 409: sentence },
  },
  'POST /api/document-imports/:id/correct/': {
    access,
    summary: 'Decir de qué venta y categoría son los archivos que no calzan, y revisar de nuevo',
    params: z.object({ id }),
    body: z.object({
      corrections: z
        .array(
          z.object({
            file: text(1000),
            sale_code: text(100),
            category: z.enum(documentCategories),
            title: text(200),
          }),
        )
        .min(1)
        .max(500),
      version: seenImport,
    }),
    answer: documentImportSchema,
    errors: { 409: sentence },
  },
  'GET /api/document-sales/': {
    access,
    summary: 'Buscar una venta por su código, o por el nombre o el rut de su titular',
    query: z.object({ q: text(MAX_SEARCH) }),
    answer: z.object({ results: z.array(foundSaleSchema) }),
  },
  'DELETE /api/document-imports/:id/': {
    access,
    summary: 'Descartar un zip; lo que ya se publicó queda',
    params: z.object({ id }),
    query: z.object({ version: seenImport }),
    answer: empty,
    errors: { 409: sentence },
  },
} as const satisfies EndpointTable
