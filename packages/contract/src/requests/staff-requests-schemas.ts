import { z } from 'zod'
import type { Definition } from '../endpoint.ts'
import { sentence } from '../errors.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { id, instant, wireDate } from '../text.ts'
import { comment, person, staffRequestSchema, state } from './request-schemas.ts'

const access = 'requests.answer_requests'
const params = z.object({ id })
const MAX_SETTLED = 100
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
})

export type RequestRow = z.infer<typeof requestRowSchema>

/** What staff look up about the member beside a request. */
const requestMemberSchema = z.object({
  /** The member's other requests, the last ones, newest first. */
  requests: z.array(requestRowSchema),
  /** The request's sale as accounting says; absent without the permission. */
  sale: z
    .object({
      property: z.object({ type: z.string(), lot: z.string() }),
      condominium: z.string(),
      completed_on: wireDate,
      withdrawn_at: instant.nullable(),
      phone: z.string().meta({ description: 'Del titular; vacío si contabilidad no lo informa' }),
      deed: z
        .object({
          done: z.number().int().nonnegative(),
          steps: z.number().int().positive(),
          last_step: z.string(),
          last_on: wireDate,
        })
        .nullable(),
    })
    .optional(),
})

export type RequestMember = z.infer<typeof requestMemberSchema>
export type SaleOfRequest = NonNullable<RequestMember['sale']>

export const definitions = {
  listRequests: {
    access,
    summary: 'Las solicitudes de los socios',
    query: requestsQuery,
    // `counts`: the number of requests in each state, under the same filters except the state.
    answer: pageOf(requestRowSchema).extend({
      counts: z.record(z.string(), z.number().int().nonnegative()),
    }),
  },
  listAssignees: {
    access,
    summary: 'A quiénes se puede asignar una solicitud',
    answer: z.object({ results: z.array(person) }),
  },
  listRequestedProcedures: {
    access,
    summary: 'Los trámites que puede haber entre las solicitudes',
    answer: pageOf(z.object({ id, title: z.string() })),
  },
  getRequestMember: {
    access,
    summary: 'Lo que se consulta del socio junto a su solicitud; la venta según los permisos',
    params,
    answer: requestMemberSchema,
  },
  reviewRequest: {
    ...action,
    summary: 'Empezar a revisar una solicitud',
    body: z.object({ version }),
  },
  assignRequest: {
    ...action,
    summary: 'Asignar una solicitud',
    body: z.object({ version, user_id: id.nullable() }),
  },
  askMember: { ...action, summary: 'Pedir lo que falta', body: withText },
  resolveRequest: {
    ...action,
    summary: 'Responder y cerrar',
    // Every document that waits for its review is in one of the two.
    body: withText.extend({
      accept_documents: z.array(id).max(MAX_SETTLED).default([]),
      leave_documents: z.array(id).max(MAX_SETTLED).default([]),
    }),
  },
  rejectRequest: { ...action, summary: 'Rechazar y cerrar', body: withText },
  reopenRequest: { ...action, summary: 'Reabrir', body: withText },
  extendRequest: { ...action, summary: 'Prorrogar el plazo legal, una vez', body: withText },
  mergeRequest: {
    ...action,
    summary: 'Unir a otra solicitud abierta del mismo socio; la unida se cierra',
    body: z.object({ version, into: id }),
  },
  addNote: {
    ...action,
    summary: 'Anotar algo que solo ven los funcionarios',
    body: z.object({ text: comment }),
  },
} as const satisfies Record<string, Definition>
