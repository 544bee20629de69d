import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Connection } from 'mysql2/promise'
import type { Sale } from '../imports.ts'

/** The complete example of the documentation: a schema and its queries. */
export const exampleFolder = fileURLToPath(
  new URL('../../../../docs/examples/mysql', import.meta.url),
)

type Fields = Record<string, unknown>

const personColumns: Record<string, string> = {
  nombre_completo: 'nombre_completo',
  nombres: 'nombres',
  ciudad: 'ciudad_descripcion',
  comuna: 'comuna_descripcion',
  direccion: 'direccion',
  profesion: 'profesion',
  estado_civil: 'estado_civil_descripcion',
  empleador: 'empleador',
  fono: 'fono',
  correo: 'email',
  renta: 'renta',
  renta_variable: 'renta_variable',
  renta_arriendo: 'renta_arriendo',
  renta_promedio: 'renta_promedio',
  representante_legal: 'nombre_representante_legal',
}

const entryTypes: Record<string, string> = {
  Reserva: 'reserva',
  'Cuotas mensuales': 'cuotas',
  contado_preliminar: 'contado',
  credito_hipotecario_preliminar: 'hipotecario',
}

const steps = {
  borrador: 'fecha_borrador',
  firma_socio: 'fecha_firma_cli_i',
  firma_vendedor: 'fecha_vendedor_i',
  firma_alzante: 'fecha_alzamiento_i',
  ingreso_banco: 'fecha_abogado_inst_i',
  firma_banco: 'fecha_firma_finan_i',
  cierre: 'fecha_copia_notaria_i',
  ingreso_cbr: 'fecha_entre_cbr_i',
  salida_cbr: 'fecha_real_cbr_i',
}

/** Creates the tables of the example and writes sales into them, with zero dates as old systems have. */
export async function fillExample(owner: Connection, sales: Sale[]): Promise<void> {
  await owner.query("set session sql_mode = ''")
  await owner.query(readFileSync(`${exampleFolder}/schema.sql`, 'utf8'))
  for (const [index, sale] of sales.entries()) await fillSale(owner, sale, index + 1)
}

async function fillSale(owner: Connection, sale: Sale, id: number): Promise<void> {
  const { code, venta, pagos, compromiso, seguimiento } = sale
  const insert = (table: string, row: Fields) => owner.query(`insert into ${table} set ?`, [row])
  await insert('proyectos', { id, nombre: venta.proyecto_descripcion })
  await insert('condominios', {
    id,
    proyecto_id: id,
    nombre: venta.proyecto_descripcion_condominio ?? '',
  })
  await insert('vendedores', { id, nombre: venta.vendedor_descripcion })
  const people = ['cliente_', 'clienteco_'].map((prefix) => personOf(venta, prefix))
  // A person may have several sales.
  for (const person of people) {
    if (person) await owner.query('insert ignore personas set ?', [person])
  }
  const [holder, coHolder] = people
  await insert('ventas', {
    codigo: code,
    condominio_id: id,
    vendedor_id: id,
    titular: holder?.rut,
    cotitular: coHolder?.rut ?? null,
    precio_uf: venta.precio_venta,
    aprobada: dated(venta.fecha_aprob_semi),
    completada: dated(venta.fecha_real),
  })
  for (const [position, prefix] of ['', '1', '2', '3', '4'].entries()) {
    const part = (name: string) => venta[`propiedad${prefix}_${name}`] ?? ''
    const property = { tipo: part('cod_tipo_descripcion'), lote: part('lote') }
    if (!property.tipo) continue
    await insert('propiedades', {
      venta: code,
      orden: position,
      ...property,
      modelo: part('modelo'),
    })
  }
  for (const [number, cuota] of sale.estado_de_pago['Cuotas mensuales'].cuotas.entries()) {
    await insert('cuotas', {
      venta: code,
      numero: number + 1,
      vence: dated(cuota.fecha_vencimiento),
      monto_uf: cuota.monto_uf,
      saldo_uf: cuota.monto_uf_saldo,
      estado: cuota.estado,
    })
  }
  for (const pago of pagos) {
    await insert('pagos', {
      venta: code,
      numero: pago.key,
      monto_uf: pago.monto_uf,
      depositado: dated(pago.fecha_deposito),
      documento: pago.tipo_doc_descripcion,
      comprobante: pago.ficha_pago,
      por_imputar_uf: pago.monto_uf_por_imputar ?? null,
    })
    for (const cuota of pago.cuotas ?? []) {
      await insert('imputaciones', { venta: code, pago: pago.key, cuota })
    }
  }
  for (const [name, tipo] of Object.entries(entryTypes)) {
    const entry = compromiso[name]
    await insert('compromisos', {
      venta: code,
      tipo,
      uf: entry.compromiso,
      pesos: entry.compromiso_pesos ?? null,
      porcentaje: entry.compromiso_porcentaje ?? null,
      documento: entry.tipo_documento ?? null,
      ultimo_pago: dated(entry.fecha_ultimo_pago),
      pagado_uf: entry.compromiso_pagado ?? null,
      pagado_porcentaje: entry.compromiso_pagado_porcentaje ?? null,
      cuotas_pendientes: entry.cuotas_pendientes ?? null,
      deuda_uf: tipo === 'cuotas' ? compromiso.resumen.deuda : null,
    })
  }
  if (!seguimiento) return
  const dates = Object.entries(steps).map(([column, wire]) => [column, dated(seguimiento[wire])])
  await insert('escrituras', {
    venta: code,
    financiera: seguimiento.financiera,
    ...Object.fromEntries(dates),
  })
}

function personOf(venta: Fields, prefix: string): Fields | null {
  const rut = venta[`${prefix}rut`]
  if (!rut) return null
  const values = Object.entries(personColumns).map(([column, name]) => [
    column,
    venta[`${prefix}${name}`] ?? null,
  ])
  return { rut, ...Object.fromEntries(values) }
}

function dated(date: unknown): unknown {
  return date || '0000-00-00'
}
