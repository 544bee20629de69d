import { groupMessages, MAX_GROUPS } from '@carpeta/domain/access/group-rules'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PersonaName } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { waitForBlockedStatement } from '../../test/users/concurrent-call.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { exec, many, sql } from '../db/query.ts'

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
const setGroups = async (name: PersonaName, groupIds: number[]) =>
  ivan.call(
    'PATCH',
    `/api/users/${await userIdOf(portal.db, name)}/`,
    json({ group_ids: groupIds }),
  )

test('there are no more of them than the form of a user can list (§12.2164)', async () => {
  await exec(
    portal.db,
    sql`insert into groups (name) select 'Grupo ' || n from generate_series(1, ${MAX_GROUPS - 4}::integer) n`,
  )
  expect((await add({ name: 'El último', permissions: [] })).status).toBe(201)
  const more = await add({ name: 'Otro', permissions: [] })
  expect([more.status, more.body]).toEqual([400, { name: [groupMessages.tooMany.text] }])
})

describe('the default groups', () => {
  test('Iván sees their permissions and the number of their members', async () => {
    expect(await list(ivan)).toEqual({
      results: [
        {
          id: 1,
          name: 'Administración',
          permissions: [
            'auth.add_user',
            'auth.change_user',
            'auth.delete_user',
            'users.manage_users',
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
        {
          id: 3,
          name: 'Contabilidad',
          permissions: ['payments.match_payments', 'sales.import_sales'],
          members: 0,
        },
      ],
      current: 1,
      lastPage: 1,
    })
  })

  test('Carla sees only their names, ordered by name in both directions, and in pages (§3.14)', async () => {
    const carla = await portal.as('carla')
    expect((await list(carla)).results[0]).toEqual({ id: 1, name: 'Administración' })
    const { body } = await carla.get('/api/groups/?orderBy=name&orderDesc=1&pageSize=2&page=1')
    expect(body).toMatchObject({ results: [{ id: 3 }, { id: 2 }], current: 1, lastPage: 2 })
  })
})

test('without a query all come on one page, one has its own, and none was ever kept (§7.23, §12.1024)', async () => {
  for (let index = 0; index < 12; index += 1) await add({ name: `Grupo ${index}`, permissions: [] })
  const all = await list(ivan)
  expect([all.results.length, all.current, all.lastPage]).toEqual([15, 1, 1])
  expect((await ivan.get('/api/groups/?page=1')).body.results).toHaveLength(15)
  expect((await ivan.get('/api/groups/?page=2&pageSize=10')).body.results).toHaveLength(5)
  const carla = await portal.as('carla')
  expect((await carla.get('/api/groups/3/')).body).toEqual({ id: 3, name: 'Contabilidad' })
  expect((await ivan.get('/api/groups/3/')).body).toEqual(all.results[2])
  expect((await carla.get('/api/groups/99/')).status).toBe(404)
  await remove(all.results.at(-1).id)
  const trashed = await carla.get('/api/groups/trashed/?page=1&pageSize=10&orderBy=&orderDesc=')
  expect(trashed).toMatchObject({ status: 200, body: { results: [], current: 1, lastPage: 1 } })
})

describe('access to groups', () => {
  test('to see them needs the permission to manage users (§7.23)', async () => {
    expect((await portal.visitor().get('/api/groups/')).status).toBe(401)
    for (const name of ['rosa', 'mario'] as const) {
      expect((await (await portal.as(name)).get('/api/groups/')).status).toBe(403)
    }
  })

  test('only superusers change them (security 5.10)', async () => {
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
  test('is created with its permissions', async () => {
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
  ])('%j is reported at its field', async (group, body) => {
    expect(await add(group)).toMatchObject({ status: 400, body })
  })

  test('keeps fields that are not sent', async () => {
    expect((await change(3, { name: 'Finanzas' })).body).toEqual({
      id: 3,
      name: 'Finanzas',
      permissions: ['payments.match_payments', 'sales.import_sales'],
      members: 0,
    })
    expect((await change(3, { permissions: [] })).body).toMatchObject({ name: 'Finanzas' })
    expect(await change(3, { name: ' ' })).toMatchObject({
      status: 400,
      body: { name: ['Ingrese nombre'] },
    })
    expect((await change(3, { name: 'Administración' })).status).toBe(400)
  })

  test.each(['99', 'abc', '0'])('%s is not found', async (id) => {
    const none = { status: 404, body: { detail: 'No encontrado.' } }
    expect(await ivan.call('PATCH', `/api/groups/${id}/`, json({}))).toMatchObject(none)
    expect(await ivan.call('DELETE', `/api/groups/${id}/`)).toMatchObject(none)
  })
})

describe('a change acts on the next call of an open session (security 3.12)', () => {
  test('members have the permissions of their group', async () => {
    const carla = await portal.as('carla')
    const mario = await portal.as('mario')
    expect((await mario.get('/api/users/')).status).toBe(403)
    await change(2, { permissions: ['users.manage_users'] })
    await change(1, { permissions: [] })
    expect((await mario.get('/api/users/')).status).toBe(200)
    expect((await carla.get('/api/users/')).status).toBe(403)
    expect((await carla.get('/api/auth/user/')).body.permissions).toEqual([])
  })

  test('a user who leaves the group loses its permissions', async () => {
    const carla = await portal.as('carla')
    await setGroups('carla', [])
    expect((await carla.get('/api/users/')).status).toBe(403)
    await setGroups('carla', [1])
    expect((await carla.get('/api/users/')).status).toBe(200)
  })
})

describe('deleting a group', () => {
  test('needs a group without members', async () => {
    expect(await remove(1)).toMatchObject({
      status: 400,
      body: 'El grupo tiene 2 integrantes. Quítalos del grupo antes de eliminarlo.',
    })
    expect(await remove(3)).toMatchObject({ status: 200, body: {} })
    expect((await list(ivan)).results).toHaveLength(2)
    expect((await remove(3)).status).toBe(404)
  })

  test('is not prevented by a deleted member, who is restored without it', async () => {
    const mario = await userIdOf(portal.db, 'mario')
    await ivan.call('DELETE', `/api/users/${mario}/`)
    expect((await remove(2)).status).toBe(200)
    const { body } = await ivan.call('PATCH', `/api/users/${mario}/restore/`)
    expect(body).toMatchObject({ group_ids: [], permissions: [] })
  })

  test('is refused while a member is being restored', async () => {
    const mario = await userIdOf(portal.db, 'mario')
    await ivan.call('DELETE', `/api/users/${mario}/`)
    let removing: ReturnType<typeof remove> | undefined
    await portal.db.transaction(async (tx) => {
      await exec(tx, sql`update users set deleted_at = null where id = ${mario}`)
      // The deletion does not see Mario as a member yet; then it waits for this lock.
      await exec(tx, sql`lock table user_groups in share mode`)
      removing = remove(2)
      await waitForBlockedStatement(portal.db)
    })
    expect(await removing).toMatchObject({
      status: 400,
      body: 'El grupo tiene 1 integrante. Quítalo del grupo antes de eliminarlo.',
    })
  })

  test('while a member is added: either the group has the member, or it is gone', async () => {
    for (let i = 0; i < 5; i++) {
      const { id } = (await add({ name: `Grupo ${i}` })).body
      const [given, gone] = await Promise.all([setGroups('mario', [id]), remove(id)])
      expect([given.status, gone.status].toSorted()).toEqual([200, 400])
      const { body } = await ivan.get(`/api/users/${await userIdOf(portal.db, 'mario')}/`)
      expect(body.group_ids).toEqual(given.status === 200 ? [id] : expect.not.arrayContaining([id]))
    }
  })
})

test('a permission that was removed while Iván had the form open stays removed (security 5.28)', async () => {
  const as_read = {
    name: 'Contabilidad',
    permissions: ['payments.match_payments', 'sales.import_sales'],
  }
  await change(3, { permissions: ['payments.match_payments'] })
  const late = await change(3, {
    permissions: [...as_read.permissions, 'audit.view_audit'],
    as_read,
  })
  expect([late.status, late.body]).toEqual([409, groupMessages.changedMeanwhile.text])
  expect(late.headers['x-error-code']).toBe('changed_meanwhile')

  const permissions = ['audit.view_audit', 'payments.match_payments']
  const { body } = await change(3, {
    permissions,
    as_read: { ...as_read, permissions: ['payments.match_payments'] },
  })
  expect(body).toMatchObject({ name: 'Contabilidad', permissions })
})

test('a permission that this version does not know stays with a group that has it', async () => {
  await exec(portal.db, sql`insert into group_permissions values (3, 'sales.of_another_version')`)
  const current = ['payments.match_payments', 'sales.import_sales', 'sales.of_another_version']
  expect((await change(3, { name: 'Tesorería' })).body).toMatchObject({ permissions: current })
  expect((await change(3, { permissions: current })).status).toBe(200)
  const permissions = ['sales.of_another_version', 'sales.of_no_version']
  expect((await change(3, { permissions })).body).toEqual({
    permissions: ['Permiso desconocido: sales.of_no_version'],
  })
  expect((await change(2, { permissions: ['sales.of_another_version'] })).status).toBe(400)
})

test('the audit log records the permissions before and after', async () => {
  await change(3, { permissions: ['audit.view_audit'] })
  await change(3, { permissions: ['audit.view_audit'] })
  await remove(3)
  const rows = await many<{ line: string }>(
    portal.db,
    sql`select action || ' ' || before || ' ' || after as line from audit_entries
    where object_type = 'group' order by id`,
  )
  expect(rows.map(({ line }) => line)).toEqual([
    'group.changed {"permissions": ["payments.match_payments", "sales.import_sales"]} {"permissions": ["audit.view_audit"]}',
    'group.deleted {"name": "Contabilidad", "permissions": ["audit.view_audit"]} {}',
  ])
})
