import { newsKinds } from '@carpeta/domain/news/news-rules'
import { saleAccessKinds } from '@carpeta/domain/sales/shared-sale'
import { z } from 'zod'
import { binary, type EndpointTable, id, instant, text, wireDate } from './endpoint.ts'
import { paymentReportSchema } from './payment-reports.ts'
import { paymentSchema } from './payments.ts'
import { memberRequestSchema } from './requests.ts'
import { saleSchema, ventaSchema } from './sales.ts'

/** Increases when a field changes its meaning or is removed, not when one is added. */
export const MEMBER_DATA_VERSION = 1

const amount = z.number().nullable()
const facts = z.record(z.string(), z.json())

/** Without the co-holder, whose data belong to another person. */
const ownVenta = ventaSchema.omit(
  Object.fromEntries(
    Object.keys(ventaSchema.shape)
      .filter((name) => name.startsWith('clienteco_'))
      .map((name) => [name, true]),
  ) as Record<Extract<keyof typeof ventaSchema.shape, `clienteco_${string}`>, true>,
)

const saleOfMember = saleSchema
  .omit({
    requerimientos: true,
    consulta: true,
    actualizado_al: true,
    desactualizado: true,
    uf_del_dia: true,
    uf_de_los_pagos: true,
  })
  .extend({
    venta: ownVenta,
    con_co_titular: z.boolean(),
    actualizado_al: instant.meta({ description: 'Corte de la carga de donde viene esta copia' }),
    /** Set when a later import no longer has the sale; no screen shows it then. */
    retirada_el: instant.nullable(),
  })

/** The member's own data in another member's sale, as its co-holder. */
const coSaleWithReaders = z.object({
  code: z.string(),
  full_name: z.string(),
  given_names: z.string(),
  rut: z.string(),
  city: z.string(),
  commune: z.string(),
  address: z.string(),
  profession: z.string(),
  marital_status: z.string(),
  employer: z.string(),
  phone: z.string(),
  email: z.string(),
  income: amount,
  fee_income: amount,
  rental_income: amount,
  average_income: amount,
  legal_representative: z.string(),
})

/**
 * `GET /api/client/data.json` and the `datos.json` of `carpeta export-member`: all data of one person,
 * member or staff. Sales have accounting's field names, and amounts are exact decimals.
 */
export const memberDataSchema = z.object({
  version: z.literal(MEMBER_DATA_VERSION),
  generated_at: instant,
  responsible: z.object({
    company: z.string(),
    contact_email: z.string(),
    contact_phone: z.string(),
    office_address: z.string(),
  }),
  account: z.object({
    id,
    social_security: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    is_active: z.boolean(),
    /** Whether the user has chosen a password. */
    is_activated: z.boolean(),
    groups: z.array(z.string()),
    created_at: instant,
    updated_at: instant,
    deleted_at: instant.nullable(),
  }),
  preferences: z.object({
    request_letters: z.boolean(),
    announcement_emails: z.boolean(),
    deed_emails: z.boolean(),
    payment_emails: z.boolean(),
    due_emails: z.boolean(),
    due_days: z.number().int().meta({ description: 'días antes de que venza una cuota' }),
  }),
  /** While the portal keeps them; the audit log has all. */
  email_changes: z.array(
    z.object({
      old_email: z.string(),
      new_email: z.string(),
      requested_at: instant,
      confirmed_at: instant.nullable(),
      /** When it was cancelled, replaced or undone. */
      ended_at: instant.nullable(),
    }),
  ),
  sales: z.array(saleOfMember),
  co_own_sales: z.array(coSaleWithReaders),
  /** Codes of sales that accounting gave to others since. */
  former_sales: z.array(z.string()),
  /** Sales of the person that others read, and those of others that the person reads. */
  sale_accesses: z.array(
    z.object({
      sale_code: z.string(),
      side: z.enum(['holder', 'reader']),
      kind: z.enum(saleAccessKinds),
      given_at: instant,
      last_day: wireDate,
      revoked_at: instant.nullable(),
    }),
  ),
  /** The address at which a calendar reads the due dates; only a hash of its key is stored. */
  due_calendar: z.object({ created_at: instant, last_read_at: instant.nullable() }).nullable(),
  /** As the member sees them, including drafts. */
  /**
   * `unsent_reply`: what the member wrote in reply to a question and has not sent; `about`: what a screen began the
   * request about.
   */
  requests: z.array(
    memberRequestSchema.extend({ unsent_reply: z.string(), about: z.string().nullable() }),
  ),
  /** Filters of the queue that a staff user saved. */
  saved_filters: z.array(z.object({ name: z.string(), filters: z.record(z.string(), z.string()) })),
  documents: z.array(
    z.object({
      id,
      request_id: id,
      /** The name of the uploaded file. */
      name: z.string(),
      size: z.number().int().meta({ description: 'bytes' }),
      type: z.string(),
      sha256: z.string(),
      uploaded_at: instant,
      by: z.enum(['member', 'cooperative']),
      /** When another document replaced it. */
      replaced_at: instant.nullable(),
      /** Its name in the folder that `carpeta export-member` writes. */
      file: z.string(),
    }),
  ),
  /** Payments that the member reported. */
  payment_reports: z.array(
    paymentReportSchema.omit({ receipt: true, payment_key: true, further_keys: true }).extend({
      receipt: z
        .object({
          id,
          name: z.string(),
          size: z.number().int().meta({ description: 'bytes' }),
          type: z.string(),
          sha256: z.string(),
          /** Its name in the folder that `carpeta export-member` writes. */
          file: z.string(),
        })
        .nullable(),
    }),
  ),
  /** Payments by Webpay. */
  online_payments: z.array(
    paymentSchema.pick({
      id: true,
      folio: true,
      sale_code: true,
      state: true,
      pesos: true,
      uf: true,
      created_at: true,
      authorized_at: true,
      authorization_code: true,
      card_digits: true,
    }),
  ),
  sessions: z.array(
    z.object({
      device: z.string(),
      place: z.string(),
      address: z.string(),
      started_at: instant,
      last_used_at: instant,
    }),
  ),
  /** Browsers with a cookie of the portal, of which the portal stores only a hash. */
  known_devices: z.array(z.object({ last_used_at: instant })),
  /** Without keys, secrets and codes. */
  second_factor: z.object({
    passkeys: z.array(
      z.object({ name: z.string(), created_at: instant, last_used_at: instant.nullable() }),
    ),
    totp: z.object({ created_at: instant, last_used_at: instant.nullable() }).nullable(),
    recovery_codes_left: z.int(),
  }),
  letters: z.object({
    /** The last activation email. */
    invitation: z
      .object({
        invited_at: instant.nullable(),
        delivery: z.enum(['queued', 'sent', 'failed']).nullable(),
        failure: z.string(),
      })
      .nullable(),
    links: z.array(
      z.object({
        purpose: z.enum(['activate', 'letter', 'restore', 'confirm', 'not_me']),
        created_at: instant,
        expires_at: instant,
        used_at: instant.nullable(),
      }),
    ),
  }),
  statements: z.array(
    z.object({ folio: z.string(), sale_code: z.string(), issued_at: instant, as_of: instant }),
  ),
  /** The published documents that the person can read now or opened before; null until opened. */
  published_documents: z.array(
    z.object({
      sale_code: z.string(),
      /** Empty for one that the person can read no longer. */
      title: z.string(),
      version: z.number().int(),
      opened_at: instant.nullable(),
    }),
  ),
  /** The announcements that the person opened or was to get by email. */
  announcements: z.array(
    z.object({
      title: z.string(),
      published_at: instant,
      read_at: instant.nullable(),
      email: z.enum(['queued', 'sent', 'failed', 'cancelled']).nullable(),
      email_failure: z.string(),
    }),
  ),
  /** What the member was told about their sales. */
  news: z.array(
    z.object({
      at: instant,
      sale_code: z.string(),
      kind: z.enum(newsKinds),
      /** The step of the deed, the payment's key, the due date or the title of the document. */
      subject: z.string(),
      date: wireDate,
      read_at: instant.nullable(),
      email: z.enum(['queued', 'sent', 'failed', 'cancelled']).nullable(),
      email_failure: z.string(),
    }),
  ),
  /** What others did with the member's data, newest first. */
  accesses: z.array(
    z.object({
      ...{ at: instant, who: z.string(), role: z.string(), action: z.string() },
      reason: z.string(),
    }),
  ),
  /** Failed logins and anonymous calls on the account. */
  attempts: z.array(z.object({ at: instant, action: z.string(), address: text(64) })),
  /** Changes of the account in the audit log, newest first; names as in `users.ts`. */
  changes: z.array(z.object({ at: instant, action: z.string(), before: facts, after: facts })),
  /** Values of the member's sales that an import could not read. */
  unread: z.array(
    z.object({
      at: instant,
      sale_code: z.string(),
      field: z.string(),
      value: z.string(),
      reason: z.string(),
    }),
  ),
  /** The member's own actions in the audit log, newest first. */
  activity: z.array(z.object({ at: instant, action: z.string(), address: text(64) })),
})

export type MemberData = z.infer<typeof memberDataSchema>

export const dataSubjectRequestSchema = z.object({
  id,
  key: z.string(),
  title: z.string(),
  description: z.string(),
  answer_days: z.number().int().meta({ description: 'días corridos' }),
})

export const endpoints = {
  'GET /api/client/data.json': {
    access: 'user',
    summary: 'Todo lo que el portal guarda de quien ingresó',
    answer: memberDataSchema,
    file: 'application/json; charset=utf-8',
  },
  'GET /api/client/data.pdf': {
    access: 'user',
    summary: 'Lo mismo, para leer e imprimir',
    answer: binary,
    file: 'application/pdf',
  },
  // Procedures, which the member requests like any other.
  'GET /api/client/rights/': {
    access: 'user',
    summary: 'Lo que se puede pedir sobre los propios datos',
    answer: z.object({ results: z.array(dataSubjectRequestSchema) }),
  },
} as const satisfies EndpointTable
