import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, type CalendarDate } from '@carpeta/domain/dates/dates'
import { forcedRefusals } from '@carpeta/domain/imports/load-consequences'
import { findingCodes } from '@carpeta/domain/sales/doubtful-figures'
import { defaultSaleChecks } from '@carpeta/domain/sales/sale-findings'
import type { Persona } from '../../seeds/personas.ts'
import { operator } from '../../src/http/caller.ts'
import { type ImportOptions, importSales } from '../../src/imports/import-sales.ts'
import { undoLastLoad } from '../../src/imports/loads.ts'
import { ndjsonFile } from '../../src/imports/sources/ndjson-file.ts'
import { type Sale, sample } from '../imports.ts'
import { today } from '../one-day.ts'
import type { Portal } from '../open-portal.ts'
import type { Visitor } from '../visitor.ts'

/** The day that is so many days from today. */
export function inDays(days: number): CalendarDate {
  return addDays(today(), days)
}

/** Accounting's sales, without instalments that are due around today. */
function quietSales(): Sale[] {
  return structuredClone(sample).map((sale) => {
    const plan = sale.estado_de_pago['Cuotas mensuales']
    plan.cuotas = plan.cuotas.filter(
      ({ fecha_vencimiento: due }: { fecha_vencimiento: string }) =>
        due < inDays(-40) || due > inDays(40),
    )
    return sale
  })
}

export interface Accounting {
  /** Accounting's books; a test changes them before a load. */
  sales: Sale[]
  sale: (code: string) => Sale
  /** Loads the books as they are. @returns the load's id */
  load: (options?: ImportOptions) => Promise<number>
  undo: (loadId: number) => Promise<void>
}

/** The figures of a test's sales need not agree. */
const noChecks = { ...defaultSaleChecks, off: [...findingCodes] }

/** Books of which nothing was loaded yet. Each load has the cut-off of its moment. */
export function openAccounting({ db }: Portal): Accounting {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-news-'))
  let loads = 0
  const sales = quietSales()
  return {
    sales,
    sale: (code) => sales.find((sale) => sale.code === code),
    load: async (options = {}) => {
      loads += 1
      const path = join(folder, `${loads}.ndjson`)
      const header = { corte: new Date().toISOString(), ventas: sales.length }
      writeFileSync(path, [header, ...sales].map((line) => `${JSON.stringify(line)}\n`).join(''))
      const outcome = await importSales(db, ndjsonFile(path), {
        accepts: forcedRefusals,
        checks: noChecks,
        ...options,
      })
      if (outcome.loadId === null || outcome.refusal !== null) {
        throw new Error(`the load was not applied: ${outcome.refusal}`)
      }
      return outcome.loadId
    },
    undo: async (loadId) => {
      const { result } = await db.transaction((tx) => undoLastLoad(tx, operator, loadId))
      if (result !== 'undone') throw new Error(`load ${loadId} was not undone`)
    },
  }
}

/** Names another holder of a sale. */
export function sellTo(
  sale: Sale,
  { rut, firstName, lastName, email }: Pick<Persona, 'rut' | 'firstName' | 'lastName' | 'email'>,
): void {
  Object.assign(sale.venta, {
    cliente_rut: rut,
    cliente_nombre_completo: `${firstName} ${lastName}`,
    cliente_nombres: firstName,
    cliente_email: email,
  })
}

/** Marks the step 'Firma Banco Alzante' of a sale as done yesterday. */
export function signRelease(sale: Sale): void {
  sale.seguimiento = { ...sale.seguimiento, fecha_alzamiento_i: inDays(-1) }
}

/** Adds a payment of yesterday. */
export function pay(sale: Sale, key: number): void {
  sale.pagos.push({ ...sale.pagos[0], key, monto_uf: 3.21, fecha_deposito: inDays(-1) })
}

/** Adds an unpaid instalment. */
export function owe(sale: Sale, due: CalendarDate): void {
  const { cuotas } = sale.estado_de_pago['Cuotas mensuales']
  cuotas.push({ ...cuotas.at(-1), fecha_vencimiento: due, monto_uf: 7.35, monto_uf_saldo: 7.35 })
}

/** Kind and date of each news of a member, and whether it is read. */
export async function newsOf(member: Visitor): Promise<string[]> {
  const { body } = await member.get('/api/client/news/?pageSize=100')
  return body.results
    .map(
      ({ sale, kind, date, read_at }: Record<string, string | null>) =>
        `${sale} ${kind} ${date}${read_at === null ? '' : ' read'}`,
    )
    .toSorted()
}
