import { beforeAll, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { draftBy, LOS_BOLDOS, publishedBy, titlesOf } from '../../test/announcements.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { json, type Visitor } from '../../test/visitor.ts'

let portal: Portal
let ivan: Visitor
let rosa: Visitor
beforeAll(async () => {
  portal = await openPortal()
  ivan = await portal.as('ivan')
  rosa = await portal.as('rosa')
  await portal.pool.query('delete from announcements')
  return () => portal.close()
})

const deleteAll = () => portal.pool.query('delete from announcements')
const forAll = { audience: 'all', project: '', condominium: '' } as const

/** Runs a change of the sales, and undoes it. */
async function withSales(change: string, check: () => Promise<void>): Promise<void> {
  await portal.pool.query('create table kept_sales as select * from sales')
  try {
    await portal.pool.query(change)
    await check()
  } finally {
    await portal.pool.query(`update sales set withdrawn_at = kept.withdrawn_at,
      approved_on = kept.approved_on, holder_rut = kept.holder_rut, project = kept.project
      from kept_sales kept where kept.id = sales.id`)
    await portal.pool.query('drop table kept_sales')
  }
}

describe('an announcement concerns', () => {
  test('all members with a sale, a project, or a condominium of it (security 5.48)', async () => {
    await deleteAll()
    await publishedBy(ivan, { title: 'Para todos', ...forAll })
    await publishedBy(ivan, { title: 'Para Tumbes', audience: 'project' })
    await publishedBy(ivan, { title: 'Para Los Boldos' })
    await publishedBy(ivan, { title: 'Para Los Litres', condominium: 'Condominio Los Litres' })
    await publishedBy(ivan, {
      title: 'Para Lenga',
      audience: 'project',
      project: 'Mirador de Lenga',
    })
    await draftBy(ivan, { title: 'Borrador' })
    expect(await titlesOf(rosa)).toEqual(['Para Los Boldos', 'Para Tumbes', 'Para todos'])
    // Hernán has sales in three projects.
    expect(await titlesOf(await portal.as('hernan'))).toEqual([
      'Para Lenga',
      'Para Los Boldos',
      'Para Tumbes',
      'Para todos',
    ])
    // Elena's only sale is not approved.
    expect(await titlesOf(await portal.as('elena'))).toEqual([])
  })

  test('the holder of the sale when it is read: a later buyer too, a former one no more (security 5.48)', async () => {
    await deleteAll()
    const id = await publishedBy(ivan, { title: 'Para Los Boldos' })
    const bruno = await portal.as('bruno')
    expect(await titlesOf(bruno)).toEqual([])
    const { rut } = personas.bruno
    await withSales(`update sales set holder_rut = '${rut}' where code = 'V-1001'`, async () => {
      expect(await titlesOf(bruno)).toEqual(['Para Los Boldos'])
      expect((await rosa.get(`/api/client/announcements/${id}/`)).status).toBe(404)
    })
  })

  test.each([
    ['withdrawn', 'withdrawn_at = now()'],
    ['not approved', 'approved_on = null'],
  ])('nobody by a sale that is %s', async (_, change) => {
    await deleteAll()
    await publishedBy(ivan, forAll)
    await withSales(`update sales set ${change} where code = 'V-1001'`, async () => {
      expect(await titlesOf(rosa)).toEqual([])
    })
  })

  test('nobody once it is withdrawn or over; its last day still counts (security 5.48)', async () => {
    await deleteAll()
    const id = await publishedBy(ivan)
    const until = (day: string) =>
      portal.pool.query(`update announcements set visible_until = ${day}`)
    const today = `(now() at time zone 'America/Santiago')::date`
    await until(today)
    expect(await titlesOf(rosa)).toHaveLength(1)
    await until(`${today} - 1`)
    expect(await titlesOf(rosa)).toEqual([])
    await until('null')
    await ivan.post(`/api/announcements/${id}/withdraw/`, json({ version: 1 }))
    expect(await titlesOf(rosa)).toEqual([])
    expect((await rosa.get(`/api/client/announcements/${id}/`)).status).toBe(404)
    expect((await rosa.post(`/api/client/announcements/${id}/read/`, json({}))).status).toBe(404)
  })
})

describe('a member', () => {
  test('reads text and files, and is marked as a reader only by the call', async () => {
    await deleteAll()
    const id = await publishedBy(ivan)
    const read = () => rosa.post(`/api/client/announcements/${id}/read/`, json({}))
    const opened = async () => (await rosa.get(`/api/client/announcements/${id}/`)).body
    expect(await opened()).toMatchObject({ title: 'Corte de agua', read_at: null, files: [] })
    expect(await opened()).toMatchObject({ read_at: null })
    const answers = await Promise.all([read(), read()])
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, {}],
      [200, {}],
    ])
    const { read_at } = await opened()
    expect(read_at).toEqual(expect.any(String))
    await portal.pool.query(`update announcement_reads set read_at = read_at - interval '1 day'`)
    const before = (await opened()).read_at
    await read()
    expect((await opened()).read_at).toBe(before)
  })

  test.each([
    ['GET', '/api/client/announcements/'],
    ['GET', '/api/client/announcements/1/'],
    ['POST', '/api/client/announcements/1/read/'],
  ] as const)('is no anonymous visitor and no staff: %s %s', async (method, path) => {
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    const statuses = await Promise.all(
      [anonymous, await portal.as('carla')].map(
        async (person) => (await person.call(method, path)).status,
      ),
    )
    expect(statuses).toEqual([401, 403])
  })

  test('does not open an announcement of another condominium (security 5.48)', async () => {
    const id = await publishedBy(ivan, { condominium: 'Condominio Los Litres' })
    expect((await rosa.get(`/api/client/announcements/${id}/`)).status).toBe(404)
    expect((await rosa.post(`/api/client/announcements/${id}/read/`, json({}))).status).toBe(404)
  })
})

test('staff who view the portal as Rosa see her announcements, are recorded, and mark none (security 13.25)', async () => {
  await deleteAll()
  const id = await publishedBy(ivan, LOS_BOLDOS)
  const viewer = await portal.as('ivan')
  const { rows } = await portal.pool.query('select id from users where rut = $1', [
    personas.rosa.rut,
  ])
  await viewer.post('/api/view-as/', json({ user_id: rows[0].id, reason: 'Llamó por un aviso' }))
  expect(await titlesOf(viewer)).toEqual(['Corte de agua'])
  expect((await viewer.get(`/api/client/announcements/${id}/`)).body.read_at).toBeNull()
  const marked = await viewer.post(`/api/client/announcements/${id}/read/`, json({}))
  expect([marked.status, marked.headers['x-error-code']]).toEqual([403, 'view_read_only'])
  const reads = await portal.pool.query('select from announcement_reads')
  expect(reads.rowCount).toBe(0)
  const recorded = await portal.pool.query(
    `select object_id from audit_entries where action = 'member.read'
      and object_type = 'announcement' and subject_id = $1 order by id`,
    [rows[0].id],
  )
  expect(recorded.rows.map(({ object_id }) => object_id)).toEqual(['', String(id)])
})
