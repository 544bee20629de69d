import { endpoints } from '@carpeta/contract/staff-requests'
import { answerTemplateMessages } from '@carpeta/domain/requests/answer-template-rules'
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
const change = (id: number, body: object, person = mario) =>
  person.call('PATCH', `${path}${id}/`, json(body))
const remove = (id: number | string, person = mario) => person.call('DELETE', `${path}${id}/`)

test('Mario creates a template, changes it and deletes it (§12.32)', async () => {
  const created = await create({ title: ' Recibido ', body: ' Gracias, lo recibimos. ' })
  expect(created.status).toBe(201)
  const { id } = created.body
  expect(created.body).toEqual({ id, title: 'Recibido', body: 'Gracias, lo recibimos.' })
  const changed = await change(id, { body: 'Muchas gracias.' })
  expect(changed.body).toEqual({ id, title: 'Recibido', body: 'Muchas gracias.' })
  expect((await change(id, { title: 'Recibido' })).status).toBe(200)
  const removed = await remove(id)
  expect([removed.status, removed.body]).toEqual([200, {}])
  expect((await remove(id)).status).toBe(404)
  expect((await change(id, { title: 'Otra' })).status).toBe(404)
  expect((await mario.get(path)).body).toEqual({ results: [] })
})

test('a template that Iván changed while Mario had its form open is not overwritten (security 5.28)', async () => {
  const as_read = { title: 'Recibido', body: 'Gracias.' }
  const { id } = (await create(as_read)).body
  await change(id, { body: 'Muchas gracias.' }, await portal.as('ivan'))
  const late = await change(id, { ...as_read, title: 'Acuse', as_read })
  expect([late.status, late.body]).toEqual([409, answerTemplateMessages.changedMeanwhile.text])
  expect(late.headers['x-error-code']).toBe('changed_meanwhile')
  expect((await mario.get(path)).body.results).toEqual([
    { ...as_read, id, body: 'Muchas gracias.' },
  ])

  const now = { ...as_read, body: 'Muchas gracias.' }
  for (const _ of ['its response is lost', 'again']) {
    const { status, body } = await change(id, { title: 'Acuse', as_read: now })
    expect([status, body]).toEqual([200, { ...now, id, title: 'Acuse' }])
  }
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
  const moved = await change(body.id, { title: 'Recibido' })
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
    expect((await change(body.id, { title: 'Otra' }, person)).status).toBe(status)
    expect((await remove(body.id, person)).status).toBe(status)
  }
  expect((await mario.get(path)).body.results).toEqual([body])
  for (const invalid of ['abc', '0', '9999999999']) expect((await remove(invalid)).status).toBe(404)
})
