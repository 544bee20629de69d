import { z } from 'zod'
import { binary, type EndpointTable, id, instant, pageOf, pageQuery, text } from './endpoint.ts'

const person = z.object({ id, name: z.string() })
/** Values before or after the action; never a password, a token or a hash. */
const facts = z.record(z.string(), z.unknown())

export const auditQuery = pageQuery.extend({
  action: text(40).optional(),
  person: text().optional().meta({
    description: 'lo que hizo y lo que se hizo con sus datos: parte del nombre, el correo o el rut',
  }),
  actor: text().optional().meta({ description: 'parte del nombre, el correo o el rut' }),
  subject: text().optional().meta({ description: 'parte del nombre, el correo o el rut' }),
  from: z.string().optional().meta({ description: 'YYYY-MM-DD, en Santiago' }),
  to: z.string().optional().meta({ description: 'YYYY-MM-DD, en Santiago, inclusive' }),
  without_own_reads: z
    .string()
    .optional()
    .meta({ description: '1: sin lo que miró quien pregunta' }),
})

export const auditEntrySchema = z.object({
  id,
  at: instant,
  /** Null for anonymous visitors, commands and jobs. */
  actor: person.nullable(),
  on_behalf_of: person.nullable(),
  action: z.string(),
  object_type: z.string(),
  object_id: z.string(),
  /** The person whose data it concerns. */
  subject: person.nullable(),
  before: facts,
  after: facts,
  reason: z.string(),
  address: z.string(),
  request_id: z.string(),
})

export type WireAuditEntry = z.infer<typeof auditEntrySchema>

const access = 'audit.view_audit'

/** Newest first. */
export const accessSchema = z.object({
  at: instant,
  who: z.string(),
  role: z
    .string()
    .meta({ description: 'En qué grupo trabaja, o de quién es la cuenta; puede ser vacío' }),
  action: z.string(),
  reason: z.string(),
})

export const endpoints = {
  'GET /api/audit/': {
    access,
    summary: 'Quién hizo y vio qué',
    query: auditQuery,
    // `users`: the names of those that the entries refer to by id. `isLimited`: earlier entries have
    // no page, and are found by the days of the filter.
    answer: pageOf(auditEntrySchema).extend({
      users: z.array(person),
      isLimited: z.boolean(),
    }),
  },
  'GET /api/audit/export.csv': {
    access,
    summary: 'La bitácora como CSV',
    query: auditQuery,
    answer: binary,
    file: 'text/csv; charset=utf-8',
  },
  'GET /api/client/accesses/': {
    access: 'user',
    summary: 'Quién vio mis datos',
    query: pageQuery,
    answer: pageOf(accessSchema),
  },
} as const satisfies EndpointTable
