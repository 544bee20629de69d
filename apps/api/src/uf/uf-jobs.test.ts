import { addDays, instantInSantiago, shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { beforeEach, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import type { Portal } from '../../test/open-portal.ts'
import {
  json,
  mindicadorAnswer,
  openWithoutUf,
  publishedValues,
  startUfServer,
  type UfServer,
} from '../../test/stand-ins/uf-sources.ts'
import { exec, sql } from '../db/query.ts'
import { updateUf } from './uf-jobs.ts'
import { hasUfValue } from './uf-store.ts'

const today = todayInSantiago(new Date())
const [night, morning] = [instantInSantiago(today, '03:07'), instantInSantiago(today, '09:07')]

let server: UfServer
let log: string[]
beforeEach(async () => {
  server = await startUfServer(today)
  log = []
})

const openWithoutValues = (env: Record<string, string> = {}) => openWithoutUf(server, env)

const run = (portal: Portal, now: Date, daysAhead = 0) =>
  updateUf(
    portal,
    daysAhead,
    { info: (text) => log.push(text), warn: (text) => log.push(text) },
    now,
  )

/** The subjects of emails about the UF, with their recipients. */
async function told(portal: Portal) {
  const emails = await portal.sentEmails()
  return emails.filter(({ subject }) => subject.includes('UF'))
}

function failBoth() {
  server.cmf = json({}, 500)
  server.mindicador = json({}, 503)
}

test('in the night the job saves the published values and tells nobody (§12.144)', async () => {
  const portal = await openWithoutValues()
  await run(portal, night)
  expect(await hasUfValue(portal.db, today)).toBe(true)
  expect(log).toEqual(['UF: 41 values saved'])
  expect(await told(portal)).toEqual([])
  // Then it asks nobody, until tomorrow's is missing.
  server.asked.length = 0
  await run(portal, morning, 1)
  expect(server.asked).toEqual([])
  await exec(portal.db, sql`delete from uf_values where date > ${today}`)
  await run(portal, morning, 1)
  expect(server.asked).toHaveLength(2)
  expect(await hasUfValue(portal.db, addDays(today, 1))).toBe(true)
})

test('staff who review loads are told once in the morning that today’s is missing (§12.146, security 11.60)', async () => {
  const portal = await openWithoutValues()
  failBoth()
  await run(portal, night)
  expect(await told(portal)).toEqual([])
  await run(portal, morning)
  await run(portal, morning)
  const emails = await told(portal)
  expect(emails.map(({ to }) => to)).toEqual([personas.ivan.email])
  expect(emails[0]?.subject).toBe(`Falta el valor de la UF de hoy, ${shortDate(today)}`)
  expect(emails[0]?.text).toContain('La CMF respondió 500. mindicador.cl respondió 503.')
  expect(emails[0]?.text).toContain('los socios ven sus montos solo en UF')
  expect(emails[0]?.text).not.toContain(server.settings.CMF_API_KEY)
})

test('staff are told at once when the sources contradict each other, and nothing is saved (§12.146)', async () => {
  const portal = await openWithoutValues()
  server.mindicador = json(mindicadorAnswer([[today, '39876.54']]))
  await run(portal, night)
  const [email] = await told(portal)
  expect(email?.subject).toBe('No se guardó un valor publicado de la UF')
  expect(email?.text).toContain('mindicador.cl dice $\u00a039.876,54')
  expect(await hasUfValue(portal.db, today)).toBe(false)
  // The day's email is sent.
  await run(portal, morning)
  expect(await told(portal)).toHaveLength(1)
})

test('two processes that notice it at once send one email', async () => {
  const portal = await openWithoutValues()
  failBoth()
  await Promise.all([run(portal, morning), run(portal, morning)])
  expect(await told(portal)).toHaveLength(1)
})

test('with UF_FETCH=false nobody is asked; staff are told once the loaded values end (§12.146)', async () => {
  const portal = await openWithoutValues({ UF_FETCH: 'false' })
  await run(portal, morning)
  expect(await told(portal)).toEqual([])
  const [[date, pesos] = []] = publishedValues(addDays(today, -1), 1)
  await exec(
    portal.db,
    sql`insert into uf_values (date, value, source)
      values (${date ?? null}, ${pesos ?? null}, 'file')`,
  )
  await run(portal, morning)
  expect(server.asked).toEqual([])
  expect(await told(portal)).toHaveLength(1)
})

test('the hourly job runs in the worker', async () => {
  const portal = await openWithoutValues()
  await exec(portal.db, sql`select graphile_worker.add_job('update_uf', '{"daysAhead":0}')`)
  await portal.sentEmails()
  expect(await hasUfValue(portal.db, today)).toBe(true)
})
