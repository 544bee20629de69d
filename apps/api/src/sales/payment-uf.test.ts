import { readSale } from '@carpeta/contract/read-sale'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { statementPayments } from '@carpeta/domain/sales/statement'
import { beforeEach, expect, test } from 'vitest'
import type { Portal } from '../../test/open-portal.ts'
import {
  askedYear,
  cmfAnswer,
  json,
  mindicadorAnswer,
  openWithoutUf,
  startUfServer,
  type UfServer,
  valuesOfYear,
} from '../../test/stand-ins/uf-sources.ts'
import { exec, sql } from '../db/query.ts'
import { updateUfOfPayments } from './sales-jobs.ts'

const today = todayInSantiago(new Date())

let server: UfServer
let log: string[]
beforeEach(async () => {
  server = await startUfServer(today)
  log = []
})

const openWithoutValues = (env: Record<string, string> = {}) => openWithoutUf(server, env)

const run = (portal: Portal) =>
  updateUfOfPayments(portal, { info: (text) => log.push(text), warn: (text) => log.push(text) })

/** Rosa's payments as she reads them, with a day and its pesos. */
async function pesosOfRosa(portal: Portal): Promise<[string | null, string | null][]> {
  const rosa = await portal.as('rosa')
  const [sale] = (await rosa.get('/api/sales-data/')).body.map(readSale)
  const { payments } = statementPayments(sale)
  return payments.map(({ depositedOn, pesos }) => [depositedOn, pesos])
}

const aDayLater = (portal: Portal) =>
  exec(portal.db, sql`update uf_years set asked_at = asked_at - interval '25 hours'`)

test('payments have no pesos while the UF of their day is unknown; the job asks each source once for each year of them (§12.2220, §12.2221)', async () => {
  const portal = await openWithoutValues()
  expect(new Set((await pesosOfRosa(portal)).map(([, pesos]) => pesos))).toEqual(new Set([null]))

  await run(portal)
  const years = ['2026', '2025', '2024', '2023', '2022']
  expect(server.asked.filter((path) => path.startsWith('/cmf/'))).toEqual(
    years.map((year) => `/cmf/uf/${year}`),
  )
  expect(server.asked.filter((path) => path.startsWith('/mindicador/'))).toEqual(
    years.map((year) => `/mindicador/uf/${year}`),
  )
  expect(log).toContain('UF of 2024: 366 values saved')
  const pesos = await pesosOfRosa(portal)
  expect(pesos.at(0)).toEqual(['2023-12-05', '1632079'])
  expect(pesos.at(-1)).toEqual(['2026-11-12', '136744'])
  expect(pesos.filter(([, amount]) => amount === null)).toEqual([])

  // Known values are not fetched again, even a day later.
  server.asked.length = 0
  await aDayLater(portal)
  await run(portal)
  expect(server.asked).toEqual([])
})

test('a year that one source refuses and the other answers with nonsense, another page or two values holds up no other one, and is asked for again a day later (§12.2222)', async () => {
  const portal = await openWithoutValues()
  const { cmf, mindicador } = server
  server.cmf = (request, response) => {
    const year = askedYear(request)
    if (year === 2026) return void request.socket.destroy()
    if (year === 2025) return json({ CodigoHTTP: 404 }, 404)(request, response)
    if (year === 2024) return json(cmfAnswer([['2024-02-03', '25000.11']]))(request, response)
    cmf(request, response)
  }
  server.mindicador = (request, response) => {
    const year = askedYear(request)
    if (year === 2026) return void response.end('<html>Mantención</html>')
    // The values of another year.
    if (year === 2025) return json(mindicadorAnswer(valuesOfYear(2024, today)))(request, response)
    mindicador(request, response)
  }
  await run(portal)
  expect(log.toSorted()).toEqual([
    'UF of 2022: 365 values saved',
    'UF of 2023: 365 values saved',
    expect.stringMatching(/^UF of 2024: Para el 03-02-2024, la CMF dice .* y mindicador.cl dice /),
    'UF of 2025: La CMF respondió 404.',
    'UF of 2025: mindicador.cl no respondió ningún valor de estos días.',
    'UF of 2026: La CMF no responde.',
    'UF of 2026: mindicador.cl no respondió JSON.',
  ])
  const known = (await pesosOfRosa(portal)).filter(([, pesos]) => pesos !== null)
  expect(known.map(([day]) => day)).toEqual(['2023-12-05'])

  Object.assign(server, { cmf, mindicador })
  server.asked.length = 0
  await run(portal)
  expect(server.asked).toEqual([])
  await aDayLater(portal)
  await run(portal)
  expect(server.asked.toSorted()).toEqual([
    ...['/cmf/uf/2024', '/cmf/uf/2025', '/cmf/uf/2026'],
    ...['/mindicador/uf/2024', '/mindicador/uf/2025', '/mindicador/uf/2026'],
  ])
  expect((await pesosOfRosa(portal)).filter(([, pesos]) => pesos === null)).toEqual([])
})

test('of a year without its weekends the other days are taken; a payment of a weekend stays in UF alone (§12.2220, §12.2222)', async () => {
  const portal = await openWithoutValues({ CMF_API_KEY: '' })
  server.mindicador = (request, response) => {
    const values = valuesOfYear(askedYear(request) ?? 0, today)
    const weekdays = values.filter(([date]) => ![0, 6].includes(new Date(date).getUTCDay()))
    json(mindicadorAnswer(weekdays))(request, response)
  }
  await run(portal)
  const pesos = new Map(await pesosOfRosa(portal))
  // A Saturday and a Monday.
  expect([pesos.get('2024-02-03'), pesos.get('2024-06-03')]).toEqual([null, expect.any(String)])
  expect(server.asked.every((path) => path.startsWith('/mindicador/'))).toBe(true)
})

test('nobody is asked without UF_FETCH, nor for a day to come or before 1995, as programs of accounting write an unknown one (§12.2222)', async () => {
  const silent = await openWithoutValues({ UF_FETCH: 'false' })
  await run(silent)
  expect(server.asked).toEqual([])

  const portal = await openWithoutValues()
  await exec(
    portal.db,
    sql`update payments set deposited_on = case when position % 2 = 0 then '0001-01-01' else '9999-12-31' end::date`,
  )
  await run(portal)
  expect(server.asked).toEqual([])
})

test('a value that is stored and differs by a peso keeps a year out; it is not replaced (§12.2222)', async () => {
  const portal = await openWithoutValues()
  await exec(
    portal.db,
    sql`insert into uf_values (date, value, source) values ('2023-12-05', 36000, 'file')`,
  )
  await exec(portal.db, sql`delete from payments where deposited_on >= '2024-01-01'`)
  await run(portal)
  expect(log).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^UF of 2023: .* un archivo dice \$\u00a036\.000,00\.$/),
    ]),
  )
  const rows = await portal.pool.query(
    `select value::text from uf_values where date = '2023-12-05'`,
  )
  expect(rows.rows).toEqual([{ value: '36000.00' }])
})
