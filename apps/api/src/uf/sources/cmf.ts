import { addDays, type CalendarDate, isCalendarDate } from '@carpeta/domain/dates/dates'
import { parseUfRate, type UfValue } from '@carpeta/domain/money/uf-value'
import { z } from 'zod'
import { addressBelow, getJson, SourceError } from './get-json.ts'
import { DAYS_BACK, type PublishedSeries, requireSeries } from './published-series.ts'

const answer = z.object({ UFs: z.array(z.object({ Fecha: z.string(), Valor: z.string() })) })
// The dot is for thousands, also in '40.804', and the decimals may be missing.
const VALUE = /^\d{1,3}(\.\d{3})*(,\d{1,2})?$/

/** The Comisión para el Mercado Financiero; it asks for a key, and knows the days that are published ahead. @throws {SourceError} */
export async function readCmf(
  base: URL,
  apiKey: string,
  today: CalendarDate,
): Promise<PublishedSeries> {
  const [year, month, day] = addDays(today, -DAYS_BACK).split('-')
  const address = addressBelow(base, `uf/posteriores/${year}/${month}/dias/${day}`)
  address.search = new URLSearchParams({ apikey: apiKey, formato: 'json' }).toString()
  return { source: 'cmf', ...parseCmf(await getJson(address), today) }
}

/** @throws {SourceError} */
export function parseCmf(
  body: unknown,
  today: CalendarDate,
): { values: UfValue[]; isCut: boolean } {
  const { data } = answer.safeParse(body)
  if (!data) throw new SourceError('no respondió valores de la UF')
  const values = data.UFs.map(({ Fecha, Valor }) => readValue(Fecha, Valor))
  return {
    values: requireSeries(values, today),
    isCut: data.UFs.every(({ Valor }) => !Valor.includes(',')),
  }
}

function readValue(date: string, value: string): UfValue {
  const pesos = VALUE.test(value) ? parseUfRate(value.replaceAll('.', '').replace(',', '.')) : null
  if (!isCalendarDate(date) || pesos === null) {
    throw new SourceError('respondió un valor que no se entiende')
  }
  return { date, pesos }
}
