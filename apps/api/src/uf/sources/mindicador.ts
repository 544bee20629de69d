import { type CalendarDate, isCalendarDate } from '@carpeta/domain/dates/dates'
import { parseUfRate, type UfValue } from '@carpeta/domain/money/uf-value'
import { z } from 'zod'
import { addressBelow, getJson, SourceError } from './get-json.ts'
import { type PublishedSeries, requireSeries } from './published-series.ts'

const answer = z.object({
  codigo: z.literal('uf'),
  unidad_medida: z.literal('Pesos'),
  serie: z.array(z.object({ fecha: z.string(), valor: z.number() })),
})
const MIDNIGHT = /^(.{10})T0[34]:00:00(?:\.000)?Z$/

/** mindicador.cl; it needs no key, and gives the last month. @throws {SourceError} */
export async function readMindicador(base: URL, today: CalendarDate): Promise<PublishedSeries> {
  const body = await getJson(addressBelow(base, 'uf'))
  return { source: 'mindicador', ...parseMindicador(body, today) }
}

/** @throws {SourceError} */
export function parseMindicador(
  body: unknown,
  today: CalendarDate,
): { values: UfValue[]; isCut: boolean } {
  const { data } = answer.safeParse(body)
  if (!data) throw new SourceError('no respondió valores de la UF')
  return {
    values: requireSeries(data.serie.map(readValue), today),
    isCut: data.serie.every(({ valor }) => Number.isInteger(valor)),
  }
}

/** In Santiago a day begins at 03:00 or 04:00 UTC. Midnight in UTC is still the day before: not guessed. */
function readValue({ fecha, valor }: { fecha: string; valor: number }): UfValue {
  const date = MIDNIGHT.exec(fecha)?.[1] ?? ''
  const pesos = parseUfRate(valor)
  if (!isCalendarDate(date) || pesos === null) {
    throw new SourceError('respondió un valor que no se entiende')
  }
  return { date, pesos }
}
