import type { WireSale } from '@carpeta/contract/sales'

const holder = {
  nombre_completo: 'Rosa Muñoz Sepúlveda',
  nombres: 'Rosa Elena',
  rut: '12345678-5',
  ciudad_descripcion: 'Talcahuano',
  comuna_descripcion: 'Talcahuano',
  direccion: 'Los Aromos 1234',
  profesion: 'Profesora',
  estado_civil_descripcion: 'Casada',
  empleador: 'Liceo La Asunción',
  fono: '+56 9 1234 5678',
  email: 'rosa@correo.example',
  renta: 1_250_000,
  renta_variable: 0,
  renta_arriendo: null,
  renta_promedio: 1_250_000,
  nombre_representante_legal: null,
}

const noPerson = Object.fromEntries(Object.keys(holder).map((field) => [field, null]))

function prefixed(prefix: string, person: Record<string, unknown>) {
  const entries = Object.entries(person).map(([field, value]) => [`${prefix}_${field}`, value])
  return Object.fromEntries(entries)
}

const noProperties = Object.fromEntries(
  ['propiedad1', 'propiedad2', 'propiedad3', 'propiedad4'].flatMap((prefix) =>
    ['cod_tipo_descripcion', 'lote', 'modelo'].map((field) => [`${prefix}_${field}`, null]),
  ),
)

/** Rosa's open sale, as the server sends it. */
export function buildWireSale(overrides: Partial<WireSale> = {}): WireSale {
  return {
    code: 'V-1',
    venta: {
      cod_venta: 'V-1',
      proyecto_descripcion: 'Altos de Tumbes',
      proyecto_descripcion_condominio: 'Condominio Los Boldos',
      vendedor_descripcion: 'Patricia Echeverría',
      precio_venta: 2450,
      fecha_real: '',
      fecha_aprob_semi: '2024-01-10',
      propiedad_cod_tipo_descripcion: 'Casa',
      propiedad_lote: '24',
      propiedad_modelo: 'Arrayán',
      ...noProperties,
      ...prefixed('cliente', holder),
      ...prefixed('clienteco', noPerson),
    },
    pagos: [
      {
        key: 1,
        monto_uf: 7.35,
        fecha_deposito: '2026-10-05',
        tipo_doc_descripcion: 'Transferencia',
        ficha_pago: 'https://erp.example/recibo/1',
        cuotas: [],
        monto_uf_por_imputar: null,
      },
    ],
    estado_de_pago: {
      'Cuotas mensuales': {
        cuotas: [
          { fecha_vencimiento: '2026-10-05', monto_uf: 7.35, monto_uf_saldo: 0, estado: 'Pagada' },
          {
            fecha_vencimiento: '2027-10-05',
            monto_uf: 7.35,
            monto_uf_saldo: 7.35,
            estado: 'Pendiente',
          },
        ],
      },
    },
    compromiso: {
      Reserva: {
        compromiso: 49,
        compromiso_pesos: 1_798_300,
        compromiso_porcentaje: 0.02,
        tipo_documento: 'Vale vista',
        fecha_ultimo_pago: '2023-12-05',
      },
      'Cuotas mensuales': {
        compromiso: 14.7,
        compromiso_pesos: 539_490,
        compromiso_porcentaje: 0.18,
        tipo_documento: 'PAC',
        compromiso_pagado: 7.35,
        compromiso_pagado_porcentaje: 0.5,
        cuotas_pendientes: 1,
      },
      resumen: { deuda: 7.35 },
      contado_preliminar: { compromiso: 0 },
      credito_hipotecario_preliminar: { compromiso: 1960 },
    },
    seguimiento: {
      financiera: 'Banco del Biobío',
      fecha_borrador: '2026-08-18',
      fecha_firma_cli_i: '2026-09-06',
      fecha_vendedor_i: '',
      fecha_alzamiento_i: '',
      fecha_abogado_inst_i: '',
      fecha_firma_finan_i: '',
      fecha_copia_notaria_i: '',
      fecha_entre_cbr_i: '',
      fecha_real_cbr_i: '',
    },
    requerimientos: [
      {
        key: 12,
        tramite_titulo: 'Copia de contrato',
        fecha: '2026-11-18',
        respuesta: '',
        fecha_cierre: '',
        estado: 'Enviado',
        responder_hasta: '2099-11-24',
        unida_a: null,
        pregunta: null,
        sobre: '',
      },
    ],
    actualizado_al: '2026-11-20T09:00:00Z',
    desactualizado: false,
    uf_del_dia: null,
    uf_de_los_pagos: [],
    por_confirmar: [],
    ...overrides,
  }
}
