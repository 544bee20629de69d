import { endpoints } from '@carpeta/contract/staff-requests'
import {
  answerTemplateMessages,
  MAX_TEMPLATES,
} from '@carpeta/domain/requests/answer-template-rules'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { json, type Visitor } from '../../test/visitor.ts'

let portal: Portal
let mario: Visitor
beforeAll(async () => {
  portal = await openPortal()
  mario = await portal.as('mario')
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.pool.query('delete from answer_templates')
})

const path = '/api/answer-templates/'
const create = (body: object, person = mario) => person.post(path, json(body))
const change = (id: number, version: number, body: object, person = mario) =>
  person.call('PATCH', `${path}${id}/`, json({ ...body, version }))
const remove = (id: number | string, version: number, person = mario) =>
  person.call('DELETE', `${path}${id}/?version=${version}`)

test('Mario creates a template, changes it and deletes it (§12.32)', async () => {
  const created = await create({ title: ' Recibido ', body: ' Gracias, lo recibimos. ' })
  expect(created.status).toBe(201)
  const { id } = created.body
  expect(created.body).toEqual({
    ...{ id, title: 'Recibido', body: 'Gracias, lo recibimos.' },
    version: 0,
  })
  const changed = await change(id, 0, { body: 'Muchas gracias.' })
  expect(changed.body).toEqual({ id, title: 'Recibido', body: 'Muchas gracias.', version: 1 })
  expect((await change(id, 1, { title: 'Recibido' })).status).toBe(200)
  const removed = await remove(id, 2)
  expect([removed.status, removed.body]).toEqual([200, {}])
  expect((await remove(id, 2)).status).toBe(404)
  expect((await change(id, 2, { title: 'Otra' })).status).toBe(404)
  expect((await mario.get(path)).body).toEqual({ results: [] })
})

test('a template that Iván changed while Mario had it open is neither overwritten nor deleted (security 5.28, §12.2161)', async () => {
  const { id } = (await create({ title: 'Recibido', body: 'Gracias.' })).body
  await change(id, 0, { body: 'Muchas gracias.' }, await portal.as('ivan'))
  const now = { id, title: 'Recibido', body: 'Muchas gracias.', version: 1 }
  const late = await change(id, 0, { title: 'Acuse', body: 'Gracias.' })
  expect([late.status, late.body]).toEqual([409, answerTemplateMessages.changedMeanwhile.text])
  expect(late.headers['x-error-code']).toBe('changed_meanwhile')
  const removed = await remove(id, 0)
  const refused = [409, answerTemplateMessages.changedBeforeRemoval.text]
  expect([removed.status, removed.body]).toEqual(refused)
  expect((await mario.get(path)).body.results).toEqual([now])

  for (const _ of ['its response is lost', 'again']) {
    const { status, body } = await change(id, 1, { title: 'Acuse' })
    expect([status, body]).toEqual([200, { ...now, title: 'Acuse', version: 2 }])
  }
})

test('there are no more of them than their menu can show (§12.2162)', async () => {
  await portal.pool.query(
    `insert into answer_templates (title, body)
     select 'Plantilla ' || n, 'x' from generate_series(1, ${MAX_TEMPLATES - 1}) n`,
  )
  expect((await create({ title: 'La última', body: 'x' })).status).toBe(201)
  const more = await create({ title: 'Otra', body: 'x' })
  expect([more.status, more.body]).toEqual([400, { title: [answerTemplateMessages.tooMany.text] }])
})

test('templates are sorted by title', async () => {
  for (const title of ['Ñandú', 'Nube', 'árbol', 'Zorro']) await create({ title, body: 'x' })
  const { body } = await mario.get(path)
  expect(endpoints['GET /api/answer-templates/'].answer.parse(body)).toEqual(body)
  expect(body.results.map(({ title }: { title: string }) => title)).toEqual([
    'árbol',
    'Nube',
    'Ñandú',
    'Zorro',
  ])
})

test('a taken title is an error of its field', async () => {
  const taken = { title: [answerTemplateMessages.titleTaken.text] }
  await create({ title: 'Recibido', body: 'x' })
  const again = await create({ title: 'Recibido ', body: 'y' })
  expect([again.status, again.body]).toEqual([400, taken])
  const { body } = await create({ title: 'Otra', body: 'y' })
  const moved = await change(body.id, 0, { title: 'Recibido' })
  expect([moved.status, moved.body]).toEqual([400, taken])
})

test('of ten concurrent templates with one title one is stored', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => create({ title: 'Recibido', body: 'x' })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(400)])
})

test('a blank or too long text is an error of its field', async () => {
  const empty = await create({ title: ' ', body: '' })
  expect([empty.status, empty.body]).toEqual([
    400,
    { title: [answerTemplateMessages.title.text], body: [answerTemplateMessages.body.text] },
  ])
  const long = await create({ title: 'a'.repeat(201), body: 'a'.repeat(5001) })
  expect([long.status, Object.keys(long.body)]).toEqual([400, ['title', 'body']])
  expect((await create({ title: 'a\u0000', body: 'x' })).status).toBe(400)
  expect((await mario.get(path)).body.results).toEqual([])
})

test('templates are only for staff who answer requests', async () => {
  const { body } = await create({ title: 'Recibido', body: 'x' })
  const anonymous = portal.visitor()
  await anonymous.fetchToken()
  const others = [
    [anonymous, 401],
    [await portal.as('rosa'), 403],
    [await portal.as('carla'), 403],
  ] as const
  for (const [person, status] of others) {
    expect((await person.get(path)).status).toBe(status)
    expect((await create({ title: 'Otra', body: 'x' }, person)).status).toBe(status)
    expect((await change(body.id, 0, { title: 'Otra' }, person)).status).toBe(status)
    expect((await remove(body.id, 0, person)).status).toBe(status)
  }
  expect((await mario.get(path)).body.results).toEqual([body])
  for (const invalid of ['abc', '0', '9999999999'])
    expect((await remove(invalid, 0)).status).toBe(404)
})
