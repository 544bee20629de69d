import { z } from 'zod'
import { instant, wireDate } from './text.ts'

/**
 * The sale data response of spec §3, in the accounting system's own Spanish names.
 * Amounts leave as JSON numbers with the exact decimals of the database; a reader must also take
 * decimal text, null and '' (wire.md §11): `read-sale.ts` is that reader.
 */
const amount = z.number().nullable()
const words = z.string().nullable()

const holderFields = {
  nombre_completo: words,
  nombres: words,
  rut: words,
  ciudad_descripcion: words,
  comuna_descripcion: words,
  direccion: words,
  profesion: words,
  estado_civil_descripcion: words,
  empleador: words,
  fono: words,
  email: words,
  renta: amount,
  renta_variable: amount,
  renta_arriendo: amount,
  renta_promedio: amount,
  nombre_representante_legal: words,
} as const

type Prefixed<Prefix extends string> = {
  [Field in keyof typeof holderFields as `${Prefix}_${Field}`]: (typeof holderFields)[Field]
}

function prefixed<Prefix extends string>(prefix: Prefix): Prefixed<Prefix> {
  const entries = Object.entries(holderFields).map(([field, type]) => [`${prefix}_${field}`, type])
  return Object.fromEntries(entries)
}

export const propertyPrefixes = [
  'propiedad',
  'propiedad1',
  'propiedad2',
  'propiedad3',
  'propiedad4',
] as const

type PropertyFields = {
  [Field in `${(typeof propertyPrefixes)[number]}_${'cod_tipo_descripcion' | 'lote' | 'modelo'}`]: typeof words
}

function propertyFields(): PropertyFields {
  const entries = propertyPrefixes.flatMap((prefix) =>
    ['cod_tipo_descripcion', 'lote', 'modelo'].map((field) => [`${prefix}_${field}`, words]),
  )
  return Object.fromEntries(entries)
}

export const ventaSchema = z.object({
  cod_venta: words,
  proyecto_descripcion: words,
  proyecto_descripcion_condominio: words,
  vendedor_descripcion: words,
  precio_venta: amount,
  fecha_real: wireDate,
  fecha_aprob_semi: wireDate,
  ...propertyFields(),
  ...prefixed('cliente'),
  ...prefixed('clienteco'),
})

export const cuotaSchema = z.object({
  fecha_vencimiento: wireDate,
  monto_uf: amount,
  monto_uf_saldo: amount,
  estado: words,
})

export const pagoSchema = z.object({
  key: z.union([z.string(), z.number()]),
  monto_uf: amount,
  fecha_deposito: wireDate,
  tipo_doc_descripcion: words,
  ficha_pago: words,
})

const commitment = {
  compromiso: amount,
  compromiso_pesos: amount,
  compromiso_porcentaje: amount,
  tipo_documento: words,
}

export const compromisoSchema = z.object({
  Reserva: z.object({ ...commitment, fecha_ultimo_pago: wireDate }).optional(),
  'Cuotas mensuales': z
    .object({
      ...commitment,
      compromiso_pagado: amount,
      compromiso_pagado_porcentaje: amount,
      cuotas_pendientes: amount,
    })
    .optional(),
  resumen: z.object({ deuda: amount }).optional(),
  contado_preliminar: z.object({ compromiso: amount }).optional(),
  credito_hipotecario_preliminar: z.object({ compromiso: amount }).optional(),
})

export const seguimientoSchema = z.object({
  financiera: words,
  fecha_borrador: wireDate,
  fecha_firma_cli_i: wireDate,
  fecha_vendedor_i: wireDate,
  fecha_alzamiento_i: wireDate,
  fecha_abogado_inst_i: wireDate,
  fecha_firma_finan_i: wireDate,
  fecha_copia_notaria_i: wireDate,
  fecha_entre_cbr_i: wireDate,
  fecha_real_cbr_i: wireDate,
})

export const requerimientoSchema = z.object({
  key: z.number(),
  tramite_titulo: z.string(),
  fecha: wireDate,
  respuesta: z.string(),
  fecha_cierre: wireDate,
  estado: z.string().meta({ description: 'Enviado, En revisión, Falta antecedente…' }),
})

export const saleSchema = z.object({
  code: z.string(),
  venta: ventaSchema,
  pagos: z.array(pagoSchema),
  estado_de_pago: z.object({ 'Cuotas mensuales': z.object({ cuotas: z.array(cuotaSchema) }) }),
  compromiso: compromisoSchema,
  seguimiento: seguimientoSchema.nullable(),
  requerimientos: z.array(requerimientoSchema),
  actualizado_al: instant.meta({ description: 'Corte de la carga de donde viene esta copia' }),
  desactualizado: z
    .boolean()
    .meta({ description: 'Si el corte tiene más de tres días hábiles (feriados incluidos)' }),
})

export const salesResponse = z.array(saleSchema)

export type WireSale = z.infer<typeof saleSchema>
