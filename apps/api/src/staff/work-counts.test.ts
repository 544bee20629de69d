import { endpoints } from '@carpeta/contract/staff'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import type { Visitor } from '../../test/visitor.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const PATH = '/api/staff/counts/'

async function countsOf(person: Visitor) {
  const { status, body } = await person.get(PATH)
  expect(status).toBe(200)
  expect(endpoints['GET /api/staff/counts/'].answer.strict().parse(body)).toEqual(body)
  return body
}

const setAssignee = (id: number, name: string) =>
  portal.pool.query(
    'update requests set assignee_id = (select id from users where first_name = $2) where id = $1',
    [id, name],
  )

async function storeLoad(state: string, rejected: number) {
  await portal.pool.query(
    `insert into loads (state, file_name, file_hash, rejected) values ($1, 'ventas.ndjson', '', $2)`,
    [state, rejected],
  )
}

test('an anonymous visitor is refused, and Rosa learns nothing (§12.381, §12.1745, security 5.61)', async () => {
  expect((await portal.visitor().get(PATH)).status).toBe(401)
  expect(await countsOf(await portal.as('rosa'))).toEqual({})
})

test('Mario reads how many requests are open, late, his and nobody’s, and nothing of accounts (§12.381, security 5.61)', async () => {
  await portal.pool.query('delete from requests')
  await storeRequest(portal, { dueAt: "now() + interval '1 day'" })
  await storeRequest(portal, { by: 'hernan', state: 'missing' })
  const late = await storeRequest(portal, {
    state: 'in_review',
    dueAt: "now() - interval '1 hour'",
  })
  const closed = await storeRequest(portal, { state: 'resolved', closedAt: 'now()' })
  await storeRequest(portal, { by: 'pia', state: 'draft' })
  await setAssignee(late.id, 'Mario')
  await setAssignee(closed.id, 'Mario')
  const mario = await portal.as('mario')
  const { requests, users, loads } = await countsOf(mario)
  expect(requests).toEqual({ open: 3, overdue: 1, mine: 1, unassigned: 2 })
  expect([users, loads]).toEqual([undefined, undefined])

  const open = 'state=sent,in_review,missing'
  const listed = async (query: string) =>
    (await mario.get(`/api/requests/?${query}`)).body.results.length
  expect({
    open: await listed(open),
    overdue: await listed('overdue=1'),
    mine: await listed(`${open}&mine=1`),
    unassigned: await listed(`${open}&unassigned=1`),
  }).toEqual(requests)
})

test('Carla reads how many emails failed, as the filtered list of users shows (§12.381)', async () => {
  await portal.pool.query(
    `update users set invitation_delivery = 'failed' where first_name in ('Tomás', 'Pía')`,
  )
  const carla = await portal.as('carla')
  const counts = await countsOf(carla)
  expect([counts.users, counts.requests]).toEqual([
    { failed_emails: 2, awaited_readers: [] },
    undefined,
  ])
  expect((await carla.get('/api/users/?invitation=failed')).body.results).toHaveLength(2)
})

test('Iván reads how many zips of documents wait for somebody, as their list shows, and Carla none (§12.1952)', async () => {
  const states = ['checking', 'checked', 'refused', 'publishing', 'published', 'failed']
  await portal.pool.query(
    `insert into document_imports (name, state, created_by)
      select 'documentos.zip', state, users.id from unnest($1::text[]) as state, users
      where first_name = 'Iván'`,
    [states],
  )
  const ivan = await portal.as('ivan')
  expect((await countsOf(ivan)).document_imports).toEqual({ waiting: 3 })
  const { results } = (await ivan.get('/api/document-imports/')).body
  const waits = ({ state }: { state: string }) => ['checked', 'refused', 'failed'].includes(state)
  expect(results.filter(waits)).toHaveLength(3)
  expect((await countsOf(await portal.as('carla'))).document_imports).toBeUndefined()
})

test('a zip that waits is listed beside more newer ones than the list takes (§12.1956)', async () => {
  const ivan = await portal.as('ivan')
  const insert = async (state: string, count: number): Promise<number[]> => {
    const { rows } = await portal.pool.query<{ id: number }>(
      `insert into document_imports (name, state, created_by)
        select 'documentos.zip', $1, users.id from users, generate_series(1, $2)
        where first_name = 'Iván' returning id`,
      [state, count],
    )
    return rows.map(({ id }) => id)
  }
  const [waiting] = await insert('refused', 1)
  const newer = await insert('published', 60)
  const { results } = (await ivan.get('/api/document-imports/')).body
  const ids = results.map(({ id }: { id: number }) => id)
  expect(ids).toContain(waiting)
  expect(ids[0]).toBe(Math.max(...newer))
  expect(ids).toEqual(ids.toSorted((one: number, other: number) => other - one))
})

test('Iván reads which loads have rejects since the last one without any (§12.383)', async () => {
  const ivan = await portal.as('ivan')
  const rejects = async () => {
    const { results } = (await ivan.get('/api/loads/?with_rejects=1')).body
    const { with_rejects: count } = (await countsOf(ivan)).loads
    expect(count).toBe(results.length)
    return results.map(({ state }: { state: string }) => state)
  }
  await storeLoad('applied', 3)
  await storeLoad('applied', 0)
  expect(await rejects()).toEqual([])
  await storeLoad('applied', 2)
  await storeLoad('refused', 0)
  await storeLoad('undone', 5)
  await storeLoad('tried', 4)
  expect(await rejects()).toEqual(['refused', 'applied'])
  expect(await countsOf(ivan)).toMatchObject({ payment_reports: { reported: 0 } })
})
