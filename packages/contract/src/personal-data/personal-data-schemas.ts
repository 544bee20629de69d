import { z } from 'zod'
import { binary } from '../answers.ts'
import type { Definition } from '../endpoint.ts'
import { memberRequestSchema } from '../requests/request-schemas.ts'
import { saleSchema, ventaSchema } from '../sales.ts'
import { id, instant, text } from '../text.ts'

/** Raised when something here changes its meaning or goes away; additions leave it as it is. */
export const MEMBER_DATA_VERSION = 1

const amount = z.number().nullable()
const facts = z.record(z.string(), z.json())

/** A co-holder is somebody else: nothing of him, but that there is one. */
const ownVenta = ventaSchema.omit(
  Object.fromEntries(
    Object.keys(ventaSchema.shape)
      .filter((name) => name.startsWith('clienteco_'))
      .map((name) => [name, true]),
  ) as Record<Extract<keyof typeof ventaSchema.shape, `clienteco_${string}`>, true>,
)

const saleOfMember = saleSchema
  .omit({ requerimientos: true, actualizado_al: true, desactualizado: true })
  .extend({
    venta: ownVenta,
    con_co_titular: z.boolean(),
    actualizado_al: instant.meta({ description: 'Corte de la carga de donde viene esta copia' }),
    /** A later load no longer had it: no screen shows it. */
    retirada_el: instant.nullable(),
  })

/** What is held of him in another member's sale, of which he is the co-holder. */
const coHeldSale = z.object({
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
 * `GET /api/client/data.json` and the `datos.json` of `carpeta export-member`: all that the portal
 * holds of one person, a member or not. Sales are in accounting's words, as everywhere (`sales.ts`), and amounts are
 * exact decimals.
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
    /** Whether a password was chosen; of the password itself nothing can be told. */
    is_activated: z.boolean(),
    groups: z.array(z.string()),
    created_at: instant,
    updated_at: instant,
    deleted_at: instant.nullable(),
  }),
  preferences: z.object({ request_letters: z.boolean() }),
  sales: z.array(saleOfMember),
  co_held_sales: z.array(coHeldSale),
  /** As the member sees them; drafts too. */
  requests: z.array(memberRequestSchema),
  documents: z.array(
    z.object({
      id,
      request_id: id,
      /** As the person called it. */
      name: z.string(),
      size: z.number().int().meta({ description: 'bytes' }),
      type: z.string(),
      sha256: z.string(),
      uploaded_at: instant,
      by: z.enum(['member', 'cooperative']),
      /** When another took its place. */
      replaced_at: instant.nullable(),
      /** Its name in the folder that `carpeta export-member` writes. */
      file: z.string(),
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
  /** Browsers that a cookie recognises; of the cookie only a hash is held. */
  known_devices: z.array(z.object({ last_used_at: instant })),
  letters: z.object({
    /** Of the last activation letter. */
    invitation: z
      .object({
        invited_at: instant.nullable(),
        delivery: z.enum(['queued', 'sent', 'failed']).nullable(),
        failure: z.string(),
      })
      .nullable(),
    links: z.array(
      z.object({
        purpose: z.enum(['activate', 'restore', 'confirm']),
        created_at: instant,
        expires_at: instant,
        used_at: instant.nullable(),
      }),
    ),
  }),
  statements: z.array(
    z.object({ folio: z.string(), sale_code: z.string(), issued_at: instant, as_of: instant }),
  ),
  /** What others did with the member's data, newest first. */
  accesses: z.array(
    z.object({ at: instant, who: z.string(), action: z.string(), reason: z.string() }),
  ),
  /** Who was not logged in, or got not in: tries and what was asked for on his account. */
  attempts: z.array(z.object({ at: instant, action: z.string(), address: text(64) })),
  /** What the trail keeps of the account as it was, newest first; names as in `users.ts`. */
  changes: z.array(z.object({ at: instant, action: z.string(), before: facts, after: facts })),
  /** What of his sales a load could not read. */
  unread: z.array(
    z.object({
      at: instant,
      sale_code: z.string(),
      field: z.string(),
      value: z.string(),
      reason: z.string(),
    }),
  ),
  /** What the trail keeps of the member's own acts, newest first. */
  activity: z.array(z.object({ at: instant, action: z.string(), address: text(64) })),
})

export type MemberData = z.infer<typeof memberDataSchema>

export const rightSchema = z.object({
  id,
  key: z.string(),
  title: z.string(),
  description: z.string(),
  answer_days: z.number().int().meta({ description: 'días corridos' }),
})

export const definitions = {
  downloadDataJson: {
    access: 'user',
    summary: 'Todo lo que el portal guarda de quien ingresó',
    answer: memberDataSchema,
    file: 'application/json; charset=utf-8',
  },
  downloadDataPdf: {
    access: 'user',
    summary: 'Lo mismo, para leer e imprimir',
    answer: binary,
    file: 'application/pdf',
  },
  // A right is asked for as any procedure.
  listRights: {
    access: 'user',
    summary: 'Lo que se puede pedir sobre los propios datos',
    answer: z.object({ results: z.array(rightSchema) }),
  },
} as const satisfies Record<string, Definition>
