import { readFileSync } from 'node:fs'

interface ExportedSale {
  code: string
  // biome-ignore lint/suspicious/noExplicitAny: the accounting system's own document
  [section: string]: any
}

/** A sale of the accounting export, read from its file without any code of the portal. */
export function exportedSale(code: string): ExportedSale {
  const file = new URL('../../apps/api/seeds/sample-export.ndjson', import.meta.url)
  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(1)
  const sale = lines
    .map((line): ExportedSale => JSON.parse(line))
    .find((each) => each.code === code)
  if (!sale) throw new Error(`The export has no ${code}`)
  return sale
}

// The formats below are independent of the portal's own formatter.

/** '1.234,50' */
export function uf(amount: number): string {
  return new Intl.NumberFormat('de-DE', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(Math.round(amount * 100) / 100)
}

/** '$ 1.234' */
export function pesos(amount: number): string {
  return `$\u00a0${new Intl.NumberFormat('de-DE').format(amount)}`
}

/** '15 %', '12,5 %' */
export function percent(fraction: number): string {
  const value = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 }).format(fraction * 100)
  return `${value}\u00a0%`
}

/** '05-12-2026' */
export function shortDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-')
  return `${day}-${month}-${year}`
}

/** The portal's name of an instalment's state today. */
export function stateOf(cuota: Record<string, string & number>): string {
  const { fecha_vencimiento = '', monto_uf = 0, monto_uf_saldo = 0 } = cuota
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Santiago' }).format()
  if (monto_uf_saldo === 0) return 'Pagada'
  if (fecha_vencimiento.slice(0, 10) < today) return 'Atrasada'
  return monto_uf_saldo < monto_uf ? 'Parcial' : 'Por vencer'
}
