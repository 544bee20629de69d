import { day } from '@carpeta/domain/testing/build-sale'
import { describe, expect, test } from 'vitest'
import { cmfAnswer, mindicadorAnswer } from '../../../test/stand-ins/uf-sources.ts'
import { parseCmf } from './cmf.ts'
import { parseMindicador } from './mindicador.ts'

const today = day('2026-11-22')

describe('the CMF', () => {
  const values = (...UFs: unknown[]) => parseCmf({ UFs }, today)

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
    expect(() => parseCmf(body, today)).toThrow(problem)
  })
})

describe('mindicador.cl', () => {
  const serie = (...items: unknown[]) =>
    parseMindicador({ ...mindicadorAnswer([]), serie: items }, today)

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
    const answer = parseMindicador({ ...mindicadorAnswer([]), serie: spring }, day('2026-09-06'))
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
    expect(() => parseMindicador({ ...answer, codigo: 'dolar' }, today)).toThrow(
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
    expect(() => parseCmf(twice, today)).toThrow('dos valores para un mismo día')
    const far = cmfAnswer([['2027-11-22', '39123.45']])
    expect(() => parseCmf(far, today)).toThrow('que todavía no se publican')
  })

  test('old days are ignored; an answer with old days only is none', () => {
    const old: [string, string] = ['2024-11-22', '37900.11']
    expect(parseCmf(cmfAnswer([old, ['2026-11-22', '39123.45']]), today).values).toHaveLength(1)
    expect(() => parseCmf(cmfAnswer([old]), today)).toThrow('ningún valor de estos días')
  })
})
