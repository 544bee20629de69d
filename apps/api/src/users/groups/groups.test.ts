import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { personas } from '../../../seeds/personas.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { json, type Visitor } from '../../../test/visitor.ts'
import { exec, many, sql } from '../../db/query.ts'

let portal: Portal
let ivan: Visitor
beforeEach(async () => {
  portal = await openPortal()
  ivan = await portal.as('ivan')
})
afterEach(() => portal.close())

const add = (group: object) => ivan.post('/api/groups/', json(group))
const change = (id: number, group: object) => ivan.call('PATCH', `/api/groups/${id}/`, json(group))
const remove = (id: number) => ivan.call('DELETE', `/api/groups/${id}/`)
const list = async (person: Visitor) => (await person.get('/api/groups/')).body
const idOf = async (rut: string) => {
  const rows = await many<{ id: number }>(portal.db, sql`select id from users where rut = ${rut}`)
  return rows[0]?.id ?? 0
}
const setGroups = async (rut: string, groupIds: number[]) =>
  ivan.call('PATCH', `/api/users/${await idOf(rut)}/`, json({ group_ids: groupIds }))

describe('the groups that a cooperative starts with', () => {
  test('Iván sees what they may do and how many belong to them', async () => {
    expect(await list(ivan)).toEqual({
      results: [
        {
          id: 1,
          name: 'Administración',
          permissions: [
            ...['auth.add_user', 'auth.change_user', 'auth.delete_user', 'users.manage_users'],
            'users.view_as_member',
          ],
          members: 2,
        },
        {
          id: 2,
          name: 'Atención de socios',
          permissions: ['procedures.change_procedures', 'requests.answer_requests'],
          members: 1,
        },
        { id: 3, name: 'Contabilidad', permissions: ['sales.import_sales'], members: 0 },
      ],
      current: 1,
      lastPage: 1,
    })
  })

  test('Carla sees their names alone; by name, both ways, and in pages', async () => {
    const carla = await portal.as('carla')
    expect((await list(carla)).results[0]).toEqual({ id: 1, name: 'Administración' })
    const { body } = await carla.get('/api/groups/?orderBy=name&orderDesc=1&pageSize=2&page=1')
    expect(body).toMatchObject({ results: [{ id: 3 }, { id: 2 }], current: 1, lastPage: 2 })
  })
})

describe('who may', () => {
  test('see them: who manages users', async () => {
    expect((await portal.visitor().get('/api/groups/')).status).toBe(401)
    for (const name of ['rosa', 'mario'] as const) {
      expect((await (await portal.as(name)).get('/api/groups/')).status).toBe(403)
    }
  })

  test('change them: superusers alone', async () => {
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    const people: [Visitor, number][] = [[anonymous, 401]]
    for (const name of ['rosa', 'carla', 'mario'] as const) {
      people.push([await portal.as(name), 403])
    }
    const before = await list(ivan)
    for (const [person, status] of people) {
      expect((await person.post('/api/groups/', json({ name: 'X' }))).status).toBe(status)
      expect((await person.call('PATCH', '/api/groups/3/', json({ name: 'X' }))).status).toBe(
        status,
      )
      expect((await person.call('DELETE', '/api/groups/3/')).status).toBe(status)
    }
    expect(await list(ivan)).toEqual(before)
  })
})

describe('a group', () => {
  test('is added with what it may do', async () => {
    const permissions = ['sales.import_sales', 'audit.view_audit', 'sales.import_sales']
    const { status, body } = await add({ name: ' Control ', permissions, id: 1, members: 9 })
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'Control',
        permissions: ['audit.view_audit', 'sales.import_sales'],
        members: 0,
      },
    ])
    expect((await list(ivan)).results.at(-1)).toEqual(body)
  })

  test.each([
    [{}, { name: ['Ingrese nombre'] }],
    [{ name: 'Contabilidad' }, { name: ['Ya existe un grupo con este nombre'] }],
    [
      { name: 'X', permissions: ['trees.climb'] },
      { permissions: ['Permiso desconocido: trees.climb'] },
    ],
    [
      { name: 'x'.repeat(151) },
      { name: ['Asegúrese de que este campo no tenga más de 150 caracteres.'] },
    ],
    [{ name: 'X', permissions: 'all' }, { permissions: ['Datos inválidos.'] }],
  ])('%j is told at its field', async (group, body) => {
    expect(await add(group)).toMatchObject({ status: 400, body })
  })

  test('keeps what is not sent', async () => {
    expect((await change(3, { name: 'Finanzas' })).body).toEqual({
      ...{ id: 3, name: 'Finanzas', permissions: ['sales.import_sales'], members: 0 },
    })
    expect((await change(3, { permissions: [] })).body).toMatchObject({ name: 'Finanzas' })
    expect(await change(3, { name: ' ' })).toMatchObject({
      status: 400,
      body: { name: ['Ingrese nombre'] },
    })
    expect((await change(3, { name: 'Administración' })).status).toBe(400)
  })

  test.each(['99', 'abc', '0'])('%s is none', async (id) => {
    const none = { status: 404, body: { detail: 'No encontrado.' } }
    expect(await ivan.call('PATCH', `/api/groups/${id}/`, json({}))).toMatchObject(none)
    expect(await ivan.call('DELETE', `/api/groups/${id}/`)).toMatchObject(none)
  })
})

describe('a change acts on the next call of an open session', () => {
  test('what the group may, its members may', async () => {
    const carla = await portal.as('carla')
    const mario = await portal.as('mario')
    expect((await mario.get('/api/users/')).status).toBe(403)
    await change(2, { permissions: ['users.manage_users'] })
    await change(1, { permissions: [] })
    expect((await mario.get('/api/users/')).status).toBe(200)
    expect((await carla.get('/api/users/')).status).toBe(403)
    expect((await carla.get('/api/auth/user/')).body.permissions).toEqual([])
  })

  test('and who is taken out of it may no more', async () => {
    const carla = await portal.as('carla')
    await setGroups(personas.carla.rut, [])
    expect((await carla.get('/api/users/')).status).toBe(403)
    await setGroups(personas.carla.rut, [1])
    expect((await carla.get('/api/users/')).status).toBe(200)
  })
})

describe('a group is deleted', () => {
  test('when nobody belongs to it, and not before', async () => {
    expect(await remove(1)).toMatchObject({
      status: 400,
      body: 'El grupo tiene 2 integrantes. Quítalos del grupo antes de eliminarlo.',
    })
    expect(await remove(3)).toMatchObject({ status: 200, body: {} })
    expect((await list(ivan)).results).toHaveLength(2)
    expect((await remove(3)).status).toBe(404)
  })

  test('who is in the trash does not hold it back, and is restored without it', async () => {
    const mario = await idOf(personas.mario.rut)
    await ivan.call('DELETE', `/api/users/${mario}/`)
    expect((await remove(2)).status).toBe(200)
    const { body } = await ivan.call('PATCH', `/api/users/${mario}/restore/`)
    expect(body).toMatchObject({ group_ids: [], permissions: [] })
  })

  test('not while one of it is taken out of the trash', async () => {
    const mario = await idOf(personas.mario.rut)
    await ivan.call('DELETE', `/api/users/${mario}/`)
    let removing: ReturnType<typeof remove> | undefined
    await portal.db.transaction(async (tx) => {
      await exec(tx, sql`update users set deleted_at = null where id = ${mario}`)
      // The group's members are counted, and Mario is none so far; then it waits.
      await exec(tx, sql`lock table user_groups in share mode`)
      removing = remove(2)
      await vi.waitFor(async () => {
        const rows = await many(
          portal.db,
          sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows).toHaveLength(1)
      })
    })
    expect(await removing).toMatchObject({
      status: 400,
      body: 'El grupo tiene 1 integrante. Quítalo del grupo antes de eliminarlo.',
    })
  })

  test('while somebody is put into it: either he is in it, or it is gone', async () => {
    for (let i = 0; i < 5; i++) {
      const { id } = (await add({ name: `Grupo ${i}` })).body
      const [given, gone] = await Promise.all([setGroups(personas.mario.rut, [id]), remove(id)])
      expect([given.status, gone.status].toSorted()).toEqual([200, 400])
      const { body } = await ivan.get(`/api/users/${await idOf(personas.mario.rut)}/`)
      expect(body.group_ids).toEqual(given.status === 200 ? [id] : expect.not.arrayContaining([id]))
    }
  })
})

test('a permission that this version does not know stays with a group that has it', async () => {
  await exec(portal.db, sql`insert into group_permissions values (3, 'sales.of_another_version')`)
  const kept = ['sales.import_sales', 'sales.of_another_version']
  expect((await change(3, { name: 'Tesorería' })).body).toMatchObject({ permissions: kept })
  expect((await change(3, { permissions: kept })).status).toBe(200)
  const permissions = ['sales.of_another_version', 'sales.of_no_version']
  expect((await change(3, { permissions })).body).toEqual({
    permissions: ['Permiso desconocido: sales.of_no_version'],
  })
  expect((await change(2, { permissions: ['sales.of_another_version'] })).status).toBe(400)
})

test('the trail tells what a group might and may', async () => {
  await change(3, { permissions: ['audit.view_audit'] })
  await change(3, { permissions: ['audit.view_audit'] })
  await remove(3)
  const rows = await many<{ line: string }>(
    portal.db,
    sql`select action || ' ' || before || ' ' || after as line from audit_entries
    where object_type = 'group' order by id`,
  )
  expect(rows.map(({ line }) => line)).toEqual([
    'group.changed {"permissions": ["sales.import_sales"]} {"permissions": ["audit.view_audit"]}',
    'group.deleted {"name": "Contabilidad", "permissions": ["audit.view_audit"]} {}',
  ])
})
