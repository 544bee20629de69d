import { createServer, type RequestListener } from 'node:http'
import { addDays, type CalendarDate } from '@carpeta/domain/dates/dates'
import { groupThousands } from '@carpeta/domain/text/counted'
import { onTestFinished } from 'vitest'
import { sampleUfValue } from '../../seeds/sample-portal.ts'
import { exec, sql } from '../../src/db/query.ts'
import { openPortalForTest, type Portal } from '../open-portal.ts'

/** A day and the pesos of one UF, '39123.45'. */
type Value = [date: string, pesos: string]

export interface UfServer {
  /** Settings of a portal that asks this server. */
  settings: { CMF_API_KEY: string; CMF_URL: string; MINDICADOR_URL: string }
  base: URL
  /** Paths that were asked for, without their query. */
  asked: string[]
  cmf: RequestListener
  mindicador: RequestListener
}

/** Answers as the CMF and mindicador.cl until the end of the test; each can be replaced. */
export async function startUfServer(today: CalendarDate): Promise<UfServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    running.asked.push(pathname)
    if (pathname.startsWith('/cmf/')) running.cmf(request, response)
    else running.mindicador(request, response)
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const base = new URL(`http://127.0.0.1:${port}`)
  const running: UfServer = {
    settings: {
      CMF_API_KEY: 'clave-de-la-cooperativa',
      CMF_URL: `${base.origin}/cmf`,
      MINDICADOR_URL: `${base.origin}/mindicador/`,
    },
    base,
    asked: [],
    cmf: byYear(cmfAnswer, today, publishedValues(addDays(today, -30), 41)),
    mindicador: byYear(mindicadorAnswer, today, publishedValues(addDays(today, -30), 31)),
  }
  return running
}

/** The values of a year that is asked for, as far as they are published, or else those of the last days. */
function byYear(
  answer: (values: Value[]) => unknown,
  today: CalendarDate,
  lastDays: Value[],
): RequestListener {
  return (request, response) => {
    const year = askedYear(request)
    const values = year === null ? lastDays : valuesOfYear(year, today)
    json(answer(values))(request, response)
  }
}

/** Null where the last days are asked for. */
export function askedYear({ url = '' }: { url?: string | undefined }): number | null {
  const [, year] = /\/uf\/(\d{4})(?:\?|$)/.exec(url) ?? []
  return year ? Number(year) : null
}

/** Those of the sample cooperative, until today. */
export function valuesOfYear(year: number, today: CalendarDate): Value[] {
  const values = publishedValues(`${year}-01-01` as CalendarDate, 366)
  return values.filter(([date]) => date.startsWith(`${year}-`) && date <= today)
}

/** The values of the sample cooperative, as they would be published. */
export function publishedValues(from: CalendarDate, days: number): Value[] {
  return Array.from({ length: days }, (_, index) => {
    const { date, pesos } = sampleUfValue(addDays(from, index))
    return [date, pesos]
  })
}

export function json(body: unknown, status = 200): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

/** 'dd.ddd,dd', the oldest day first. */
export function cmfAnswer(values: Value[]) {
  return { UFs: values.map(([Fecha, pesos]) => ({ Valor: inChile(pesos), Fecha })) }
}

function inChile(pesos: string): string {
  const [whole = '', decimals] = pesos.split('.')
  return `${groupThousands(whole)},${(decimals ?? '').padEnd(2, '0')}`
}

/** Numbers, at the instant at which the day begins in Santiago in summer; the newest day first. */
export function mindicadorAnswer(values: Value[]) {
  return {
    version: '1.7.0',
    autor: 'mindicador.cl',
    codigo: 'uf',
    nombre: 'Unidad de fomento (UF)',
    unidad_medida: 'Pesos',
    serie: values
      .toReversed()
      .map(([date, pesos]) => ({ fecha: `${date}T03:00:00.000Z`, valor: Number(pesos) })),
  }
}

/** A portal without any value of the UF, whose jobs ask the stand-ins. */
export async function openWithoutUf(
  { settings }: UfServer,
  env: Record<string, string> = {},
): Promise<Portal> {
  const portal = await openPortalForTest({ ...settings, UF_FETCH: 'true', ...env })
  await exec(portal.db, sql`delete from uf_values`)
  return portal
}
