import { endpoints, type StarterProcedure } from '@carpeta/contract/procedures'
import { starterProcedures } from '@carpeta/domain/setup/starter-procedures'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { json, type Visitor } from '../../test/visitor.ts'

const PATH = '/api/procedures/starter/'
const COPY = 'Copia de contrato o de otro documento'
const VISIT = 'Visita a la vivienda o al terreno'
const CLAIM = 'Reclamo o sugerencia'

let portal: Portal
let mario: Visitor
beforeAll(async () => {
  portal = await openPortal()
  mario = await portal.as('mario')
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.pool.query(
    `delete from requests; delete from procedures where not is_sample and data_subject_right is null`,
  )
})

const add = (titles: string[], person = mario) => person.post(PATH, json({ titles }))

async function listed(): Promise<StarterProcedure[]> {
  const { status, body } = await mario.get(PATH)
  expect(status).toBe(200)
  expect(endpoints['GET /api/procedures/starter/'].answer.parse(body)).toEqual(body)
  return body.results
}

async function ownTitles(): Promise<string[]> {
  const { rows } = await portal.pool.query(
    `select title from procedures
     where not is_sample and data_subject_right is null and deleted_at is null order by position`,
  )
  return rows.map(({ title }) => title)
}

test('Mario adds some of the usual procedures, once (§12.472)', async () => {
  expect((await listed()).map(({ title }) => title)).toEqual(
    starterProcedures.map(({ title }) => title),
  )
  expect((await add([CLAIM, VISIT])).body).toEqual({ added: 2 })
  expect(await ownTitles()).toEqual([VISIT, CLAIM])
  expect((await add([VISIT, CLAIM])).body).toEqual({ added: 0 })
  const present = (await listed()).flatMap(({ title, is_present }) => (is_present ? [title] : []))
  expect(present).toEqual([VISIT, CLAIM])
  const { rows } = await portal.pool.query(
    `select after ->> 'title' as title from audit_entries
     where action = 'procedure.created' order by id desc limit 2`,
  )
  expect(rows.map(({ title }) => title)).toEqual([CLAIM, VISIT])
})

test('one that staff have typed with other capitals is not added again (§12.472)', async () => {
  const form = { description: 'x', documents: [], answer_hours: 8, is_active: true }
  await mario.post(
    '/api/procedures/',
    json({ ...form, title: 'VISITA a la vivienda o al terreno' }),
  )
  expect((await add([VISIT])).body).toEqual({ added: 0 })
  expect(await ownTitles()).toEqual(['VISITA a la vivienda o al terreno'])
})

test('one of the sample becomes the cooperative’s own instead of a second one (§12.472)', async () => {
  expect((await add([COPY])).body).toEqual({ added: 1 })
  const { rows } = await portal.pool.query(
    'select is_sample from procedures where title = $1 and deleted_at is null',
    [COPY],
  )
  expect(rows).toEqual([{ is_sample: false }])
  expect((await add([COPY])).body).toEqual({ added: 0 })
  await portal.pool.query('update procedures set is_sample = true where title = $1', [COPY])
})

test('of five people who add the same at once one does (§12.472)', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => add([VISIT, CLAIM])))
  expect(answers.map(({ body }) => body.added).toSorted()).toEqual([0, 0, 0, 0, 2])
  expect(await ownTitles()).toEqual([VISIT, CLAIM])
})

test('an unknown title adds nothing, and none is refused', async () => {
  expect((await add(['Préstamo de dinero'])).body).toEqual({ added: 0 })
  expect((await add([])).status).toBe(400)
})

test('they are for staff who edit the catalogue', async () => {
  const anonymous = portal.visitor()
  await anonymous.fetchToken()
  const others = [
    [anonymous, 401],
    [await portal.as('rosa'), 403],
    [await portal.as('carla'), 403],
  ] as const
  for (const [person, status] of others) {
    expect((await person.get(PATH)).status).toBe(status)
    expect((await add([VISIT], person)).status).toBe(status)
  }
  expect(await ownTitles()).toEqual([])
})
