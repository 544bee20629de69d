import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { day } from '@carpeta/domain/testing/build-sale'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  cmfAnswer,
  json,
  mindicadorAnswer,
  startUfServer,
  type UfServer,
} from '../../test/stand-ins/uf-sources.ts'
import { addressBelow, getJson, parseCmf, parseMindicador, recentDays } from './fetch-uf-values.ts'

const days = recentDays(day('2026-11-22'))

describe('the CMF', () => {
  const values = (...UFs: unknown[]) => parseCmf({ UFs }, days)

  test('writes the dot for thousands and the comma for decimals', () => {
    expect(
      values(
        { Valor: '39.118,08', Fecha: '2026-11-21' },
        { Valor: '39.123,4', Fecha: '2026-11-22' },
        { Valor: '39.124', Fecha: '2026-11-23' },
      ),
    ).toEqual({
      values: [
        { date: '2026-11-21', pesos: '39118.08' },
        { date: '2026-11-22', pesos: '39123.4' },
        { date: '2026-11-23', pesos: '39124' },
      ],
      isCut: false,
    })
  })

  test('sometimes cuts the decimals of every value: 40.804 are 40804 pesos, not 40,8', () => {
    expect(values({ Valor: '40.804', Fecha: '2026-11-22' })).toEqual({
      values: [{ date: '2026-11-22', pesos: '40804' }],
      isCut: true,
    })
  })

  test.each([
    ['39123.45', '2026-11-22'],
    ['39.12,45', '2026-11-22'],
    ['39.123,456', '2026-11-22'],
    ['-39.123,45', '2026-11-22'],
    ['3.912.345', '2026-11-22'],
    ['391,23', '2026-11-22'],
    ['', '2026-11-22'],
    ['39.123,45', '22-11-2026'],
    ['39.123,45', '2026-02-30'],
  ])(
    '%j on %j is not understood, and nothing of the answer is taken (security 10.60)',
    (Valor, Fecha) => {
      const good = { Valor: '39.118,08', Fecha: '2026-11-21' }
      expect(() => values(good, { Valor, Fecha })).toThrow('un valor que no se entiende')
    },
  )

  test.each([
    [{ UFs: [] }, 'ningún valor'],
    [{ UFs: 'no' }, 'no respondió valores'],
    [{ CodigoHTTP: 404, CodigoError: 80, Mensaje: 'No hay datos' }, 'no respondió valores'],
    [{ UFs: [{ Valor: 39123.45, Fecha: '2026-11-22' }] }, 'no respondió valores'],
    [null, 'no respondió valores'],
  ])('%j is no answer', (body, problem) => {
    expect(() => parseCmf(body, days)).toThrow(problem)
  })
})

describe('mindicador.cl', () => {
  const serie = (...items: unknown[]) =>
    parseMindicador({ ...mindicadorAnswer([]), serie: items }, days)

  test('gives a day as the instant at which it begins in Santiago, in winter and in summer', () => {
    expect(
      serie(
        { fecha: '2026-11-22T03:00:00.000Z', valor: 39123.45 },
        { fecha: '2026-11-21T04:00:00.000Z', valor: 39118 },
      ),
    ).toEqual({
      values: [
        { date: '2026-11-22', pesos: '39123.45' },
        { date: '2026-11-21', pesos: '39118' },
      ],
      isCut: false,
    })
  })

  test('the day that has no midnight, and the hour that comes twice, are right', () => {
    const spring = [
      { fecha: '2026-09-06T03:00:00.000Z', valor: 39000.5 },
      { fecha: '2026-09-05T04:00:00.000Z', valor: 39000.4 },
    ]
    const answer = parseMindicador(
      { ...mindicadorAnswer([]), serie: spring },
      recentDays(day('2026-09-06')),
    )
    expect(answer.values.map(({ date }) => date)).toEqual(['2026-09-06', '2026-09-05'])
  })

  test.each([
    ['2026-11-22T00:00:00.000Z', 39123.45],
    ['2026-11-22T12:00:00.000Z', 39123.45],
    ['2026-11-22', 39123.45],
    ['2026-11-31T03:00:00.000Z', 39123.45],
    ['2026-11-22T03:00:00.000Z', 39.123],
    ['2026-11-22T03:00:00.000Z', 39123.456],
    ['2026-11-22T03:00:00.000Z', 0],
  ])('%j with %j is not understood (security 10.60)', (fecha, valor) => {
    expect(() => serie({ fecha, valor })).toThrow('un valor que no se entiende')
  })

  test('the answer for another indicator is none', () => {
    const answer = mindicadorAnswer([['2026-11-22', '950.12']])
    expect(() => parseMindicador({ ...answer, codigo: 'dolar' }, days)).toThrow(
      'no respondió valores',
    )
  })
})

describe('the days of an answer', () => {
  test('two values for one day, and days that are not published yet, are refused (security 10.60)', () => {
    const twice = cmfAnswer([
      ['2026-11-22', '39123.45'],
      ['2026-11-22', '39123.46'],
    ])
    expect(() => parseCmf(twice, days)).toThrow('dos valores para un mismo día')
    const far = cmfAnswer([['2027-11-22', '39123.45']])
    expect(() => parseCmf(far, days)).toThrow('que todavía no se publican')
  })

  test('old days are ignored; an answer with old days only is none', () => {
    const old: [string, string] = ['2024-11-22', '37900.11']
    expect(parseCmf(cmfAnswer([old, ['2026-11-22', '39123.45']]), days).values).toHaveLength(1)
    expect(() => parseCmf(cmfAnswer([old]), days)).toThrow('ningún valor de estos días')
  })
})

let server: UfServer

/** Only what hangs takes as long. */
const limits = { timeoutMs: 60_000, maxBytes: 10_000 }

function ask(answer: RequestListener, { timeoutMs } = limits): Promise<unknown> {
  server.mindicador = answer
  return getJson(addressBelow(server.base, 'uf?apikey=secreta'), { ...limits, timeoutMs })
}

const html: RequestListener = (_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Mantención</html>')
const cutAmidJson: RequestListener = (_request, response) => response.end('{"UFs":[{"Va')
const silent: RequestListener = () => {}
const stallsAmidAnswer: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{"UFs":')
}
const hangsUp: RequestListener = (request) => request.socket.destroy()
const hangsUpAmidAnswer: RequestListener = (request, response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{"UFs":')
  request.socket.end()
}
const packedMegabytes = gzipSync(Buffer.alloc(20_000_000, ' '))
const bomb: RequestListener = (_request, response) =>
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    .end(packedMegabytes)
const noGzip: RequestListener = (_request, response) =>
  response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip')

describe('an answer', () => {
  beforeEach(async () => {
    server = await startUfServer(todayInSantiago(new Date()))
  })

  test('of JSON is read, also packed', async () => {
    expect(await ask(json({ codigo: 'uf' }))).toEqual({ codigo: 'uf' })
    const packed = ask((_request, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(JSON.stringify({ codigo: 'uf' }))),
    )
    expect(await packed).toEqual({ codigo: 'uf' })
  })

  test.each<[string, RequestListener, string]>([
    ['an HTML page', html, 'no respondió JSON'],
    ['JSON that is cut', cutAmidJson, 'no respondió JSON'],
    ['a failure', json({ error: 'x' }, 500), 'respondió 500'],
    ['a key that is refused', json({ CodigoHTTP: 401 }, 401), 'no acepta la clave (401)'],
    ['a connection that ends', hangsUp, 'no responde'],
    ['a connection that ends amid the answer', hangsUpAmidAnswer, 'no responde'],
    ['megabytes in a small gzip', bomb, 'respondió más de lo que cabe'],
    ['gzip that is none', noGzip, 'no responde'],
  ])(
    '%s is told, without the key (security 10.62, security 11.60)',
    async (_what, answer, problem) => {
      await expect(ask(answer)).rejects.toThrow(new Error(problem))
    },
  )

  test.each([
    ['silence', silent],
    ['an answer that stalls', stallsAmidAnswer],
  ])('%s is told after the limit', async (_what, answer) => {
    const asked = ask(answer, { ...limits, timeoutMs: 300 })
    await expect(asked).rejects.toThrow('no respondió en 0.3 segundos')
  })

  test('that leads elsewhere is not followed (security 10.62)', async () => {
    const elsewhere = await startUfServer(todayInSantiago(new Date()))
    const leadAway: RequestListener = (_request, response) =>
      response.writeHead(302, { location: `${elsewhere.base.origin}/uf` }).end()
    await expect(ask(leadAway)).rejects.toThrow('manda a otra dirección')
    expect(elsewhere.asked).toEqual([])
  })

  test('of nobody is told', async () => {
    const nobody = addressBelow(new URL('http://127.0.0.1:1/api'), 'uf')
    await expect(getJson(nobody, limits)).rejects.toThrow('no responde')
  })
})
