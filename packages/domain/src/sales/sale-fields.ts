import type { CalendarDate } from '../dates/dates.ts'
import type { Pesos, Uf } from '../money/money.ts'

/**
 * Every field of a sale, once. The key is its name in code and, in snake_case, its column; `wire` is
 * its name in accounting's export and in `GET /api/sales-data/`. The types of a sale, its tables, the
 * import, the read model, the wire schema and `docs/accounting-export.md` are made from these tables
 * (docs/decisions/sales.md), so a new field is a row here and a migration.
 *
 * Their order is part of the hash that detects a changed sale. After a row is added or moved,
 * the next import counts every sale as changed.
 */
export interface Field {
  wire: string
  kind: FieldKind
}

export type Fields = Readonly<Record<string, Field>>
export type FieldKind = keyof FieldValues

/** The value of each kind. Amounts are exact decimal text; null means not sent. */
export interface FieldValues {
  text: string
  /** Of a person or company (docs/security.md 9.16). */
  name: string
  /** Identifies a row within its list. */
  key: string
  /** An http(s) address. */
  link: string | null
  date: CalendarDate | null
  uf: Uf | null
  pesos: Pesos | null
  /** A fraction as decimal text: 0.05 is 5 %. */
  share: string | null
  count: number | null
  /** Places of instalments in their list, from 1; empty when not sent. */
  places: number[]
}

export type ValuesOf<Table extends Fields> = {
  -readonly [Name in keyof Table]: FieldValues[Table[Name]['kind']]
}

function rowOf<const Kind extends FieldKind>(kind: Kind) {
  return <const Wire extends string>(wire: Wire) => ({ wire, kind })
}

const text = rowOf('text')
const name = rowOf('name')
const key = rowOf('key')
const link = rowOf('link')
const date = rowOf('date')
const uf = rowOf('uf')
const pesos = rowOf('pesos')
const share = rowOf('share')
const count = rowOf('count')
const places = rowOf('places')

/** The member's texts about a step of the deed. */
interface StepTexts {
  label: string
  /** What happens in the step, before and after it is done. */
  explanation: { pending: string; done: string }
  actor: string
}

export interface DeedStepField extends Field, StepTexts {
  kind: 'date'
}

function step<const Wire extends string>(wire: Wire, texts: StepTexts) {
  return { ...date(wire), ...texts }
}

/** In `venta`. */
export const saleFields = {
  project: text('proyecto_descripcion'),
  condominium: text('proyecto_descripcion_condominio'),
  advisor: name('vendedor_descripcion'),
  price: uf('precio_venta'),
  /** The member sees the sale once it is set. */
  approvedOn: date('fecha_aprob_semi'),
  /** The sale cannot be selected once it is set. */
  completedOn: date('fecha_real'),
} satisfies Fields

/** In `venta`, with the prefix of the holder. */
export const holderPrefixes = { holder: 'cliente_', coHolder: 'clienteco_' } as const
export const holderFields = {
  fullName: name('nombre_completo'),
  givenNames: name('nombres'),
  rut: text('rut'),
  city: text('ciudad_descripcion'),
  commune: text('comuna_descripcion'),
  address: text('direccion'),
  profession: text('profesion'),
  maritalStatus: text('estado_civil_descripcion'),
  employer: text('empleador'),
  phone: text('fono'),
  email: text('email'),
  income: pesos('renta'),
  feeIncome: pesos('renta_variable'),
  rentalIncome: pesos('renta_arriendo'),
  averageIncome: pesos('renta_promedio'),
  legalRepresentative: name('nombre_representante_legal'),
} satisfies Fields

/** In `venta`, with the prefix of the property; the main property comes first. */
export const propertyPrefixes = [
  'propiedad_',
  'propiedad1_',
  'propiedad2_',
  'propiedad3_',
  'propiedad4_',
] as const
export const propertyFields = {
  type: text('cod_tipo_descripcion'),
  lot: text('lote'),
  model: text('modelo'),
} satisfies Fields

/** In each of `estado_de_pago["Cuotas mensuales"].cuotas`. */
export const instalmentFields = {
  dueOn: date('fecha_vencimiento'),
  amount: uf('monto_uf'),
  balance: uf('monto_uf_saldo'),
  /** Accounting's own label. */
  state: text('estado'),
} satisfies Fields

/** In each of `pagos`. */
export const paymentFields = {
  key: key('key'),
  amount: uf('monto_uf'),
  depositedOn: date('fecha_deposito'),
  documentType: text('tipo_doc_descripcion'),
  receiptUrl: link('ficha_pago'),
  /** The instalments that it pays. */
  instalments: places('cuotas'),
  /** The part that pays no instalment yet. */
  unapplied: uf('monto_uf_por_imputar'),
} satisfies Fields

const committed = {
  amount: uf('compromiso'),
  amountInPesos: pesos('compromiso_pesos'),
  share: share('compromiso_porcentaje'),
  documentType: text('tipo_documento'),
} satisfies Fields

/** The entries of `compromiso`; the key is the `kind` of its row. */
export const commitmentEntries = {
  reservation: {
    wire: 'Reserva',
    fields: { ...committed, lastPaidOn: date('fecha_ultimo_pago') },
  },
  instalments: {
    wire: 'Cuotas mensuales',
    fields: {
      ...committed,
      paid: uf('compromiso_pagado'),
      paidShare: share('compromiso_pagado_porcentaje'),
      pendingInstalments: count('cuotas_pendientes'),
    },
  },
  debt: { wire: 'resumen', fields: { amount: uf('deuda') } },
  cash: { wire: 'contado_preliminar', fields: { amount: committed.amount } },
  mortgage: { wire: 'credito_hipotecario_preliminar', fields: { amount: committed.amount } },
} as const satisfies Readonly<Record<string, { wire: string; fields: Fields }>>

/** In `seguimiento`: the lender, then the steps of the deed in their order. */
export const deedFields = {
  lender: text('financiera'),
  draftedOn: step('fecha_borrador', {
    label: 'Borrador',
    explanation: {
      pending: 'Se redacta el borrador de la escritura de compraventa.',
      done: 'Se redactó el borrador de la escritura de compraventa.',
    },
    actor: 'el abogado de la operación',
  }),
  buyerSignedOn: step('fecha_firma_cli_i', {
    label: 'Firma Socio',
    explanation: {
      pending: 'Firmas la escritura en la notaría.',
      done: 'Firmaste la escritura en la notaría.',
    },
    actor: 'tú',
  }),
  sellerSignedOn: step('fecha_vendedor_i', {
    label: 'Firma Vendedor',
    explanation: {
      pending: 'La parte vendedora firma la escritura.',
      done: 'La parte vendedora firmó la escritura.',
    },
    actor: 'la cooperativa',
  }),
  releasingBankSignedOn: step('fecha_alzamiento_i', {
    label: 'Firma Banco Alzante',
    explanation: {
      pending:
        'El banco que tiene una hipoteca sobre el terreno firma para liberar tu propiedad de ella.',
      done: 'El banco que tenía una hipoteca sobre el terreno firmó para liberar tu propiedad de ella.',
    },
    actor: 'el banco que tiene la hipoteca del terreno',
  }),
  enteredLenderOn: step('fecha_abogado_inst_i', {
    label: 'Ingreso Banco Financia',
    explanation: {
      pending:
        'La escritura entra a la institución que financia tu crédito, donde la revisan sus abogados.',
      done: 'La escritura entró a la institución que financia tu crédito, para que la revisaran sus abogados.',
    },
    actor: 'la institución financiera',
  }),
  lenderSignedOn: step('fecha_firma_finan_i', {
    label: 'Firma Banco Financia',
    explanation: {
      pending: 'La institución que financia tu crédito firma la escritura.',
      done: 'La institución que financia tu crédito firmó la escritura.',
    },
    actor: 'la institución financiera',
  }),
  closedOn: step('fecha_copia_notaria_i', {
    label: 'Cerrado',
    explanation: {
      pending: 'Se cierra la escritura y se entregan las copias autorizadas.',
      done: 'Se cerró la escritura y se entregaron las copias autorizadas.',
    },
    actor: 'la notaría',
  }),
  enteredRegistryOn: step('fecha_entre_cbr_i', {
    label: 'Ingreso CBR',
    explanation: {
      pending: 'La escritura se presenta al Conservador de Bienes Raíces (CBR) para inscribirla.',
      done: 'La escritura se presentó al Conservador de Bienes Raíces (CBR) para inscribirla.',
    },
    actor: 'la cooperativa',
  }),
  leftRegistryOn: step('fecha_real_cbr_i', {
    label: 'Salida CBR',
    explanation: {
      pending:
        'Se inscribe la propiedad a tu nombre y se devuelven los documentos: desde ahí es tuya.',
      done: 'La propiedad quedó inscrita a tu nombre y se devolvieron los documentos: es tuya.',
    },
    actor: 'el Conservador de Bienes Raíces',
  }),
} satisfies Fields
