import { waitingSources } from '@carpeta/domain/payments/waiting-payments'
import { accessEntries, saleAccessStates } from '@carpeta/domain/sales/sale-access-rules'
import {
  commitmentEntries,
  deedFields,
  type FieldKind,
  type Fields,
  holderFields,
  holderPrefixes,
  instalmentFields,
  paymentFields,
  propertyFields,
  propertyPrefixes,
  saleFields,
} from '@carpeta/domain/sales/sale-fields'
import { saleAccessKinds } from '@carpeta/domain/sales/shared-sale'
import { z } from 'zod'
import { type EndpointTable, empty, id, instant, text, wireDate } from './endpoint.ts'

const amount = z.number().nullable()
const nullableText = z.string().nullable()

/** The wire schema of each kind. */
const schemas = {
  text: nullableText,
  name: nullableText,
  key: z.union([z.string(), z.number()]),
  link: nullableText,
  date: wireDate,
  uf: amount,
  pesos: amount,
  share: amount,
  count: amount,
  places: z.array(z.number()),
} satisfies Record<FieldKind, z.ZodType>

type ShapeOf<Table extends Fields, Prefix extends string> = {
  [Name in keyof Table as `${Prefix}${Table[Name]['wire']}`]: (typeof schemas)[Table[Name]['kind']]
}

/** The schemas of a table of fields by their names on the wire. */
function shapeOf<Table extends Fields, Prefix extends string = ''>(
  fields: Table,
  prefix?: Prefix,
): ShapeOf<Table, Prefix> {
  const entries = Object.values(fields).map(({ wire, kind }) => [
    `${prefix ?? ''}${wire}`,
    schemas[kind],
  ])
  return Object.fromEntries(entries)
}

/**
 * The answer of `GET /api/sales-data/`, with accounting's Spanish names. Amounts are JSON numbers with
 * the exact decimals of the database; `read-sale.ts` also takes decimal text, null and ''.
 */
const [main, second, third, fourth, fifth] = propertyPrefixes

export const ventaSchema = z.object({
  cod_venta: z.string().nullable(),
  ...shapeOf(saleFields),
  ...shapeOf(propertyFields, main),
  ...shapeOf(propertyFields, second),
  ...shapeOf(propertyFields, third),
  ...shapeOf(propertyFields, fourth),
  ...shapeOf(propertyFields, fifth),
  ...shapeOf(holderFields, holderPrefixes.holder),
  ...shapeOf(holderFields, holderPrefixes.coHolder),
})

const { reservation, instalments, debt, cash, mortgage } = commitmentEntries

const compromisoSchema = z.object({
  [reservation.wire]: z.object(shapeOf(reservation.fields)).optional(),
  [instalments.wire]: z.object(shapeOf(instalments.fields)).optional(),
  [debt.wire]: z.object(shapeOf(debt.fields)).optional(),
  [cash.wire]: z.object(shapeOf(cash.fields)).optional(),
  [mortgage.wire]: z.object(shapeOf(mortgage.fields)).optional(),
})

const requerimientoSchema = z.object({
  key: z.number(),
  tramite_titulo: z.string(),
  fecha: wireDate,
  respuesta: z.string(),
  fecha_cierre: wireDate,
  estado: z.string().meta({ description: 'Enviado, En revisión, Falta antecedente…' }),
  responder_hasta: wireDate.meta({
    description: 'Hasta cuándo responde la cooperativa; vacío si no corre plazo',
  }),
  unida_a: z.number().nullable().meta({ description: 'La solicitud en que sigue; si no, null' }),
  pregunta: z
    .object({ texto: z.string(), fecha: wireDate })
    .nullable()
    .meta({ description: 'La primera línea de lo que falta responder; null si no falta nada' }),
  sobre: z.string().meta({ description: 'Sobre qué la empezó una pantalla; vacío si nada' }),
})

const ufSchema = z.object({ fecha: wireDate, valor: z.number() })

export const saleSchema = z.object({
  code: z.string(),
  venta: ventaSchema,
  pagos: z.array(z.object(shapeOf(paymentFields))),
  estado_de_pago: z.object({
    'Cuotas mensuales': z.object({ cuotas: z.array(z.object(shapeOf(instalmentFields))) }),
  }),
  compromiso: compromisoSchema,
  seguimiento: z.object(shapeOf(deedFields)).nullable(),
  requerimientos: z.array(requerimientoSchema),
  consulta: z.number().int().optional().meta({
    description: 'El trámite con que el titular pregunta por esta compra, mientras se ofrece',
  }),
  actualizado_al: instant.meta({ description: 'Corte de la carga de donde viene esta copia' }),
  desactualizado: z
    .boolean()
    .meta({ description: 'Si el corte tiene más de tres días hábiles (feriados incluidos)' }),
  uf_del_dia: ufSchema
    .nullable()
    .meta({ description: 'Los pesos de una UF hoy en Santiago; null si no se ha publicado' }),
  uf_de_los_pagos: z.array(ufSchema).meta({
    description: 'Los pesos de una UF en los días de `pagos`, por fecha; sin los que no se conocen',
  }),
  por_confirmar: z
    .array(z.string())
    .meta({ description: 'Qué no cuadra en las cifras; las que toca no son seguras' }),
  compartida: z
    .object({ como: z.enum(saleAccessKinds), hasta: wireDate })
    .optional()
    .meta({ description: 'Solo en una venta de otro titular, de quien no trae datos personales' }),
})

export const salesResponse = z.array(saleSchema)

const dueInstalmentsSchema = z.object({
  count: z.number().int().positive(),
  amount: z.string().nullable().meta({ description: 'UF, o null si contabilidad no lo informa' }),
  due_on: wireDate.meta({ description: 'La fecha más antigua' }),
})

/** What a member pays now for a sale, without what was paid and waits for accounting. */
export const dueSchema = z.object({
  kind: z.enum(['due', 'paid_up', 'credit', 'finished', 'instalments_paid', 'no_plan']),
  overdue: dueInstalmentsSchema.nullable(),
  next: dueInstalmentsSchema.nullable(),
  awaited: z
    .array(z.object({ source: z.enum(waitingSources), paid_on: wireDate }))
    .meta({ description: 'Pagos en línea o informados que contabilidad no ha registrado' }),
})

export type Due = z.infer<typeof dueSchema>

export type WireSale = z.infer<typeof saleSchema>

/** Who else reads a sale; of a rut that somebody typed never whether that person has an account. */
const saleAccessSchema = z.object({
  id,
  kind: z.enum(saleAccessKinds),
  name: z.string().meta({ description: 'Como lo nombra la contabilidad; vacío si no lo nombra' }),
  social_security: z.string(),
  given_at: instant,
  given_by: z.enum(['holder', 'cooperative']),
  last_day: wireDate,
  state: z.enum(saleAccessStates),
  entry: z
    .enum(accessEntries)
    .nullable()
    .meta({ description: 'Si ya puede entrar; solo de un co-titular que nombra la contabilidad' }),
})

export type WireSaleAccess = z.infer<typeof saleAccessSchema>

/** A sale of the holder, with who else reads it. */
const saleWithReadersSchema = z.object({
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

export type SaleAccessForm = z.infer<typeof form>

export const endpoints = {
  'GET /api/sales-data/': {
    access: 'client',
    inView: true,
    summary: 'Las ventas de quien ingresó',
    answer: salesResponse,
  },

  'GET /api/deed-durations/': {
    access: 'client',
    inView: true,
    summary: 'Cuántos días hábiles toma cada paso de la escritura, de los que hay diez al menos',
    answer: z.object({
      results: z.array(
        z.object({
          /** As in the news of a deed. */
          step: z.string(),
          sales: z.number().int(),
          median: z.number().int(),
          /** Half of the sales took between these. */
          low: z.number().int(),
          high: z.number().int(),
        }),
      ),
    }),
  },

  'GET /api/sale-accesses/': {
    access: 'client',
    summary: 'Las compras de quien ingresó, con quién más las ve',
    answer: z.object({ results: z.array(saleWithReadersSchema) }),
  },
  'POST /api/sale-accesses/': {
    access: 'client',
    summary: 'Dar acceso a una compra propia; pide haber confirmado la contraseña hace poco',
    fieldErrors: true,
    body: form,
    status: 201,
    answer: empty,
  },
  'DELETE /api/sale-accesses/:id/': {
    access: 'client',
    summary: 'Quitar el acceso a una compra propia',
    params: z.object({ id }),
    answer: empty,
  },
  'POST /api/staff/members/:id/sale-accesses/': {
    access: staff,
    summary: 'Dar acceso a la compra de un socio; pide haber confirmado la contraseña hace poco',
    fieldErrors: true,
    params: z.object({ id }),
    body: form,
    status: 201,
    answer: empty,
  },
  'DELETE /api/staff/sale-accesses/:id/': {
    access: staff,
    summary: 'Quitar el acceso a la compra de un socio',
    params: z.object({ id }),
    answer: empty,
  },
} as const satisfies EndpointTable
