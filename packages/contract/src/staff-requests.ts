import { MAX_SEARCH } from '@carpeta/domain/access/staff-views'
import { MAX_TEMPLATE_TITLE } from '@carpeta/domain/requests/answer-template-rules'
import { MAX_REJECTION_REASON } from '@carpeta/domain/requests/document-rules'
import {
  MAX_ASSIGNED_AT_ONCE,
  MAX_FILTER_NAME,
  queueFilterNames,
} from '@carpeta/domain/requests/queue-rules'
import { z } from 'zod'
import {
  binary,
  type EndpointTable,
  empty,
  id,
  instant,
  pageOf,
  pageQuery,
  position,
  sentence,
  text,
  wireDate,
} from './endpoint.ts'
import {
  beginning,
  comment,
  draftSchema,
  person,
  requestForm,
  savedDraftSchema,
  staffRequestSchema,
  state,
} from './requests.ts'
import { dueSchema } from './sales.ts'

const access = 'requests.answer_requests'

const filters = z.partialRecord(z.enum(queueFilterNames), text(200))

export const savedFilterForm = z.object({ name: text(MAX_FILTER_NAME), filters })

const savedFilterSchema = savedFilterForm.extend({ id })

export type SavedFilter = z.infer<typeof savedFilterSchema>

const params = z.object({ id })
/** Those of the requests that were merged into it are settled with it. */
const MAX_SETTLED = 5000
const count = z.number().int().nonnegative()
const version = z.number().int().nonnegative()
/** `text` is for the member. */
const withText = z.object({ version, text: comment })
const errors = { 409: sentence }
/** The common part of all actions on a request. */
const action = { access, params, answer: staffRequestSchema, errors } as const

export const requestsQuery = pageQuery.extend({
  q: z.string().optional().meta({ description: 'Parte de número, rut, nombre o texto' }),
  /** States, separated by commas. */
  state: z.string().optional(),
  procedure: z.string().optional().meta({ description: 'id' }),
  project: z.string().optional(),
  /** Part of a name, or a rut. */
  member: z.string().optional(),
  mine: z.string().optional(),
  /** Without an assignee. */
  unassigned: z.string().optional(),
  overdue: z.string().optional(),
  /** The member replied, and staff have not acted since. */
  replied: z.string().optional(),
})

export const requestRowSchema = z.object({
  id,
  state,
  /** The request that it was merged into. */
  merged_into: id.nullable(),
  procedure_title: z.string(),
  project: z.string(),
  sale_code: z.string(),
  member: person.extend({ social_security: z.string() }),
  assignee: person.nullable(),
  sent_at: instant,
  /** Null while staff wait for the member, and after the closing. */
  due_at: instant.nullable(),
  is_overdue: z.boolean(),
  has_reply: z.boolean(),
  closed_at: instant.nullable(),
  version: z.number().int().nonnegative(),
  excerpt: z.string().meta({ description: 'El comienzo de lo que escribió el socio' }),
})

export type RequestRow = z.infer<typeof requestRowSchema>

/** The member's data beside a request. */
const requestMemberSchema = z.object({
  /** The member's other requests, open ones first, then the newest. */
  requests: z.array(requestRowSchema),
  /** The request's sale as accounting says; absent without the permission. */
  sale: z
    .object({
      property: z.object({ type: z.string(), lot: z.string() }),
      condominium: z.string(),
      completed_on: wireDate,
      withdrawn_at: instant.nullable(),
      phone: z.string().meta({
        description: 'Del socio; vacío si contabilidad no lo informa o la venta es de otro titular',
      }),
      deed: z
        .object({
          done: z.number().int().nonnegative(),
          steps: z.number().int().positive(),
          last_step: z.string(),
          last_on: wireDate,
        })
        .nullable(),
      due: dueSchema.nullable().meta({
        description: 'Null si la venta está retirada o es de otro titular',
      }),
    })
    .optional(),
})

export type RequestMember = z.infer<typeof requestMemberSchema>
export type SaleOfRequest = NonNullable<RequestMember['sale']>

/** How many open requests each of these filters leaves, with the filters that are not one of these. */
const flagCounts = z.object({ mine: count, unassigned: count, overdue: count, replied: count })

const documentParams = z.object({ id, document_id: id })

const memberSchema = person.extend({ social_security: z.string() })

export type FilingMember = z.infer<typeof memberSchema>

/** The sales and procedures that a filing can name. */
const optionsSchema = z.object({
  member: memberSchema,
  /** `is_open`: approved and not completed, as most procedures require. */
  sales: z.array(z.object({ code: z.string(), project: z.string(), is_open: z.boolean() })),
  procedures: z.array(
    z.object({
      id,
      title: z.string(),
      description: z.string(),
      documents: z.array(z.string()),
      needs_open_sale: z.boolean(),
    }),
  ),
})

export type FilingOptions = z.infer<typeof optionsSchema>

export const answerTemplateSchema = z.object({ id, title: z.string(), body: z.string(), version })
export const answerTemplateForm = z.object({ title: text(MAX_TEMPLATE_TITLE), body: comment })
/** Missing fields do not change. */
export const changeAnswerTemplate = answerTemplateForm.partial().extend({ version })

const severalRequests = z.array(z.object({ id, version })).min(1).max(MAX_ASSIGNED_AT_ONCE)
const severalResults = z.object({
  results: z.array(
    z.object({ id, refusal: z.string().nullable().meta({ description: 'null si se hizo' }) }),
  ),
})

export const endpoints = {
  'POST /api/requests/assign/': {
    access,
    summary: 'Asignar varias solicitudes; cada una se asigna o dice por qué no',
    body: z.object({ requests: severalRequests, user_id: id.nullable() }),
    answer: severalResults,
  },
  'POST /api/requests/resolve/': {
    access,
    summary:
      'Responder y cerrar varias solicitudes de un trámite; cada una se responde o dice por qué no',
    body: z.object({ requests: severalRequests, text: comment }),
    answer: severalResults,
  },
  'GET /api/requests/export.csv': {
    access,
    summary:
      'Todas las solicitudes filtradas, como CSV; pide haber confirmado la contraseña hace poco',
    query: requestsQuery.omit({ page: true, pageSize: true, orderBy: true, orderDesc: true }),
    answer: binary,
    file: 'text/csv; charset=utf-8',
  },
  'GET /api/requests/filters/': {
    access,
    summary: 'Los filtros que guardó quien pregunta',
    answer: z.object({ results: z.array(savedFilterSchema) }),
  },
  'POST /api/requests/filters/': {
    access,
    summary: 'Guardar un filtro con un nombre; el mismo nombre lo reemplaza',
    fieldErrors: true,
    body: savedFilterForm,
    status: 201,
    answer: savedFilterSchema,
  },
  'DELETE /api/requests/filters/:id/': {
    access,
    summary: 'Eliminar un filtro propio',
    params: z.object({ id }),
    answer: empty,
  },

  'GET /api/requests/': {
    access,
    summary: 'Las solicitudes de los socios',
    query: requestsQuery,
    // `total`: of all pages. `counts`: in each state, under the filters that are neither the state nor one of `flags`.
    answer: pageOf(requestRowSchema).extend({
      total: count,
      counts: z.record(z.string(), count),
      flags: flagCounts,
    }),
  },
  'GET /api/requests/assignees/': {
    access,
    summary: 'A quiénes se puede asignar una solicitud',
    answer: z.object({ results: z.array(person) }),
  },
  'GET /api/requests/procedures/': {
    access,
    summary: 'Los trámites que puede haber entre las solicitudes',
    answer: pageOf(z.object({ id, title: z.string() })),
  },
  'GET /api/requests/:id/member/': {
    access,
    summary: 'Lo que se consulta del socio junto a su solicitud; la venta según los permisos',
    params,
    answer: requestMemberSchema,
  },
  'POST /api/requests/:id/review/': {
    ...action,
    summary: 'Empezar a revisar una solicitud',
    body: z.object({ version }),
  },
  'POST /api/requests/:id/assign/': {
    ...action,
    summary: 'Asignar una solicitud',
    body: z.object({ version, user_id: id.nullable() }),
  },
  'POST /api/requests/:id/ask/': { ...action, summary: 'Pedir lo que falta', body: withText },
  'POST /api/requests/:id/resolve/': {
    ...action,
    summary: 'Responder y cerrar',
    // Every document that waits for its review is in one of the two.
    body: withText.extend({
      accept_documents: z.array(id).max(MAX_SETTLED).default([]),
      leave_documents: z.array(id).max(MAX_SETTLED).default([]),
    }),
  },
  'POST /api/requests/:id/reject/': { ...action, summary: 'Rechazar y cerrar', body: withText },
  'POST /api/requests/:id/reopen/': { ...action, summary: 'Reabrir', body: withText },
  'POST /api/requests/:id/extend/': {
    ...action,
    summary: 'Prorrogar el plazo legal, una vez',
    body: withText,
  },
  'POST /api/requests/:id/merge/': {
    ...action,
    summary: 'Unir a otra solicitud abierta del mismo socio; la unida se cierra',
    body: z.object({ version, into: id }),
  },
  'POST /api/requests/:id/note/': {
    ...action,
    summary: 'Anotar algo que solo ven los funcionarios',
    body: z.object({ text: comment }),
  },

  'POST /api/requests/:id/documents/:document_id/review/': {
    access,
    summary: 'Aceptar o rechazar un documento',
    params: documentParams,
    body: z.object({
      version: z.number().int().nonnegative(),
      accepted: z.boolean(),
      reason: text(MAX_REJECTION_REASON).default(''),
    }),
    answer: staffRequestSchema,
    errors,
  },
  'POST /api/requests/:id/answer-files/': {
    access,
    summary: 'Adjuntar un archivo a la respuesta (multipart: document)',
    params: z.object({ id }),
    upload: empty,
    answer: staffRequestSchema,
    errors: { ...errors, 507: sentence },
  },
  'DELETE /api/requests/:id/answer-files/:document_id/': {
    access,
    summary: 'Quitar un archivo de una respuesta que aún no se da',
    params: documentParams,
    answer: staffRequestSchema,
    errors,
  },

  'GET /api/filings/members/': {
    access,
    summary: 'Buscar al socio por quien se ingresa una solicitud',
    query: z.object({ q: text(MAX_SEARCH) }),
    answer: z.object({ results: z.array(memberSchema) }),
  },
  'GET /api/filings/members/:id/': {
    access,
    summary: 'Las ventas del socio y los trámites que puede pedir',
    params,
    answer: optionsSchema,
  },
  // A filing is a draft of its staff user: `requests.ts` has its other calls.
  'GET /api/filings/draft/': {
    access,
    summary: 'Lo que quien pregunta empezó a ingresar por un socio; vacío si no hay',
    query: requestForm.pick({ procedure_id: true, sale_code: true }).extend({ member_id: id }),
    answer: draftSchema,
  },
  'POST /api/filings/': {
    access,
    summary: 'Empezar una solicitud por un socio',
    body: requestForm.extend({ member_id: id, ...beginning.shape }),
    status: 201,
    answer: savedDraftSchema,
    errors,
  },

  'GET /api/answer-templates/': {
    access,
    summary: 'Las plantillas de respuesta',
    answer: z.object({ results: z.array(answerTemplateSchema) }),
  },
  'POST /api/answer-templates/': {
    access,
    summary: 'Crear una plantilla',
    fieldErrors: true,
    body: answerTemplateForm,
    status: 201,
    answer: answerTemplateSchema,
  },
  'PATCH /api/answer-templates/:id/': {
    access,
    summary: 'Cambiar una plantilla; con la versión que se leyó',
    fieldErrors: true,
    params,
    body: changeAnswerTemplate,
    answer: answerTemplateSchema,
    errors,
  },
  'DELETE /api/answer-templates/:id/': {
    access,
    summary: 'Eliminar una plantilla; con la versión que se leyó',
    params,
    query: z.object({ version: position }),
    answer: empty,
    errors,
  },
} as const satisfies EndpointTable
