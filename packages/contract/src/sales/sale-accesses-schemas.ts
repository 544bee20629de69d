import { saleAccessStates } from '@carpeta/domain/sales/sale-access-rules'
import { saleAccessKinds } from '@carpeta/domain/sales/shared-sale'
import { z } from 'zod'
import { empty } from '../answers.ts'
import type { Definition } from '../endpoint.ts'
import { id, instant, text, wireDate } from '../text.ts'

/** Who else reads a sale; never whether that person has an account. */
const saleAccessSchema = z.object({
  id,
  kind: z.enum(saleAccessKinds),
  name: z.string().meta({ description: 'Como lo nombra la contabilidad; vacío si no lo nombra' }),
  social_security: z.string(),
  given_at: instant,
  given_by: z.enum(['holder', 'cooperative']),
  last_day: wireDate,
  state: z.enum(saleAccessStates),
})

export type WireSaleAccess = z.infer<typeof saleAccessSchema>

/** A sale of the holder, with who else reads it. */
export const saleWithReadersSchema = z.object({
  code: z.string(),
  project: z.string(),
  property: z.object({ type: z.string(), lot: z.string() }),
  co_holder: z.string().meta({ description: 'Como lo nombra la contabilidad; vacío si no hay' }),
  representative: z.string().meta({ description: 'Lo mismo, del representante legal' }),
  kinds: z
    .array(z.enum(saleAccessKinds))
    .meta({ description: 'Como qué se puede dar acceso a esta compra' }),
  /** Newest first. */
  accesses: z.array(saleAccessSchema),
})

export type SaleWithReaders = z.infer<typeof saleWithReadersSchema>

/** The same for staff, who see whether the reader has an account, and what was revoked. */
export const staffSaleWithReadersSchema = saleWithReadersSchema.extend({
  accesses: z.array(
    saleAccessSchema.extend({ account_id: id.nullable().meta({ description: 'Del lector' }) }),
  ),
})

export type StaffSaleWithReaders = z.infer<typeof staffSaleWithReadersSchema>

/** A sale of somebody else that a member reads. */
export const readSaleSchema = saleAccessSchema
  .pick({ id: true, kind: true, given_at: true, last_day: true, state: true })
  .extend({
    code: z.string(),
    holder: z.string(),
    holder_id: id.nullable().meta({ description: 'La cuenta del titular' }),
  })

export type ReadSale = z.infer<typeof readSaleSchema>

const form = z.object({
  sale_code: text(100),
  kind: z.enum(saleAccessKinds),
  social_security: text(24)
    .optional()
    .meta({ description: 'Del representante; el del co-titular es el de la contabilidad' }),
  last_day: text(10).optional().meta({ description: 'YYYY-MM-DD, o vacío si no vence' }),
})

const staff = 'users.manage_users'

export const definitions = {
  listSaleAccesses: {
    access: 'client',
    summary: 'Las compras de quien ingresó, con quién más las ve',
    answer: z.object({ results: z.array(saleWithReadersSchema) }),
  },
  giveSaleAccess: {
    access: 'client',
    summary: 'Dar acceso a una compra propia; pide haber confirmado la contraseña hace poco',
    fieldErrors: true,
    body: form,
    status: 201,
    answer: empty,
  },
  revokeSaleAccess: {
    access: 'client',
    summary: 'Quitar el acceso a una compra propia',
    params: z.object({ id }),
    answer: empty,
  },
  giveMemberSaleAccess: {
    access: staff,
    summary: 'Dar acceso a la compra de un socio; pide haber confirmado la contraseña hace poco',
    fieldErrors: true,
    params: z.object({ id }),
    body: form,
    status: 201,
    answer: empty,
  },
  revokeMemberSaleAccess: {
    access: staff,
    summary: 'Quitar el acceso a la compra de un socio',
    params: z.object({ id }),
    answer: empty,
  },
} as const satisfies Record<string, Definition>

export type SaleAccessForm = z.infer<typeof form>
