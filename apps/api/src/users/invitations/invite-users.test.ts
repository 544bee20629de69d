import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../../seeds/personas.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import {
  invitationOf,
  invitationProgress,
  invite,
  inviteMany,
  makeUninvited,
  revoke,
} from '../../../test/users/invitation-calls.ts'
import { userIdOf } from '../../../test/users/user-id.ts'
import { json, type Visitor } from '../../../test/visitor.ts'
import { exec, many, one, sql } from '../../db/query.ts'

let portal: Portal
let carla: Visitor
beforeEach(async () => {
  portal = await openPortal()
  carla = await portal.as('carla')
})
afterEach(() => portal.close())

describe('access to invitations', () => {
  test('to invite, to revoke and to read the progress needs the permission to manage users', async () => {
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    const people: [Visitor, number][] = [
      [anonymous, 401],
      [await portal.as('rosa'), 403],
      [await portal.as('mario'), 403],
      [carla, 200],
    ]
    for (const [person, status] of people) {
      expect((await invite(portal.db, person, 'tomas')).status).toBe(status)
      expect((await revoke(portal.db, person, 'tomas')).status).toBe(status)
      expect((await person.post('/api/users/invite/', json({ ids: [] }))).status).toBe(status)
      expect((await person.get('/api/users/invitations/')).status).toBe(status)
    }
  })

  test('only a superuser invites to a superuser’s account (security 5.11)', async () => {
    const { id } = await one<{ id: number }>(
      portal.db,
      sql`insert into users (rut, first_name, email, is_superuser)
        values ('9000001-2', 'Julia', 'julia@correo.example', true) returning id`,
    )
    expect((await carla.post(`/api/users/${id}/invite/`, json({}))).status).toBe(403)
    expect(await inviteMany(carla, { ids: [id] })).toEqual({ queued: 0 })
    expect(await inviteMany(await portal.as('ivan'), { all: {} })).toEqual({ queued: 1 })
    expect((await carla.post(`/api/users/${id}/revoke/`, json({}))).status).toBe(403)
  })
})

describe('inviting several users', () => {
  test('by id skips accounts that cannot be invited', async () => {
    await makeUninvited(portal.db, 'rosa', 'elena')
    const ids = [
      await userIdOf(portal.db, 'rosa'),
      await userIdOf(portal.db, 'elena'),
      await userIdOf(portal.db, 'hernan'),
      999_999,
    ]
    expect(await inviteMany(carla, { ids })).toEqual({ queued: 2 })
    expect(await inviteMany(carla, { ids })).toEqual({ queued: 0 })
    expect(await invitationProgress(carla)).toEqual({ queued: 3, sent: 0, failed: 0 })
  })

  test('by filter invites all that match, and no other (§12.48)', async () => {
    await makeUninvited(portal.db, 'rosa', 'elena', 'pia')
    expect(
      await inviteMany(carla, { all: { fullname: 'munoz', invitation: 'not_invited' } }),
    ).toEqual({
      queued: 1,
    })
    expect(await inviteMany(carla, { all: { invitation: 'not_invited' } })).toEqual({ queued: 2 })
    expect(await inviteMany(carla, { all: { invitation: 'no such state' } })).toEqual({ queued: 0 })
    expect((await portal.sentEmails()).map(({ to }) => to).toSorted()).toEqual(
      (['elena', 'pia', 'rosa', 'tomas'] as const).map((name) => personas[name].email),
    )
  })

  test('by the thousand sends one email to each', async () => {
    await exec(
      portal.db,
      sql`insert into users (first_name, email)
      select 'Socio ' || n, 'socio' || n || '@correo.example' from generate_series(1, 2500) n`,
    )
    expect(await inviteMany(carla, { all: { fullname: 'socio' } })).toEqual({ queued: 2500 })
    const rows = await many(
      portal.db,
      sql`select from graphile_worker.jobs where task_identifier = 'send_invitation'`,
    )
    expect(rows).toHaveLength(2501)
  })

  test('sends again an email whose job was lost with its process, and no other', async () => {
    await makeUninvited(portal.db, 'rosa')
    expect(await inviteMany(carla, { all: {} })).toEqual({ queued: 1 })
    const age = (days: number) =>
      exec(
        portal.db,
        sql`update users set invited_at = now() - ${days} * interval '1 day'
        where rut = ${personas.rosa.rut}`,
      )
    await age(3)
    expect(await inviteMany(carla, { all: {} })).toEqual({ queued: 0 })
    await age(5)
    expect(await inviteMany(carla, { all: {} })).toEqual({ queued: 1 })
    expect(await invitationOf(carla, 'rosa')).toMatchObject({ delivery: 'queued' })
  })

  test('needs ids or filters', async () => {
    for (const body of [{}, { ids: 'all' }, { ids: [0] }, { all: true }]) {
      expect((await carla.post('/api/users/invite/', json(body))).status).toBe(400)
    }
  })
})

test('the audit log records invitations and revocations, and not the text of a search', async () => {
  await makeUninvited(portal.db, 'rosa')
  await invite(portal.db, carla, 'rosa')
  await invite(portal.db, carla, 'rosa')
  await revoke(portal.db, carla, 'rosa')
  await inviteMany(carla, { all: { fullname: 'rosa', invitation: 'not_invited' } })
  const rows = await many<{ line: string }>(
    portal.db,
    sql`select action || ' ' || coalesce(subject_id = ${await userIdOf(portal.db, 'rosa')}, false) || ' ' || after
      as line
    from audit_entries where action like 'user.%' and actor_id is not null order by id`,
  )
  expect(rows.map(({ line }) => line)).toEqual([
    'user.invited true {}',
    'user.invitation_revoked true {}',
    'user.invited false {"all": {"filters": ["fullname"], "invitation": "not_invited"}, "queued": 1}',
  ])
})
