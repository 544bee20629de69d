import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { rutCheckDigit } from '@carpeta/domain/people/rut'
import { sampleExport } from '../seeds/sample-export.ts'

const INSTALMENTS = 60
export const PAYMENTS = 36

interface ManySales {
  count: number
  cutoff: string
  /** One sale in so many differs from that of another file; null for none. */
  changeEvery?: number | null
}

/** Writes an export of copies of Rosa's sale, each with its own holder, instalments and payments. */
export async function writeManySales(path: string, options: ManySales): Promise<void> {
  await pipeline(Readable.from(linesOf(options)), createWriteStream(path))
}

function* linesOf({ count, cutoff, changeEvery = null }: ManySales): Generator<string> {
  yield `${JSON.stringify({ corte: cutoff, ventas: count })}\n`
  for (let index = 0; index < count; index++) {
    const isChanged = changeEvery !== null && index % changeEvery === 0
    yield `${JSON.stringify(manySalesAt(index, isChanged))}\n`
  }
}

const [, rosa = ''] = sampleExport().split('\n')
const sale = JSON.parse(rosa)

/** The sale at this place; it is the same object, changed, for every place. */
export function manySalesAt(index: number, isChanged = false): typeof sale {
  sale.code = `V-${index}`
  sale.venta.cliente_rut = rutAt(index)
  sale.venta.cliente_email = `socio${index}@correo.example`
  sale.pagos = Array.from({ length: PAYMENTS }, (_, at) => ({
    key: at + 1,
    monto_uf: amount(index + at),
    fecha_deposito: day(at),
    tipo_doc_descripcion: 'Transferencia',
    ficha_pago: `https://recibos.vistaalbiobio.example/ficha/${index}-${at}`,
  }))
  sale.estado_de_pago['Cuotas mensuales'].cuotas = Array.from({ length: INSTALMENTS }, (_, at) => ({
    fecha_vencimiento: day(at),
    monto_uf: amount(index),
    monto_uf_saldo: at < PAYMENTS && !(isChanged && at === PAYMENTS - 1) ? 0 : amount(index),
    estado: at < PAYMENTS ? 'Pagada' : 'Pendiente',
  }))
  return sale
}

export function rutAt(index: number): string {
  const body = String(5_000_000 + index)
  return `${body}-${rutCheckDigit(body)}`
}

function amount(seed: number): number {
  return Math.round(70_000 + ((seed * 7919) % 50_000)) / 10_000
}

function day(month: number): string {
  const year = 2023 + Math.floor(month / 12)
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}-05`
}
