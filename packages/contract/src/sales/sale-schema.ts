import {
  commitmentEntries,
  deedFields,
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
import { instant, wireDate } from '../text.ts'
import { shapeOf } from './field-schemas.ts'

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
  actualizado_al: instant.meta({ description: 'Corte de la carga de donde viene esta copia' }),
  desactualizado: z
    .boolean()
    .meta({ description: 'Si el corte tiene más de tres días hábiles (feriados incluidos)' }),
  uf_del_dia: ufSchema
    .nullable()
    .meta({ description: 'Los pesos de una UF hoy en Santiago; null si no se ha publicado' }),
  por_confirmar: z
    .array(z.string())
    .meta({ description: 'Qué no cuadra en las cifras; las que toca no son seguras' }),
  compartida: z
    .object({ como: z.enum(saleAccessKinds), hasta: wireDate })
    .optional()
    .meta({ description: 'Solo en una venta de otro titular, de quien no trae datos personales' }),
})

export const salesResponse = z.array(saleSchema)

export type WireSale = z.infer<typeof saleSchema>
