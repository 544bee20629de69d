import { writeFileSync } from 'node:fs'
import { personas } from './personas.ts'

// The accounting export of the sample cooperative. `npx node apps/api/seeds/sample-export.ts` writes it to
// sample-export.ndjson, the file that the importer reads; a test keeps both in step.

const CUTOFF = '2026-11-20T06:00:00-03:00'
/** One round value for the UF makes sums easy to check. */
const PESOS_PER_UF = 36_700

interface Plan {
  /** All in hundredths of a UF. */
  price: number
  reservation: number
  instalment: number
  count: number
  paidInstalments: number
  /** The advance payment of the second open instalment. */
  partial?: number
  /** The first open instalment is already due. */
  firstDue: [year: number, month: number]
  cash?: number
  mortgage: number
  documentType: string
  /** Each payment tells the instalment that it pays. */
  tellsInstalments?: true
}

export function sampleExport(): string {
  const sales = [rosa(), ...hernan(), elena(), tomas(), pia(), bruno(), losRobles()]
  const header = { corte: CUTOFF, ventas: sales.length }
  return [header, ...sales].map((line) => `${JSON.stringify(line)}\n`).join('')
}

function rosa() {
  const plan: Plan = {
    price: 245_000,
    reservation: 4_900,
    instalment: 735,
    count: 60,
    paidInstalments: 34,
    partial: 350,
    firstDue: [2024, 1],
    mortgage: 196_000,
    documentType: 'PAC',
    tellsInstalments: true,
  }
  return {
    code: 'V-1001',
    venta: {
      ...venta('V-1001', 'Altos de Tumbes', 'Condominio Los Boldos', plan),
      ...property('propiedad', 'Casa', '24', 'Arrayán 72 m²'),
      ...holder('cliente', personas.rosa, {
        ciudad_descripcion: 'Talcahuano',
        comuna_descripcion: 'Talcahuano',
        direccion: 'Pasaje Los Copihues 482, Higueras',
        profesion: 'Enfermera',
        estado_civil_descripcion: 'Casada',
        empleador: 'Hospital Las Higueras',
        fono: '+56 9 5555 0142',
        renta: 1_450_000,
        renta_variable: 180_000,
        renta_arriendo: 0,
        renta_promedio: 1_630_000,
      }),
      ...holder(
        'clienteco',
        {
          rut: '13456789-9',
          firstName: 'Luis Alberto',
          lastName: 'Parra Inostroza',
          email: 'luis.parra@correo.example',
        },
        {
          ciudad_descripcion: 'Talcahuano',
          comuna_descripcion: 'Talcahuano',
          direccion: 'Pasaje Los Copihues 482, Higueras',
          profesion: 'Soldador',
          estado_civil_descripcion: 'Casado',
          empleador: 'Astilleros de la bahía',
          fono: '+56 9 5555 0143',
          renta: 1_120_000,
          renta_variable: 0,
          renta_arriendo: 0,
          renta_promedio: 1_120_000,
        },
      ),
    },
    ...statement(plan),
    seguimiento: tracking('Banco del Biobío', [
      '2026-08-18',
      '2026-09-06 00:00:00',
      '2026-10-14',
      '0000-00-00',
      '0000-00-00',
      '0000-00-00 00:00:00',
      '',
      '',
      '',
    ]),
  }
}

function hernan() {
  const casa: Plan = {
    price: 389_000,
    reservation: 7_780,
    instalment: 1_556,
    count: 36,
    paidInstalments: 20,
    firstDue: [2025, 4],
    mortgage: 325_204,
    documentType: 'Cheque',
  }
  const departamento: Plan = {
    price: 198_050,
    reservation: 3_961,
    instalment: 1_375,
    count: 24,
    paidInstalments: 6,
    firstDue: [2026, 6],
    cash: 11_089,
    mortgage: 150_000,
    documentType: 'Transferencia',
  }
  const parcela: Plan = {
    price: 120_000,
    reservation: 2_400,
    instalment: 980,
    count: 12,
    paidInstalments: 12,
    firstDue: [2022, 3],
    mortgage: 0,
    documentType: 'Vale vista',
  }
  const who = holder('cliente', personas.hernan, {
    ciudad_descripcion: 'Concepción',
    comuna_descripcion: 'San Pedro de la Paz',
    direccion: 'Los Canelos 95, departamento 1204',
    profesion: 'Constructor civil',
    estado_civil_descripcion: 'Divorciado',
    empleador: 'Independiente',
    fono: '+56 41 555 0177',
    renta: 0,
    renta_variable: 2_350_000,
    renta_arriendo: 420_000,
    renta_promedio: 2_770_000,
  })
  return [
    {
      code: 'V-2001',
      venta: {
        ...venta('V-2001', 'Altos de Tumbes', 'Condominio Los Boldos', casa),
        ...property('propiedad', 'Casa pareada', '7', 'Canelo 94 m²'),
        ...who,
      },
      ...statement(casa),
      seguimiento: tracking('Cooperativa de Ahorro Andalién', ['2026-11-03']),
    },
    {
      code: 'V-2002',
      venta: {
        ...venta('V-2002', 'Mirador de Lenga', 'Edificio Quillay', departamento),
        ...property('propiedad', 'Departamento', '1107', 'Dos dormitorios'),
        ...property('propiedad1', 'Estacionamiento', 'E-31', ''),
        ...who,
      },
      ...statement(departamento),
      seguimiento: null,
    },
    {
      code: 'V-2003',
      venta: {
        ...venta('V-2003', 'Parque Rocuant', 'Etapa 1', parcela),
        fecha_real: '2023-11-30',
        ...property('propiedad', 'Terreno', '112', 'Lote urbano'),
        ...who,
      },
      ...statement(parcela),
      compromiso: { ...statement(parcela).compromiso, resumen: { deuda: 0 } },
      seguimiento: tracking('', [
        '2023-05-08',
        '2023-06-02',
        '2023-06-20',
        '2023-07-18',
        '2023-08-01',
        '2023-08-22',
        '2023-09-29',
        '2023-10-10',
        '2023-11-30',
      ]),
    },
  ]
}

function elena() {
  const plan: Plan = {
    price: 221_500,
    reservation: 4_430,
    instalment: 923,
    count: 48,
    paidInstalments: 0,
    firstDue: [2026, 12],
    mortgage: 172_766,
    documentType: 'Transferencia',
  }
  return {
    code: 'V-3001',
    venta: {
      ...venta('V-3001', 'Mirador de Lenga', 'Edificio Peumo', plan),
      fecha_aprob_semi: '0000-00-00',
      ...property('propiedad', 'Departamento', '304', 'Tres dormitorios'),
      ...holder('cliente', personas.elena, {
        ciudad_descripcion: 'Hualpén',
        comuna_descripcion: 'Hualpén',
        direccion: 'Bulnes 1440',
        profesion: 'Profesora de Castellano',
        estado_civil_descripcion: 'Soltera',
        empleador: 'Liceo Pedro Espina',
        fono: '+56 9 5555 0190',
        renta: 1_180_000,
        renta_variable: 0,
        renta_arriendo: 0,
        renta_promedio: 1_180_000,
      }),
    },
    ...statement(plan),
    seguimiento: null,
  }
}

function tomas() {
  const plan: Plan = {
    price: 239_900,
    reservation: 4_798,
    instalment: 800,
    count: 54,
    paidInstalments: 9,
    firstDue: [2026, 3],
    mortgage: 191_902,
    documentType: 'PAC',
  }
  return {
    code: 'V-4001',
    venta: {
      ...venta('V-4001', 'Altos de Tumbes', 'Condominio Los Litres', plan),
      ...property('propiedad', 'Casa', '61', 'Arrayán 72 m²'),
      ...holder('cliente', personas.tomas, {
        ciudad_descripcion: 'Talcahuano',
        comuna_descripcion: 'Talcahuano',
        direccion: 'Almirante Villarroel 330',
        profesion: 'Técnico eléctrico',
        estado_civil_descripcion: 'Soltero',
        empleador: 'Puerto San Vicente',
        fono: '+56 9 5555 0116',
        renta: 1_050_000,
        renta_variable: 95_000,
        renta_arriendo: 0,
        renta_promedio: 1_145_000,
      }),
    },
    ...statement(plan),
    seguimiento: null,
  }
}

function pia() {
  const plan: Plan = {
    price: 185_000,
    reservation: 3_700,
    instalment: 1_850,
    count: 18,
    paidInstalments: 18,
    firstDue: [2024, 11],
    mortgage: 0,
    documentType: 'Transferencia',
  }
  return {
    code: 'V-5001',
    venta: {
      ...venta('V-5001', 'Parque Rocuant', 'Etapa 2', plan),
      ...property('propiedad', 'Casa', '18', 'Maitén 58 m²'),
      ...holder('cliente', personas.pia, {
        ciudad_descripcion: 'Penco',
        comuna_descripcion: 'Penco',
        direccion: 'Las Heras 77',
        profesion: 'Contadora auditora',
        estado_civil_descripcion: 'Viuda',
        empleador: 'Municipalidad de Penco',
        fono: '+56 9 5555 0161',
        renta: 1_720_000,
        renta_variable: 0,
        renta_arriendo: 310_000,
        renta_promedio: 2_030_000,
      }),
    },
    ...statement(plan),
    seguimiento: tracking('Banco del Biobío', [
      '2026-05-11',
      '2026-05-29',
      '2026-06-08',
      '2026-07-02',
      '2026-07-15',
      '2026-08-06',
      '2026-09-01',
      '2026-09-14',
      '2026-10-27',
    ]),
  }
}

function bruno() {
  const plan: Plan = {
    price: 1_048_725,
    reservation: 20_975,
    instalment: 5_244,
    count: 40,
    paidInstalments: 0,
    firstDue: [2026, 12],
    mortgage: 817_990,
    documentType: 'Vale vista',
  }
  const { pagos: _none, ...unpaid } = statement(plan)
  return {
    code: 'V-6001',
    venta: {
      ...venta('V-6001', 'Mirador de Lenga', 'Edificio Quillay', plan),
      ...property('propiedad', 'Departamento', '1801', 'Penthouse'),
      ...property('propiedad1', 'Estacionamiento', 'E-12', 'Doble'),
      ...property('propiedad2', 'Estacionamiento', 'E-13', 'Simple'),
      ...property('propiedad3', 'Bodega', 'B-40', '6 m²'),
      ...property('propiedad4', 'Bodega', 'B-41', '4 m²'),
      ...holder('cliente', personas.bruno, {
        ciudad_descripcion: 'Concepción',
        comuna_descripcion: 'Chiguayante',
        direccion: 'Camino a Santa Juana km 4, parcela 12',
        profesion: 'Médico',
        estado_civil_descripcion: 'Soltero',
        empleador: 'Clínica Biobío',
        fono: '+56 9 5555 0128',
        renta: 4_900_000,
        renta_variable: 2_100_000,
        renta_arriendo: 0,
        renta_promedio: 7_000_000,
      }),
    },
    pagos: [],
    ...unpaid,
    seguimiento: null,
  }
}

function losRobles() {
  const plan: Plan = {
    price: 562_000,
    reservation: 11_240,
    instalment: 2_810,
    count: 30,
    paidInstalments: 11,
    firstDue: [2026, 1],
    cash: 20_460,
    mortgage: 446_000,
    documentType: 'Transferencia',
  }
  return {
    code: 'V-7001',
    venta: {
      ...venta('V-7001', 'Parque Rocuant', 'Etapa 3', plan),
      ...property('propiedad', 'Local comercial', 'L-2', 'Esquina 120 m²'),
      ...holder('cliente', personas.losRobles, {
        ciudad_descripcion: 'Concepción',
        comuna_descripcion: 'Concepción',
        direccion: 'Barros Arana 900, oficina 51',
        profesion: '',
        estado_civil_descripcion: '',
        empleador: '',
        fono: '+56 41 555 0100',
        renta: 0,
        renta_variable: 0,
        renta_arriendo: 0,
        renta_promedio: 0,
      }),
      cliente_nombre_representante_legal: 'Marcela Andrea Contreras Villablanca',
    },
    ...statement(plan),
    seguimiento: tracking('Banco Puerto Andalién', ['2026-10-05', '2026-10-23']),
  }
}

function venta(code: string, project: string, condominium: string, plan: Plan) {
  return {
    cod_venta: code,
    proyecto_descripcion: project,
    proyecto_descripcion_condominio: condominium,
    vendedor_descripcion: 'Patricia Echeverría Roa',
    precio_venta: uf(plan.price),
    fecha_real: '',
    fecha_aprob_semi: '2023-11-28 00:00:00',
  }
}

function property(prefix: string, type: string, lot: string, model: string) {
  return {
    [`${prefix}_cod_tipo_descripcion`]: type,
    [`${prefix}_lote`]: lot,
    [`${prefix}_modelo`]: model,
  }
}

function holder(
  prefix: 'cliente' | 'clienteco',
  person: { rut: string; firstName: string; lastName: string; email: string },
  details: Record<string, string | number>,
) {
  const fields = {
    nombre_completo: `${person.firstName} ${person.lastName}`.trim(),
    nombres: person.firstName,
    rut: person.rut,
    email: person.email,
    nombre_representante_legal: '',
    ...details,
  }
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [`${prefix}_${key}`, value]),
  )
}

/** Instalments, payments and commitments that add up. */
function statement(plan: Plan) {
  const { instalment, count, paidInstalments, partial = 0 } = plan
  const agreed = instalment * count
  const paid = instalment * paidInstalments + partial
  const cuotas = Array.from({ length: count }, (_, index) => {
    const advance = partial > 0 && index === paidInstalments + 1 ? partial : 0
    const balance = index < paidInstalments ? 0 : instalment - advance
    const due = monthly(plan.firstDue, index)
    return {
      fecha_vencimiento: due,
      monto_uf: uf(instalment),
      monto_uf_saldo: uf(balance),
      estado: state(balance, instalment, due),
    }
  })
  const pays = (place: number) => (plan.tellsInstalments ? [place] : [])
  const pagos = [
    pago(1, plan.reservation, monthly(plan.firstDue, -1), 'Vale vista', []),
    ...Array.from({ length: paidInstalments }, (_, index) => {
      const date = monthly(plan.firstDue, index, 3)
      return pago(index + 2, instalment, date, plan.documentType, pays(index + 1))
    }),
    ...(partial > 0
      ? [
          pago(
            paidInstalments + 2,
            partial,
            '2026-11-12',
            'Transferencia',
            pays(paidInstalments + 2),
          ),
        ]
      : []),
  ]
  return {
    pagos,
    estado_de_pago: { 'Cuotas mensuales': { cuotas } },
    compromiso: {
      Reserva: {
        compromiso: uf(plan.reservation),
        compromiso_pesos: pesos(plan.reservation),
        compromiso_porcentaje: share(plan.reservation, plan.price),
        tipo_documento: 'Vale vista',
        fecha_ultimo_pago: monthly(plan.firstDue, -1),
      },
      'Cuotas mensuales': {
        compromiso: uf(agreed),
        compromiso_pesos: pesos(agreed),
        compromiso_porcentaje: share(agreed, plan.price),
        tipo_documento: plan.documentType,
        compromiso_pagado: uf(paid),
        compromiso_pagado_porcentaje: share(paid, agreed),
        cuotas_pendientes: count - paidInstalments,
      },
      resumen: { deuda: uf(agreed - paid) },
      contado_preliminar: { compromiso: uf(plan.cash ?? 0) },
      credito_hipotecario_preliminar: { compromiso: uf(plan.mortgage) },
    },
  }
}

function pago(key: number, amount: number, date: string, documentType: string, cuotas: number[]) {
  return {
    key,
    monto_uf: uf(amount),
    fecha_deposito: date,
    tipo_doc_descripcion: documentType,
    // The oldest receipts have no scan.
    ficha_pago: key > 2 ? `https://recibos.vistaalbiobio.example/ficha/${date}-${key}` : '',
    cuotas,
    monto_uf_por_imputar: null,
  }
}

function tracking(lender: string, dates: string[]) {
  const fields = [
    'fecha_borrador',
    'fecha_firma_cli_i',
    'fecha_vendedor_i',
    'fecha_alzamiento_i',
    'fecha_abogado_inst_i',
    'fecha_firma_finan_i',
    'fecha_copia_notaria_i',
    'fecha_entre_cbr_i',
    'fecha_real_cbr_i',
  ]
  const steps = fields.map((field, index) => [field, dates[index] ?? ''])
  return { financiera: lender, ...Object.fromEntries(steps) }
}

function state(balance: number, instalment: number, due: string): string {
  if (balance === 0) return 'Pagada'
  if (balance < instalment) return 'Abonada'
  return due < CUTOFF.slice(0, 10) ? 'Atrasada' : 'Pendiente'
}

/** The fifth (or another day) of the month that lies `offset` months after `first`. */
function monthly([year, month]: [number, number], offset: number, day = 5): string {
  const months = year * 12 + (month - 1) + offset
  const text = (value: number, width: number) => String(value).padStart(width, '0')
  return `${text(Math.floor(months / 12), 4)}-${text((months % 12) + 1, 2)}-${text(day, 2)}`
}

function uf(hundredths: number): number {
  return hundredths / 100
}

function pesos(hundredths: number): number {
  return (hundredths * PESOS_PER_UF) / 100
}

function share(part: number, whole: number): number {
  return Math.round((part / whole) * 1_000_000) / 1_000_000
}

if (import.meta.main) {
  writeFileSync(new URL('./sample-export.ndjson', import.meta.url), sampleExport())
}
