import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { entriesSince, lastEntry } from '../../test/audit/audit-entries.ts'
import { cloneDatabase, openPortalOn, type Portal } from '../../test/open-portal.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import type { Visitor } from '../../test/visitor.ts'

// Lists of staff are read at each call. The statements of this portal ask a clock that the tests set.

let portal: Portal
let ivan: Visitor
beforeAll(async () => {
  const connection = await cloneDatabase('sample')
  await connection.pool.query(`
    create schema clock;
    create table clock.difference (by interval not null);
    insert into clock.difference values ('0');
    create function clock.now() returns timestamptz language sql stable
      as 'select pg_catalog.now() + by from clock.difference';
    grant usage on schema clock to public;
    grant select on clock.difference to public;
    do $$ begin
      execute format('alter database %I set search_path = clock, pg_catalog, public', current_database());
    end $$`)
  portal = await openPortalOn(connection)
  ivan = await portal.as('ivan')
})
afterAll(() => portal.close())
beforeEach(() => letPass('0'))

const letPass = (time: string) => portal.pool.query('update clock.difference set by = $1', [time])

test('a request becomes overdue when its deadline passes (§12.641)', async () => {
  const { id } = await storeRequest(portal, { dueAt: "now() + interval '30 minutes'" })
  const isOverdue = async () => {
    const { body } = await ivan.get('/api/requests/?mine=0')
    return body.results.find((row: { id: number }) => row.id === id).is_overdue
  }
  const overdue = async () => (await ivan.get('/api/staff/counts/')).body.requests.overdue
  const before = await overdue()
  expect(await isOverdue()).toBe(false)
  await letPass('29 minutes')
  expect([await isOverdue(), await overdue()]).toEqual([false, before])
  await letPass('31 minutes')
  expect([await isOverdue(), await overdue()]).toEqual([true, before + 1])
})

test('a change of an email is pending until its days have passed (§12.641)', async () => {
  await portal.pool.query(
    `insert into email_changes (user_id, old_email, new_email, confirm_hash, revert_hash, requested_at)
     select id, email, 'otra@correo.example', 'a', 'b', now() - interval '7 days' + interval '30 minutes'
     from users where rut = '12345678-5'`,
  )
  const pending = async () => {
    const { body } = await ivan.get('/api/users/?fullname=rosa')
    return body.results[0].pending_email
  }
  expect(await pending()).toBe('otra@correo.example')
  await letPass('29 minutes')
  expect(await pending()).toBe('otra@correo.example')
  await letPass('31 minutes')
  expect(await pending()).toBeUndefined()
})

test.each(['/api/users/?email=correo', '/api/requests/?q=rosa'])(
  'the same read of %s is in the audit log once an hour (§12.641, security 3.24)',
  async (path) => {
    await storeRequest(portal)
    const last = await lastEntry(portal)
    const reads = async () => (await entriesSince(portal, last)).map(({ action }) => action)
    for (let time = 0; time < 3; time++) await ivan.get(path)
    expect(await reads()).toEqual(['member.listed'])
    await letPass('1 hour')
    for (let time = 0; time < 3; time++) await ivan.get(path)
    expect(await reads()).toEqual(['member.listed', 'member.listed'])
  },
)

test('they end at once with the permission, the group and the session (security 3.24)', async () => {
  const carla = await portal.as('carla')
  const run = (statement: string, values: unknown[] = []) => portal.pool.query(statement, values)
  const seen = async () => ({
    users: (await carla.get('/api/users/')).status,
    counts: Object.keys((await carla.get('/api/staff/counts/')).body),
  })
  const everything = { users: 200, counts: expect.arrayContaining(['users', 'setup']) }
  expect(await seen()).toEqual(everything)
  await run(`delete from group_permissions where permission = 'users.manage_users'`)
  expect(await seen()).toEqual({ users: 403, counts: expect.not.arrayContaining(['users']) })
  await run(
    `insert into group_permissions select id, 'users.manage_users' from groups where name = $1`,
    [personas.carla.group],
  )
  expect(await seen()).toEqual(everything)
  const id = await userIdOf(portal.db, 'carla')
  await run('delete from user_groups where user_id = $1', [id])
  expect(await seen()).toEqual({ users: 403, counts: [] })
  await run('delete from sessions where user_id = $1', [id])
  expect((await carla.get('/api/staff/counts/')).status).toBe(401)
})
