import { definitions } from '@carpeta/contract/requests/queue-schemas'
import { MAX_SAVED_FILTERS, savedFilterMessages } from '@carpeta/domain/requests/queue-rules'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../../../test/open-portal.ts'
import { json, type Visitor } from '../../../../test/visitor.ts'

let portal: Portal
let mario: Visitor
beforeAll(async () => {
  portal = await openPortal()
  mario = await portal.as('mario')
})
afterAll(() => portal.close())
beforeEach(() => portal.pool.query('delete from saved_filters'))

const PATH = '/api/requests/filters/'
const save = (name: string, filters: object, person = mario) =>
  person.post(PATH, json({ name, filters }))
const remove = (id: number, person = mario) => person.call('DELETE', `${PATH}${id}/`)

async function listed(person = mario) {
  const { status, body } = await person.get(PATH)
  expect(status).toBe(200)
  expect(definitions.listSavedFilters.answer.parse(body)).toEqual(body)
  return body.results.map(({ name, filters }: { name: string; filters: object }) => [name, filters])
}

test('Mario keeps filters by name, a second one of the same name replaces the first (§12.387)', async () => {
  const saved = await save(' Urgentes ', { overdue: '1', state: 'sent' })
  expect(saved.status).toBe(201)
  await save('Árbol', { q: 'poda' })
  await save('URGENTES', { overdue: '1' })
  expect(await listed()).toEqual([
    ['Árbol', { q: 'poda' }],
    ['URGENTES', { overdue: '1' }],
  ])
  expect((await remove(saved.body.id)).status).toBe(200)
  expect(await listed()).toEqual([['Árbol', { q: 'poda' }]])
})

test('another user’s filter is neither seen nor deleted (§12.387, security 5.64)', async () => {
  const { body } = await save('Urgentes', { overdue: '1' })
  const ivan = await portal.as('ivan')
  expect(await listed(ivan)).toEqual([])
  expect((await remove(body.id, ivan)).status).toBe(404)
  expect(await listed()).toHaveLength(1)
})

test('a filter without a name, without filters or with unknown ones is refused', async () => {
  expect((await save(' ', { overdue: '1' })).body).toEqual({ name: [savedFilterMessages.name] })
  expect((await save('Nada', { q: ' ' })).body).toEqual({ __all__: [savedFilterMessages.nothing] })
  expect((await save('Otro', { password: '1' })).status).toBe(400)
  expect((await save('x'.repeat(61), { q: 'a' })).status).toBe(400)
})

test('there is a limit, which replacing does not meet', async () => {
  for (let each = 1; each <= MAX_SAVED_FILTERS; each++) await save(`Filtro ${each}`, { q: 'a' })
  expect((await save('Uno más', { q: 'a' })).body).toEqual({ name: [savedFilterMessages.tooMany] })
  expect((await save('Filtro 1', { q: 'b' })).status).toBe(201)
})

test('they are for staff who answer requests, and go with the account’s data', async () => {
  expect((await portal.visitor().get(PATH)).status).toBe(401)
  const rosa = await portal.as('rosa')
  expect((await rosa.get(PATH)).status).toBe(403)
  expect((await save('Mía', { q: 'a' }, rosa)).status).toBe(403)
  await save('Urgentes', { overdue: '1' })
  const { body } = await mario.get('/api/client/data.json')
  expect(body.saved_filters).toEqual([{ name: 'Urgentes', filters: { overdue: '1' } }])
})
