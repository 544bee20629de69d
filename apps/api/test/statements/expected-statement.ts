// A statement's figures computed from the exported file, without the portal's parsing, sums or formats.

// biome-ignore lint/suspicious/noExplicitAny: the export without a schema
type Exported = any

const decimals = (count: number) =>
  new Intl.NumberFormat('de-DE', { minimumFractionDigits: count, maximumFractionDigits: count })

/** Ten thousandths of a UF. */
function units(amount: number): number {
  return Math.round(amount * 10_000)
}

function uf(amount: number | null | undefined): string | null {
  return amount === null || amount === undefined ? null : decimals(2).format(units(amount) / 10_000)
}

function percent(share: number): string {
  return `${new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 }).format(share * 100)} %`
}

function day(text: string): string | null {
  if (text === '' || text.startsWith('0000')) return null
  return text.slice(0, 10).split('-').toReversed().join('-')
}

function textOrNull(text: string | undefined): string | null {
  return text === '' || text === undefined ? null : text
}

function dottedRut(rut: string): string {
  return rut.replace(/(\d)(?=(\d{3})+-)/g, '$1.')
}

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Santiago' }).format()

/** The portal's name of an instalment's state today. */
function stateOf({ fecha_vencimiento, monto_uf, monto_uf_saldo }: Exported): string {
  if (units(monto_uf_saldo) === 0) return 'Pagada'
  if (fecha_vencimiento.slice(0, 10) < today) return 'Atrasada'
  return units(monto_uf_saldo) < units(monto_uf) ? 'Parcial' : 'Por vencer'
}

/** The sample's payments tell one instalment each, or none. */
function covered(pago: Exported, cuotas: Exported[]): string[] {
  return pago.cuotas.map((place: number) => `Cuota del ${day(cuotas[place - 1].fecha_vencimiento)}`)
}

type Row = (string | null)[]

interface ExpectedStatement {
  member: Row
  properties: Row[]
  commitments: { row: Row; documentType: string }[]
  plan: Row
  instalments: Row[]
  totals: Row
  payments: { row: Row; receipt: string | null }[]
}

export function expectedStatement({
  venta,
  pagos,
  estado_de_pago,
  compromiso,
}: Exported): ExpectedStatement {
  const cuotas: Exported[] = estado_de_pago['Cuotas mensuales'].cuotas
  const plan = compromiso['Cuotas mensuales']
  const firstDue = cuotas.map((cuota) => cuota.fecha_vencimiento.slice(0, 10)).toSorted()[0] ?? ''
  const commitment = (
    name: string,
    { compromiso_porcentaje: share, ...it }: Exported,
    on: string,
  ) =>
    share > 0
      ? [
          {
            row: [
              `${name} (${percent(share)})`,
              day(on),
              `$ ${decimals(0).format(it.compromiso_pesos)}`,
              uf(it.compromiso),
            ],
            documentType: it.tipo_documento,
          },
        ]
      : []
  return {
    member: [
      textOrNull(venta.cliente_nombre_completo),
      dottedRut(venta.cliente_rut),
      textOrNull(venta.cliente_nombre_representante_legal),
    ],
    properties: ['', '1', '2', '3', '4']
      .map((position) =>
        ['cod_tipo_descripcion', 'lote', 'modelo'].map((field) =>
          textOrNull(venta[`propiedad${position}_${field}`]),
        ),
      )
      .filter((row) => row.some((cell) => cell !== null)),
    commitments: [
      ...commitment('Primera cuota', plan, firstDue),
      ...commitment('Reserva', compromiso.Reserva, compromiso.Reserva.fecha_ultimo_pago),
    ],
    plan: [
      String(cuotas.length),
      uf(compromiso.resumen.deuda),
      day(firstDue),
      percent(plan.compromiso_porcentaje),
    ],
    instalments: cuotas.map((cuota) => [
      day(cuota.fecha_vencimiento),
      uf(cuota.monto_uf),
      uf((units(cuota.monto_uf) - units(cuota.monto_uf_saldo)) / 10_000),
      uf(cuota.monto_uf_saldo),
      stateOf(cuota),
    ]),
    totals: [
      uf(plan.compromiso),
      uf(plan.compromiso_pagado),
      percent(plan.compromiso_pagado_porcentaje),
      uf((units(plan.compromiso) - units(plan.compromiso_pagado)) / 10_000),
    ],
    payments: pagos.map((pago: Exported) => ({
      row: [
        String(pago.key),
        uf(pago.monto_uf),
        day(pago.fecha_deposito),
        textOrNull([pago.tipo_doc_descripcion, ...covered(pago, cuotas)].join(' · ')),
      ],
      receipt: textOrNull(pago.ficha_pago),
    })),
  }
}
