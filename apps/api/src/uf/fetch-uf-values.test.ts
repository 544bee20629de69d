import { addDays, shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { formatUfRate } from '@carpeta/domain/money/money'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { sampleUfValue } from '../../seeds/sample-portal.ts'
import { cloneDatabase } from '../../test/open-portal.ts'
import {
  cmfAnswer,
  json,
  mindicadorAnswer,
  publishedValues,
  startUfServer,
  type UfServer,
} from '../../test/stand-ins/uf-sources.ts'
import { testConfig } from '../../test/test-config.ts'
import type { JobDatabase } from '../db/client.ts'
import { exec, sql } from '../db/query.ts'
import { fetchUfValues } from './fetch-uf-values.ts'
import { listUfValues } from './uf-store.ts'

const today = todayInSantiago(new Date())
const yesterday = addDays(today, -1)
const shownToday = formatUfRate(sampleUfValue(today).pesos)

let db: JobDatabase
let server: UfServer
beforeEach(async () => {
  const database = await cloneDatabase('empty')
  onTestFinished(() => database.close())
  db = database.db
  server = await startUfServer(today)
})

const fetchNow = (settings: Partial<UfServer['settings']> = server.settings) => {
  const config = testConfig({ ...server.settings, CMF_API_KEY: undefined, ...settings })
  return fetchUfValues({ db, config }, today)
}
const stored = () => listUfValues(db, addDays(today, -400))
const store = (pesos: string, date = today) =>
  exec(db, sql`insert into uf_values (date, value, source) values (${date}, ${pesos}, 'file')`)

describe('when both sources answer', () => {
  test('what they agree on is saved, and the days ahead that only the CMF has (§12.144)', async () => {
    const { saved, refusal, problems } = await fetchNow()
    expect({ refusal, problems }).toEqual({ refusal: null, problems: [] })
    expect(saved).toHaveLength(41)
    const values = await stored()
    expect(values.find(({ date }) => date === today)).toMatchObject({
      pesos: sampleUfValue(today).pesos,
      source: 'cmf_mindicador',
    })
    expect(values.at(-1)).toMatchObject({ date: addDays(today, 10), source: 'cmf' })
    const [year, month, day] = addDays(today, -40).split('-')
    expect(server.asked.toSorted()).toEqual([
      `/cmf/uf/posteriores/${year}/${month}/dias/${day}`,
      '/mindicador/uf',
    ])
    expect((await fetchNow()).saved).toEqual([])
  })

  test('and contradict each other on one day, nothing is saved (security 10.61)', async () => {
    const values = publishedValues(addDays(today, -3), 4)
    values[3] = [today, '39200.11']
    server.mindicador = json(mindicadorAnswer(values))
    expect(await fetchNow()).toMatchObject({
      saved: [],
      refusal: `Para el ${shortDate(today)}, la CMF dice ${shownToday} y mindicador.cl dice $\u00a039.200,11.`,
    })
    expect(await stored()).toEqual([])
  })

  test('a CMF without decimals confirms, and contradicts from one peso on', async () => {
    const cut = (pesos: number) =>
      json({ UFs: [{ Fecha: today, Valor: pesos.toLocaleString('de-DE') }] })
    const whole = Math.floor(Number(sampleUfValue(today).pesos))
    server.cmf = cut(whole + 2)
    expect((await fetchNow()).refusal).toContain('la CMF dice')
    server.cmf = cut(whole)
    expect((await fetchNow()).refusal).toBeNull()
    expect((await stored()).at(-1)).toMatchObject({
      date: today,
      pesos: sampleUfValue(today).pesos,
      source: 'cmf_mindicador',
    })
  })
})

describe('when one source answers', () => {
  test('mindicador.cl alone is taken, also without a key for the CMF (§12.144)', async () => {
    const withoutKey = await fetchNow({})
    expect(withoutKey).toMatchObject({ refusal: null, problems: [] })
    expect(withoutKey.saved).toHaveLength(31)
    expect(server.asked).toEqual(['/mindicador/uf'])
  })

  test('the CMF alone is taken, and the problem of the other is told', async () => {
    server.mindicador = json({}, 500)
    const { saved, problems } = await fetchNow()
    expect(problems).toEqual(['mindicador.cl respondió 500.'])
    expect(saved).toHaveLength(41)
  })

  test('the CMF alone without decimals is not taken: its values are cut', async () => {
    server.mindicador = json({}, 500)
    server.cmf = json({ UFs: [{ Fecha: today, Valor: '39.123' }] })
    expect(await fetchNow()).toEqual({
      saved: [],
      refusal: null,
      problems: ['mindicador.cl respondió 500.', 'La CMF da la UF sin decimales.'],
    })
  })

  test('none of both: each problem is told, without the key', async () => {
    server.mindicador = json('<html>')
    server.cmf = json({ CodigoHTTP: 401 }, 401)
    const { problems } = await fetchNow()
    expect(problems.toSorted()).toEqual([
      'La CMF no acepta la clave (401).',
      'mindicador.cl no respondió valores de la UF.',
    ])
  })
})

describe('beside what is stored', () => {
  test('a jump of more than 1 % from the day before is refused (security 10.61)', async () => {
    await store((Number(sampleUfValue(today).pesos) * 0.97).toFixed(2), yesterday)
    server.mindicador = json(mindicadorAnswer(publishedValues(today, 1)))
    const { saved, refusal } = await fetchNow({})
    expect(saved).toEqual([])
    expect(refusal).toMatch(
      new RegExp(
        `^El valor del ${shortDate(today)}, .* cambia un .* desde el ${shortDate(yesterday)}`,
      ),
    )
  })

  test('a value that differs from the stored one of its day is refused, not replaced (security 10.61)', async () => {
    await store('39000.00')
    server.cmf = json(cmfAnswer(publishedValues(today, 3)))
    expect((await fetchNow()).refusal).toContain('y un archivo dice $\u00a039.000,00')
    expect(await stored()).toHaveLength(1)
  })

  test('the UF may fall', async () => {
    await store('39130.12', addDays(today, -1))
    server.mindicador = json(mindicadorAnswer([[today, '39101.5']]))
    expect((await fetchNow({})).saved).toMatchObject([{ date: today, pesos: '39101.5' }])
  })

  test('made-up values of the sample cooperative give way', async () => {
    await exec(
      db,
      sql`insert into uf_values (date, value, source) values (${yesterday}, 25000, 'sample')`,
    )
    expect((await fetchNow()).refusal).toBeNull()
    expect((await stored()).map(({ source }) => source)).not.toContain('sample')
  })
})
