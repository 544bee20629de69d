import { userRefusals } from '@carpeta/domain/people/user-rules'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { AccountCalls, DEAD_LINK, linkTokenOf } from '../../test/users/account-calls.ts'
import {
  invitationOf,
  invitationProgress,
  invite,
  inviteMany,
  makeUninvited,
  revoke,
} from '../../test/users/invitation-calls.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { exec, many, one, sql } from '../db/query.ts'
import { inviteMembers } from './invitations.ts'

let portal: Portal
let carla: Visitor
beforeEach(async () => {
  portal = await openPortal()
  carla = await portal.as('carla')
})
afterEach(() => portal.close())

const linkTokens = async () => (await portal.sentEmails()).map(linkTokenOf)
const checkStatus = async (token: string) =>
  (await carla.get(`/api/client/check/?token=${token}`)).status

describe('the state of an invitation', () => {
  test('is no email, not invited, invited or active', async () => {
    await makeUninvited(portal.db, 'rosa', 'pia')
    await exec(portal.db, sql`update users set email = '' where rut = ${personas.pia.rut}`)
    expect((await invitationOf(carla, 'bruno')).state).toBe('active')
    for (const [state, name] of [
      ['no_email', 'Pía'],
      ['not_invited', 'Rosa'],
      ['invited', 'Tomás'],
    ]) {
      const { body } = await carla.get(`/api/users/?invitation=${state}`)
      expect(body.results.map((row: { first_name: string }) => row.first_name)).toEqual([name])
    }
  })

  test('includes the outcome of the email', async () => {
    expect(await invitationOf(carla, 'tomas')).toMatchObject({ delivery: 'queued' })
    expect(await invitationProgress(carla)).toEqual({ queued: 1, sent: 0, failed: 0 })
    await portal.sentEmails()
    expect(await invitationOf(carla, 'tomas')).toMatchObject({ delivery: 'sent', failure: '' })
    expect(await invitationProgress(carla)).toEqual({ queued: 0, sent: 1, failed: 0 })
  })
})

describe('inviting one user', () => {
  test('works twice: the newer email replaces the older one', async () => {
    await makeUninvited(portal.db, 'rosa')
    const { status, body } = await invite(portal.db, carla, 'rosa')
    expect([status, body]).toMatchObject([
      200,
      { first_name: 'Rosa', invitation: { state: 'invited', delivery: 'queued' } },
    ])
    const first = (await linkTokens()).at(-1) ?? ''
    await invite(portal.db, carla, 'rosa')
    const second = (await linkTokens()).at(-1) ?? ''
    expect([await checkStatus(first), await checkStatus(second)]).toEqual([422, 200])
  })

  test('sends one email, however many concurrent calls invite', async () => {
    await makeUninvited(portal.db, 'rosa')
    const ivan = await portal.as('ivan')
    const [rosa, tomas] = [await userIdOf(portal.db, 'rosa'), await userIdOf(portal.db, 'tomas')]
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, i) => invite(portal.db, i % 2 ? carla : ivan, 'rosa')),
      ...Array.from({ length: 3 }, () => inviteMany(carla, { ids: [rosa, tomas] })),
      ...Array.from({ length: 3 }, () => inviteMany(ivan, { all: {} })),
      inviteMembers(portal.db, 'all-not-invited'),
    ])
    expect(answers).toHaveLength(13)
    const emails = await portal.sentEmails()
    expect(emails.map(({ to }) => to).toSorted()).toEqual([
      personas.rosa.email,
      personas.tomas.email,
    ])
  })

  test('is refused with the reason for an account that is active, deactivated or without an email', async () => {
    expect(await invite(portal.db, carla, 'hernan')).toMatchObject({
      status: 400,
      body: 'La cuenta ya está activada',
    })
    await makeUninvited(portal.db, 'rosa', 'pia')
    await exec(portal.db, sql`update users set email = '' where rut = ${personas.pia.rut}`)
    await exec(portal.db, sql`update users set is_active = false where rut = ${personas.rosa.rut}`)
    expect(await invite(portal.db, carla, 'pia')).toMatchObject({
      status: 400,
      body: 'La cuenta no tiene correo',
    })
    expect(await invite(portal.db, carla, 'rosa')).toMatchObject({
      status: 400,
      body: 'La cuenta está desactivada',
    })
    expect((await carla.post('/api/users/999999/invite/', json({}))).status).toBe(404)
    expect((await carla.post('/api/users/abc/revoke/', json({}))).status).toBe(404)
  })
})

describe('an email in the queue', () => {
  test('is not sent when an earlier one activated the account', async () => {
    const [token = ''] = await linkTokens()
    await invite(portal.db, carla, 'tomas')
    const account = await AccountCalls.open(portal)
    await account.setPassword(token)
    expect(await portal.sentEmails()).toHaveLength(1)
    expect(await invitationOf(carla, 'tomas')).toMatchObject({ state: 'active', delivery: null })
  })

  test('is not sent after a change of email: staff invite again (security 6.20)', async () => {
    const email = 'tomas@otro.example'
    await carla.call('PATCH', `/api/users/${await userIdOf(portal.db, 'tomas')}/`, json({ email }))
    const subjects = (await portal.sentEmails()).map(({ subject }) => subject)
    expect(subjects).toEqual(['Tu correo cambió'])
    expect(await invitationOf(carla, 'tomas')).toMatchObject({ state: 'not_invited' })
    await invite(portal.db, carla, 'tomas')
    expect((await portal.sentEmails()).at(-1)?.to).toBe(email)
  })
})

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
    expect(await inviteMany(carla, { ids: [id] })).toMatchObject({ queued: 0, recent: 0 })
    expect(await inviteMany(await portal.as('ivan'), { all: {} })).toMatchObject({
      queued: 1,
      recent: 1,
    })
    expect((await carla.post(`/api/users/${id}/revoke/`, json({}))).status).toBe(403)
  })
})

test('Carla cannot revoke the invitation of Mario, who will answer requests; Iván can (security 5.110)', async () => {
  await makeUninvited(portal.db, 'mario')
  await invite(portal.db, carla, 'mario')
  const link = linkTokenOf((await portal.sentEmails()).at(-1))
  expect(await revoke(portal.db, carla, 'mario')).toMatchObject({
    status: 403,
    body: userRefusals.strongerInvitation.text,
  })
  const account = await AccountCalls.open(portal)
  expect((await account.check(link)).status).toBe(200)
  expect((await revoke(portal.db, await portal.as('ivan'), 'mario')).status).toBe(200)
  expect(await account.check(link)).toEqual(DEAD_LINK)
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
    expect(await inviteMany(carla, { ids })).toMatchObject({ queued: 2, recent: 0 })
    expect(await inviteMany(carla, { ids })).toMatchObject({ queued: 0, recent: 2 })
    expect(await invitationProgress(carla)).toEqual({ queued: 3, sent: 0, failed: 0 })
  })

  test('leaves out who got the email less than a day ago, whose link it would end, and says how many (security 6.581)', async () => {
    await makeUninvited(portal.db, 'rosa')
    const [token = ''] = await linkTokens()
    expect(await inviteMany(carla, { all: {} })).toMatchObject({ queued: 1, recent: 1 })
    await portal.sentEmails()
    expect(await inviteMany(carla, { all: {} })).toMatchObject({ queued: 0, recent: 2 })
    expect(await checkStatus(token)).toBe(200)
    await exec(
      portal.db,
      sql`update users set invited_at = now() - interval '25 hours' where rut = ${personas.rosa.rut}`,
    )
    expect(await inviteMany(carla, { all: {} })).toMatchObject({ queued: 1, recent: 1 })
    await portal.sentEmails()
    await exec(
      portal.db,
      sql`update users set invitation_delivery = 'failed' where rut = ${personas.rosa.rut}`,
    )
    expect(await inviteMany(carla, { all: {} })).toMatchObject({ queued: 1, recent: 1 })
  })

  test('by filter invites all that match, and no other (§12.48)', async () => {
    await makeUninvited(portal.db, 'rosa', 'elena', 'pia')
    expect(
      await inviteMany(carla, { all: { fullname: 'munoz', invitation: 'not_invited' } }),
    ).toMatchObject({
      queued: 1,
      recent: 0,
    })
    expect(await inviteMany(carla, { all: { invitation: 'not_invited' } })).toMatchObject({
      queued: 2,
      recent: 0,
    })
    expect(await inviteMany(carla, { all: { invitation: 'no such state' } })).toMatchObject({
      queued: 0,
      recent: 0,
    })
    expect((await portal.sentEmails()).map(({ to }) => to).toSorted()).toEqual(
      (['elena', 'pia', 'rosa', 'tomas'] as const).map((name) => personas[name].email),
    )
  })

  test('whose email did not arrive counts those that can be invited (§12.48)', async () => {
    await makeUninvited(portal.db, 'rosa', 'elena')
    const names = ['rosa', 'elena', 'hernan'] as const
    await exec(
      portal.db,
      sql`update users set invitation_delivery = 'failed', is_active = rut <> ${personas.elena.rut}
        where rut = any(${names.map((name) => personas[name].rut)})`,
    )
    const listed = async (invitation: string) =>
      (await carla.get(`/api/users/?invitation=${invitation}`)).body.results.map(
        (row: { first_name: string }) => row.first_name,
      )
    expect((await listed('failed')).toSorted()).toEqual(['Elena', 'Hernán', 'Rosa'])
    expect(await listed('failed_invitable')).toEqual(['Rosa'])
    expect(await inviteMany(carla, { all: { invitation: 'failed' } })).toMatchObject({
      queued: 1,
      recent: 0,
    })
  })

  test('by the thousand sends one email to each', async () => {
    await exec(
      portal.db,
      sql`insert into users (first_name, email)
      select 'Socio ' || n, 'socio' || n || '@correo.example' from generate_series(1, 2500) n`,
    )
    expect(await inviteMany(carla, { all: { fullname: 'socio' } })).toMatchObject({
      queued: 2500,
      recent: 0,
    })
    const rows = await many(
      portal.db,
      sql`select identifier as task, count(*)::int as jobs,
          sum(json_array_length(payload -> 'invitations'))::int as invitations
        from graphile_worker._private_jobs jobs
        join graphile_worker._private_tasks tasks on tasks.id = task_id
        group by identifier order by identifier`,
    )
    // Fifty of each thousand, and that of Tomás.
    expect(rows).toEqual([
      { task: 'enqueue_invitations', jobs: 3, invitations: 2350 },
      { task: 'send_invitation', jobs: 151, invitations: null },
    ])
  })

  test('sends again an email whose job was lost with its process, and no other', async () => {
    await makeUninvited(portal.db, 'rosa')
    expect(await inviteMany(carla, { all: {} })).toMatchObject({ queued: 1, recent: 1 })
    const age = (days: number) =>
      exec(
        portal.db,
        sql`update users set invited_at = now() - ${days} * interval '1 day'
        where rut = ${personas.rosa.rut}`,
      )
    await age(3)
    expect(await inviteMany(carla, { all: {} })).toMatchObject({ queued: 0, recent: 1 })
    await age(5)
    expect(await inviteMany(carla, { all: {} })).toMatchObject({ queued: 1, recent: 1 })
    expect(await invitationOf(carla, 'rosa')).toMatchObject({ delivery: 'queued' })
  })

  test('has a progress of its own beside Iván’s, whose email to Elena did not arrive (§12.1460)', async () => {
    await makeUninvited(portal.db, 'rosa', 'elena', 'pia')
    const ids = async (...names: ('rosa' | 'elena' | 'pia')[]) =>
      Promise.all(names.map((name) => userIdOf(portal.db, name)))
    const first = await inviteMany(await portal.as('ivan'), { ids: await ids('elena') })
    await exec(
      portal.db,
      sql`update users set invitation_delivery = 'failed' where rut = ${personas.elena.rut}`,
    )
    const { queued, invited_at } = await inviteMany(carla, { ids: await ids('rosa', 'pia') })
    expect(queued).toBe(2)
    expect(await invitationProgress(carla, invited_at)).toEqual({ queued: 2, sent: 0, failed: 0 })
    expect(await invitationProgress(carla, first.invited_at)).toEqual({
      queued: 0,
      sent: 0,
      failed: 1,
    })
    // Tomás was invited before.
    expect(await invitationProgress(carla)).toEqual({ queued: 3, sent: 0, failed: 1 })
    await portal.sentEmails()
    expect(await invitationProgress(carla, invited_at)).toEqual({ queued: 0, sent: 2, failed: 0 })
    const { invited_at: alone } = (await invite(portal.db, carla, 'elena')).body.invitation
    expect(await invitationProgress(carla, alone)).toMatchObject({ queued: 1 })
    expect(await inviteMany(carla, { ids: [] })).toEqual({
      queued: 0,
      recent: 0,
      invited_at: null,
    })
    expect((await carla.get('/api/users/invitations/?invited_at=ayer')).status).toBe(400)
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

describe('a revoked invitation (security 6.20)', () => {
  test('has a dead link, and the account is not invited', async () => {
    const [token = ''] = await linkTokens()
    expect(await checkStatus(token)).toBe(200)
    expect(await revoke(portal.db, carla, 'tomas')).toMatchObject({
      status: 200,
      body: { invitation: { state: 'not_invited', invited_at: null, delivery: null } },
    })
    expect(await checkStatus(token)).toBe(422)
  })

  test('is not sent when it still waits; a new invitation is', async () => {
    await revoke(portal.db, carla, 'tomas')
    await invite(portal.db, carla, 'tomas')
    expect(await portal.sentEmails()).toHaveLength(1)
    await invite(portal.db, carla, 'tomas')
    await revoke(portal.db, carla, 'tomas')
    expect(await portal.sentEmails()).toHaveLength(1)
    expect(await invitationProgress(carla)).toEqual({ queued: 0, sent: 0, failed: 0 })
  })

  test('stays revoked when somebody asks for a restore, until staff invite again (security 6.27)', async () => {
    const account = await AccountCalls.open(portal)
    await portal.sentEmails()
    await revoke(portal.db, carla, 'tomas')
    expect(await account.requestRestore(personas.tomas.rut)).toEqual({ status: 200, body: {} })
    expect(await portal.sentEmails()).toHaveLength(1)
    expect(await invitationOf(carla, 'tomas')).toMatchObject({ state: 'not_invited' })

    await invite(portal.db, carla, 'tomas')
    await account.requestRestore(personas.tomas.rut)
    const [, ...tokens] = await linkTokens()
    expect(tokens).toHaveLength(2)
    for (const token of tokens) expect(await checkStatus(token)).toBe(200)
    await revoke(portal.db, carla, 'tomas')
    for (const token of tokens) expect(await checkStatus(token)).toBe(422)
  })

  test('of an active account changes nothing', async () => {
    const account = await AccountCalls.open(portal)
    const token = await account.restoreToken()
    expect((await revoke(portal.db, carla, 'rosa')).status).toBe(200)
    expect(await checkStatus(token)).toBe(200)
  })
})
