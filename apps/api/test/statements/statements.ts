import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forcedRefusals } from '@carpeta/domain/imports/load-consequences'
import { expect } from 'vitest'
import { importSales } from '../../src/imports/import-sales.ts'
import { ndjsonFile } from '../../src/imports/sources/ndjson-file.ts'
import type { Portal } from '../open-portal.ts'
import type { Visitor } from '../visitor.ts'
import { readCsv, readPdf } from './read-statement.ts'

/** The sales of the sample export, in its order. */
export const exported = readFileSync(
  new URL('../../seeds/sample-export.ndjson', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => JSON.parse(line))

export type Exported = (typeof exported)[number]

export const titles = [
  '1. IDENTIFICACIÓN DEL SOCIO',
  '2. IDENTIFICACIÓN DE LA PROPIEDAD',
  '3. COMPROMISO DE PAGO DE RESERVA',
  '4. PLAN DE PAGOS DE RESERVA',
  '5. CUOTAS',
  '6. PAGOS',
] as const

export const FOLIO = /^EC(-[2-9A-HJ-NP-Z]{4}){3}$/

export const addressOf = (code: string, format: string) =>
  `/api/sales/${encodeURIComponent(code)}/statement.${format}`

export async function pdfOf(person: Visitor, code: string) {
  const { status, bytes } = await person.get(addressOf(code, 'pdf'))
  expect(status).toBe(200)
  return readPdf(bytes)
}

export async function csvOf(person: Visitor, code: string): Promise<string[][]> {
  const { status, bytes } = await person.get(addressOf(code, 'csv'))
  expect(status).toBe(200)
  return readCsv(bytes.toString('utf8').slice(1))
}

export async function folioOf(person: Visitor, code = 'V-1001'): Promise<string> {
  const { title } = await pdfOf(person, code)
  const folio = title.split(' ').at(-1) ?? ''
  expect(folio).toMatch(FOLIO)
  return folio
}

/** Loads a changed sale of Rosa as accounting's next export. */
export async function loadRosa(
  { db }: Portal,
  change: (sale: Exported) => void,
  corte = '2026-11-21T06:00:00-03:00',
) {
  const sale = structuredClone(exported[0])
  change(sale)
  const path = join(mkdtempSync(join(tmpdir(), 'carpeta-statement-')), 'export.ndjson')
  writeFileSync(path, `${JSON.stringify({ corte, ventas: 1 })}\n${JSON.stringify(sale)}\n`)
  const result = await importSales(db, ndjsonFile(path), {
    maxRejectsPercent: 0,
    accepts: forcedRefusals,
  })
  expect(result).toMatchObject({ refusal: null, rejects: [] })
}
