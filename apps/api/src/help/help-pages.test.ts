import { endpoints } from '@carpeta/contract/help'
import { helpPageLimits, helpPageMessages } from '@carpeta/domain/help/help-page-rules'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { json, type Visitor } from '../../test/visitor.ts'

let portal: Portal
let ivan: Visitor
let rosa: Visitor
beforeAll(async () => {
  portal = await openPortal()
  ivan = await portal.as('ivan')
  rosa = await portal.as('rosa')
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.pool.query('delete from help_pages')
})

const path = '/api/help-pages/'
const hours = { topic: 'payment', title: 'Horario de caja', body: 'Lunes a viernes.\n\nDe 9 a 14.' }
const create = (body: object = hours, person = ivan) => person.post(path, json(body))
const change = (id: number, body: object, person = ivan) =>
  person.call('PATCH', `${path}${id}/`, json(body))
const remove = (id: number | string, person = ivan, version = 0) =>
  person.call('DELETE', `${path}${id}/?version=${version}`)

test('Iván adds a page, Rosa reads it, he changes it and deletes it (§12.262)', async () => {
  const created = await create({ ...hours, title: ' Horario de caja ' })
  expect([created.status, created.body]).toEqual([
    201,
    { ...hours, id: created.body.id, version: 0 },
  ])
  const seen = await rosa.get(path)
  expect(endpoints['GET /api/help-pages/'].answer.parse(seen.body)).toEqual({
    results: [created.body],
  })

  const { id } = created.body
  const changed = await change(id, { ...hours, topic: 'other', version: 0 })
  expect([changed.status, changed.body]).toEqual([
    200,
    { ...hours, id, topic: 'other', version: 1 },
  ])
  const removed = await remove(id, ivan, 1)
  expect([removed.status, removed.body]).toEqual([200, {}])
  expect((await rosa.get(path)).body).toEqual({ results: [] })
  expect((await remove(id)).status).toBe(404)
  expect((await change(id, { ...hours, version: 1 })).status).toBe(404)
})

test('a page that another person changed meanwhile is not overwritten or deleted (§12.262, §12.1833)', async () => {
  const { id } = (await create()).body
  await change(id, { ...hours, body: 'De 9 a 13.', version: 0 })
  const late = await change(id, { ...hours, body: 'De 10 a 14.', version: 0 })
  expect([late.status, late.body]).toEqual([409, helpPageMessages.changedMeanwhile.text])
  expect(late.headers['x-error-code']).toBe('changed_meanwhile')
  const removed = await remove(id)
  expect([removed.status, removed.body]).toEqual([409, helpPageMessages.changedBeforeRemoval.text])
  expect((await rosa.get(path)).body.results).toMatchObject([{ body: 'De 9 a 13.', version: 1 }])
})

test('what is missing, too long, taken or too much is an error of its field', async () => {
  const empty = await create({ topic: 'deed', title: ' ', body: '' })
  expect([empty.status, empty.body]).toEqual([
    400,
    { title: ['Ingresa título'], body: ['Ingresa texto'] },
  ])
  expect((await create({ ...hours, topic: 'pagos' })).status).toBe(400)
  const taken = { title: [helpPageMessages.titleTaken.text] }
  await create()
  expect(await create()).toMatchObject({ status: 400, body: taken })
  const other = await create({ ...hours, title: 'Otro' })
  expect(await change(other.body.id, { ...hours, version: 0 })).toMatchObject({
    status: 400,
    body: taken,
  })
  for (let count = 2; count < helpPageLimits.pages; count += 1) {
    await create({ ...hours, title: `Página ${count}` })
  }
  expect(await create({ ...hours, title: 'Una más' })).toMatchObject({
    status: 400,
    body: { title: [helpPageMessages.tooMany.text] },
  })
})

test('of ten pages with one title at once one is stored', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => create()))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(400)])
})

test('pages are read by all signed-in users, and written by staff who publish for members', async () => {
  const { body } = await create()
  const anonymous = portal.visitor()
  await anonymous.fetchToken()
  expect((await anonymous.get(path)).status).toBe(401)
  const others = [
    [anonymous, 401],
    [rosa, 403],
    [await portal.as('mario'), 403],
  ] as const
  for (const [person, status] of others) {
    expect((await create({ ...hours, title: 'Otra' }, person)).status).toBe(status)
    expect((await change(body.id, { ...hours, version: 0 }, person)).status).toBe(status)
    expect((await remove(body.id, person)).status).toBe(status)
  }
  expect((await rosa.get(path)).body.results).toEqual([body])
  for (const invalid of ['abc', '0', '9999999999']) expect((await remove(invalid)).status).toBe(404)
})
