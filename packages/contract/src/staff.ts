import { MAX_SEARCH } from '@carpeta/domain/access/staff-views'
import { orderStates } from '@carpeta/domain/payments/online-payment-rules'
import { paymentReportStates } from '@carpeta/domain/payments/payment-report-states'
import { requestStates } from '@carpeta/domain/requests/request-states'
import { z } from 'zod'
import { auditEntrySchema } from './audit.ts'
import { type EndpointTable, id, instant, text, wireDate } from './endpoint.ts'
import { pesosText } from './payment-reports.ts'
import { dueSchema, readSaleSchema, staffSaleWithReadersSchema } from './sales.ts'
import { requestRowSchema } from './staff-requests.ts'
import { userRowSchema } from './users.ts'

const count = z.number().int().nonnegative()

/** What awaits the caller; a part is absent without its permission. */
const workCountsSchema = z.object({
  requests: z.object({ open: count, overdue: count, mine: count, unassigned: count }).optional(),
  payment_reports: z.object({ reported: count }).optional(),
  /** Those that the list marks as late; only where members pay online. */
  payments: z.object({ unrecorded: count }).optional(),
  document_imports: z
    .object({ waiting: count.meta({ description: 'Zips por publicar, corregir o descartar' }) })
    .optional(),
  loads: z
    .object({
      with_rejects: count.meta({ description: 'Desde la última carga sin rechazos' }),
    })
    .optional(),
  users: z
    .object({
      failed_emails: count,
      awaited_readers: z
        .array(z.object({ id, holder_id: id.nullable(), sale_code: z.string() }))
        .optional()
        .meta({ description: 'Accesos a una compra cuyo lector no tiene cuenta, 20 a lo más' }),
    })
    .optional(),
  setup: z
    .object({ missing: count.meta({ description: 'Pasos de la puesta en marcha que faltan' }) })
    .optional(),
})

export type WorkCounts = z.infer<typeof workCountsSchema>

/** A sale as accounting says, in short. */
const saleSummarySchema = z.object({
  code: z.string(),
  project: z.string(),
  condominium: z.string(),
  property: z.object({ type: z.string(), lot: z.string() }),
  advisor: z.string(),
  approved_on: wireDate,
  completed_on: wireDate,
  balance: z.string().nullable().meta({ description: 'UF, o null si contabilidad no la informa' }),
  pending_instalments: count.nullable(),
  as_of: instant,
  withdrawn_at: instant.nullable(),
  phone: z.string().meta({ description: 'Del titular; vacío si contabilidad no lo informa' }),
  due: dueSchema.nullable().meta({ description: 'Null si la venta está retirada' }),
})

export type SaleSummary = z.infer<typeof saleSummarySchema>

/** An email of the account itself, such as an invitation. */
const accountEmailSchema = z.object({
  kind: z.enum(['activate', 'letter', 'restore', 'confirm', 'not_me', 'email_change', 'other']),
  /** Null for `other`: of an email that is not stored only its refusal is known. */
  at: instant.nullable(),
  state: z.enum(['queued', 'failed', 'sent', 'used', 'expired']),
  /** The mail server's error when it failed; otherwise, of a change, the new address. */
  detail: z.string(),
})

export type AccountEmail = z.infer<typeof accountEmailSchema>

const ofSale = { sale_code: z.string(), paid_on: wireDate }
const uf = z.string().nullable().meta({ description: 'UF, o null si contabilidad no lo informa' })

/** What accounting has, and what the person paid online or reported that accounting does not have. */
const memberPaymentSchema = z.discriminatedUnion('source', [
  z.object({
    source: z.literal('accounting'),
    ...ofSale,
    key: z.string(),
    uf,
    pesos: pesosText
      .nullable()
      .meta({ description: 'A la UF del día del pago; null si no se conoce' }),
    document_type: z.string(),
  }),
  z.object({
    source: z.literal('online'),
    ...ofSale,
    id,
    folio: z.string(),
    pesos: pesosText,
    state: z.enum(orderStates),
  }),
  z.object({
    source: z.literal('reported'),
    ...ofSale,
    id,
    pesos: pesosText,
    state: z.enum(paymentReportStates),
  }),
])

export type MemberPayment = z.infer<typeof memberPaymentSchema>

/** A document that was published for the person. */
const memberDocumentSchema = z.object({
  sale_code: z.string(),
  id,
  title: z.string(),
  published_at: instant,
  /** When the person first opened it, as it is now. */
  opened_at: instant.nullable(),
})

/** A part is absent without its permission. */
const memberFileSchema = z.object({
  user: userRowSchema,
  /** Newest first. */
  emails: z.array(accountEmailSchema),
  /** The last ones, newest first. */
  logins: z.array(z.object({ at: instant, is_failed: z.boolean() })),
  /** Visible sales, with who else reads them. */
  own_sales: z.array(staffSaleWithReadersSchema),
  /** Sales of others that the person reads. */
  read_sales: z.array(readSaleSchema),
  sales: z.array(saleSummarySchema).optional(),
  /** Null if today's is not published, as for the member. */
  uf_of_today: z
    .object({ date: wireDate, pesos: z.string().meta({ description: 'pesos de una UF' }) })
    .nullable()
    .optional(),
  /** The last ones, newest first. */
  payments: z.array(memberPaymentSchema).optional(),
  /** The last ones, newest first. */
  documents: z.array(memberDocumentSchema).optional(),
  /** Open ones first, then the newest. */
  requests: z.array(requestRowSchema).optional(),
  /** The last entries about the person, newest first. */
  audit: z.array(auditEntrySchema).optional(),
})

export type MemberFile = z.infer<typeof memberFileSchema>

const foundMember = z.object({ id, name: z.string(), social_security: z.string() })

/** At most a few of each, and never how many there are. */
const searchResultsSchema = z.object({
  members: z.array(foundMember.extend({ email: z.string() })).optional(),
  sales: z
    .array(z.object({ code: z.string(), project: z.string(), holder: foundMember }))
    .optional(),
  requests: z
    .array(
      z.object({
        id,
        title: z.string(),
        state: z.enum(requestStates),
        merged_into: id.nullable(),
        member: z.string(),
      }),
    )
    .optional(),
})

export type SearchResults = z.infer<typeof searchResultsSchema>

export const endpoints = {
  'GET /api/staff/members/:id/': {
    access: 'users.manage_users',
    summary: 'La ficha de un usuario; cada parte según los permisos de quien pregunta',
    params: z.object({ id }),
    answer: memberFileSchema,
  },
  'GET /api/staff/search/': {
    access: 'user',
    summary: 'Buscar socios, ventas y solicitudes, según los permisos de quien busca',
    query: z.object({ q: text(MAX_SEARCH) }),
    answer: searchResultsSchema,
  },
  'GET /api/staff/counts/': {
    access: 'user',
    summary: 'Cuánto espera a quien pregunta, según sus permisos',
    answer: workCountsSchema,
  },
  'GET /api/staff/backups/': {
    access: 'superuser',
    summary: 'Qué pasa con los respaldos, si faltan',
    answer: z.object({ fault: z.string().nullable() }),
  },
} as const satisfies EndpointTable
