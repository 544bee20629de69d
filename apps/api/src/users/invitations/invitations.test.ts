import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type PersonaName, personas } from '../../../seeds/personas.ts'
import { openPortal, openPortalForTest, type Portal } from '../../../test/open-portal.ts'
import { openMailServer } from '../../../test/smtp-server.ts'
import { json, type Visitor } from '../../../test/visitor.ts'
import { exec, many, sql } from '../../db/query.ts'
import { mailerFor } from '../../email/mailer.ts'
import { workOnce } from '../../jobs/run-worker.ts'
import { rateLimitsFor } from '../../throttle/rate-limits.ts'
import { jobsFor } from '../../worker.ts'
import { inviteMembers } from './invite-members.ts'

let portal: Portal
let carla: Visitor
beforeEach(async () => {
  portal = await openPortal()
  carla = await portal.as('carla')
})
afterEach(() => portal.close())

const idOf = async (name: PersonaName, { db } = portal) => {
  const rows = await many<{ id: number }>(
    db,
    sql`select id from users where rut = ${personas[name].rut}`,
  )
  return rows[0]?.id ?? 0
}
const invite = async (name: PersonaName, by = carla) =>
  by.post(`/api/users/${await idOf(name)}/invite/`, json({}))
const revoke = async (name: PersonaName, by = carla) =>
  by.post(`/api/users/${await idOf(name)}/revoke/`, json({}))
const inviteMany = async (body: object, by = carla) =>
  (await by.post('/api/users/invite/', json(body))).body
const invitationOf = async (name: PersonaName, by = carla) => {
  const { body } = await by.get(`/api/users/?social_security=${personas[name].rut}`)
  return body.results[0].invitation
}
const progress = async (by = carla) => (await by.get('/api/users/invitations/')).body
const tokens = async () =>
  (await portal.sentEmails()).map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '')
const check = async (token: string) => (await carla.get(`/api/client/check/?token=${token}`)).status

/** As accounting's export leaves those whom it names for the first time. */
async function asNew(...names: PersonaName[]): Promise<void> {
  for (const name of names) {
    await exec(
      portal.db,
      sql`update users set password_hash = null where rut = ${personas[name].rut}`,
    )
  }
}

describe('who may', () => {
  test('invite and revoke, and see how it goes: who manages users', async () => {
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    const people: [Visitor, number][] = [
      [anonymous, 401],
      [await portal.as('rosa'), 403],
      [await portal.as('mario'), 403],
      [carla, 200],
    ]
    for (const [person, status] of people) {
      expect((await invite('tomas', person)).status).toBe(status)
      expect((await revoke('tomas', person)).status).toBe(status)
      expect((await person.post('/api/users/invite/', json({ ids: [] }))).status).toBe(status)
      expect((await person.get('/api/users/invitations/')).status).toBe(status)
    }
  })

  test('nobody invites to a superuser’s account but a superuser', async () => {
    await exec(
      portal.db,
      sql`insert into users (rut, first_name, email, is_superuser)
      values ('9000001-2', 'Julia', 'julia@correo.example', true)`,
    )
    const rows = await many<{ id: number }>(
      portal.db,
      sql`select id from users where rut = '9000001-2'`,
    )
    const id = rows[0]?.id ?? 0
    expect((await carla.post(`/api/users/${id}/invite/`, json({}))).status).toBe(403)
    expect(await inviteMany({ ids: [id] })).toEqual({ queued: 0 })
    expect(await inviteMany({ all: {} }, await portal.as('ivan'))).toEqual({ queued: 1 })
    expect((await carla.post(`/api/users/${id}/revoke/`, json({}))).status).toBe(403)
  })
})

describe('an account stands', () => {
  test('without e-mail, not invited, invited on a day, active', async () => {
    await asNew('rosa', 'pia')
    await exec(portal.db, sql`update users set email = '' where rut = ${personas.pia.rut}`)
    expect((await invitationOf('bruno')).state).toBe('active')
    for (const [state, name] of [
      ['no_email', 'Pía'],
      ['not_invited', 'Rosa'],
      ['invited', 'Tomás'],
    ]) {
      const { body } = await carla.get(`/api/users/?invitation=${state}`)
      expect(body.results.map((row: { first_name: string }) => row.first_name)).toEqual([name])
    }
  })

  test('and what became of the letter', async () => {
    expect(await invitationOf('tomas')).toMatchObject({ delivery: 'queued' })
    expect(await progress()).toEqual({ queued: 1, sent: 0, failed: 0 })
    await portal.sentEmails()
    expect(await invitationOf('tomas')).toMatchObject({ delivery: 'sent', failure: '' })
    expect(await progress()).toEqual({ queued: 0, sent: 1, failed: 0 })
  })
})

describe('one person', () => {
  test('is invited, and again: the newer letter replaces the older one', async () => {
    await asNew('rosa')
    const { status, body } = await invite('rosa')
    expect([status, body]).toMatchObject([
      200,
      { first_name: 'Rosa', invitation: { state: 'invited', delivery: 'queued' } },
    ])
    const first = (await tokens()).at(-1) ?? ''
    await invite('rosa')
    const second = (await tokens()).at(-1) ?? ''
    expect([await check(first), await check(second)]).toEqual([422, 200])
  })

  test('gets one letter, however often and by however many it is clicked', async () => {
    await asNew('rosa')
    const ivan = await portal.as('ivan')
    const [rosa, tomas] = [await idOf('rosa'), await idOf('tomas')]
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, i) => invite('rosa', i % 2 ? carla : ivan)),
      ...Array.from({ length: 3 }, () => inviteMany({ ids: [rosa, tomas] })),
      ...Array.from({ length: 3 }, () => inviteMany({ all: {} }, ivan)),
      inviteMembers(portal.db, 'all-not-invited'),
    ])
    expect(answers).toHaveLength(13)
    const emails = await portal.sentEmails()
    expect(emails.map(({ to }) => to).toSorted()).toEqual([
      ...[personas.rosa.email, personas.tomas.email],
    ])
  })

  test('is not invited who is active, deactivated or without an e-mail, and it is said why', async () => {
    expect(await invite('hernan')).toMatchObject({
      status: 400,
      body: 'La cuenta ya está activada',
    })
    await asNew('rosa', 'pia')
    await exec(portal.db, sql`update users set email = '' where rut = ${personas.pia.rut}`)
    await exec(portal.db, sql`update users set is_active = false where rut = ${personas.rosa.rut}`)
    expect(await invite('pia')).toMatchObject({ status: 400, body: 'La cuenta no tiene correo' })
    expect(await invite('rosa')).toMatchObject({
      status: 400,
      body: 'La cuenta está desactivada',
    })
    expect((await carla.post('/api/users/999999/invite/', json({}))).status).toBe(404)
    expect((await carla.post('/api/users/abc/revoke/', json({}))).status).toBe(404)
  })
})

describe('several', () => {
  test('by their ids: who may not be invited is passed over', async () => {
    await asNew('rosa', 'elena')
    const ids = [await idOf('rosa'), await idOf('elena'), await idOf('hernan'), 999_999]
    expect(await inviteMany({ ids })).toEqual({ queued: 2 })
    expect(await inviteMany({ ids })).toEqual({ queued: 0 })
    expect(await progress()).toEqual({ queued: 3, sent: 0, failed: 0 })
  })

  test('all that the filters match, and nobody else', async () => {
    await asNew('rosa', 'elena', 'pia')
    expect(await inviteMany({ all: { fullname: 'munoz', invitation: 'not_invited' } })).toEqual({
      queued: 1,
    })
    expect(await inviteMany({ all: { invitation: 'not_invited' } })).toEqual({ queued: 2 })
    expect(await inviteMany({ all: { invitation: 'no such state' } })).toEqual({ queued: 0 })
    expect((await portal.sentEmails()).map(({ to }) => to).toSorted()).toEqual(
      (['elena', 'pia', 'rosa', 'tomas'] as const).map((name) => personas[name].email),
    )
  })

  test('by the thousand, in one act: each gets one letter', async () => {
    await exec(
      portal.db,
      sql`insert into users (first_name, email)
      select 'Socio ' || n, 'socio' || n || '@correo.example' from generate_series(1, 2500) n`,
    )
    expect(await inviteMany({ all: { fullname: 'socio' } })).toEqual({ queued: 2500 })
    const rows = await many(
      portal.db,
      sql`select from graphile_worker.jobs where task_identifier = 'send_invitation'`,
    )
    expect(rows).toHaveLength(2501)
  })

  test('a letter whose job died with its process is written anew, and others that wait are not', async () => {
    await asNew('rosa')
    expect(await inviteMany({ all: {} })).toEqual({ queued: 1 })
    const age = (days: number) =>
      exec(
        portal.db,
        sql`update users set invited_at = now() - ${days} * interval '1 day'
        where rut = ${personas.rosa.rut}`,
      )
    await age(3)
    expect(await inviteMany({ all: {} })).toEqual({ queued: 0 })
    await age(5)
    expect(await inviteMany({ all: {} })).toEqual({ queued: 1 })
    expect(await invitationOf('rosa')).toMatchObject({ delivery: 'queued' })
  })

  test('nobody in particular is no wish', async () => {
    for (const body of [{}, { ids: 'all' }, { ids: [0] }, { all: true }]) {
      expect((await carla.post('/api/users/invite/', json(body))).status).toBe(400)
    }
  })
})

describe('a revoked invitation', () => {
  test('has a dead link, and the account stands as not invited', async () => {
    const [token = ''] = await tokens()
    expect(await check(token)).toBe(200)
    expect(await revoke('tomas')).toMatchObject({
      status: 200,
      body: { invitation: { state: 'not_invited', invited_at: null, delivery: null } },
    })
    expect(await check(token)).toBe(422)
  })

  test('is not sent when it still waits, and a new one is', async () => {
    await revoke('tomas')
    await invite('tomas')
    expect(await portal.sentEmails()).toHaveLength(1)
    await invite('tomas')
    await revoke('tomas')
    expect(await portal.sentEmails()).toHaveLength(1)
    expect(await progress()).toEqual({ queued: 0, sent: 0, failed: 0 })
  })

  test('of an active account leaves all as it is', async () => {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    const body = json({ social_security: personas.rosa.rut })
    await visitor.post('/api/send-restore-password-ss/', body)
    const token = (await tokens()).at(-1) ?? ''
    expect((await revoke('rosa')).status).toBe(200)
    expect(await check(token)).toBe(200)
  })
})

describe('while a letter waits', () => {
  test('its owner may have activated by an earlier one: it is not sent any more', async () => {
    const [token = ''] = await tokens()
    await invite('tomas')
    const visitor = portal.visitor()
    await visitor.fetchToken()
    await visitor.post('/api/client/password/', json({ token, password: 'Quillay#4471' }))
    expect(await portal.sentEmails()).toHaveLength(1)
    expect(await invitationOf('tomas')).toMatchObject({ state: 'active', delivery: null })
  })

  test('a new e-mail sends it nowhere: staff invite again', async () => {
    const email = 'tomas@otro.example'
    await carla.call('PATCH', `/api/users/${await idOf('tomas')}/`, json({ email }))
    const subjects = (await portal.sentEmails()).map(({ subject }) => subject)
    expect(subjects).toEqual(['Tu correo cambió'])
    expect(await invitationOf('tomas')).toMatchObject({ state: 'not_invited' })
    await invite('tomas')
    expect((await portal.sentEmails()).at(-1)?.to).toBe(email)
  })
})

describe('a mail server that refuses', () => {
  const NOBODY = { code: 550, message: '5.1.1 no such mailbox here' }

  async function openWith(refuses: (address: string) => typeof NOBODY | undefined) {
    const office = await openMailServer({ refuses })
    onTestFinished(office.close)
    const refused = await openPortalForTest({ SMTP_URL: `smtp://127.0.0.1:${office.port}` })
    const { db, pool, config, app } = refused
    const { tasks } = jobsFor({
      db,
      config,
      limits: rateLimitsFor(pool),
      mailer: mailerFor(config),
    })
    const jobs = () =>
      many(db, sql`select attempts, run_at > now() as waits from graphile_worker.jobs`)
    return {
      ...{ db, office, jobs },
      by: await refused.as('carla'),
      work: () => workOnce(pool, tasks, app.log),
    }
  }

  test('an address for good: its words stand beside Tomás, and nothing is tried again', async () => {
    const { by, work, jobs, office } = await openWith(() => NOBODY)
    await work()
    expect(await invitationOf('tomas', by)).toMatchObject({
      state: 'invited',
      delivery: 'failed',
      failure: expect.stringContaining('550 5.1.1 no such mailbox here'),
    })
    expect(await progress(by)).toEqual({ queued: 0, sent: 0, failed: 1 })
    expect(await jobs()).toEqual([])
    expect(office.received).toEqual([])
  })

  test('and once his e-mail is put right, the next letter arrives', async () => {
    const email = 'tomas@otro.example'
    const { by, work, office, db } = await openWith((to) => (to === email ? undefined : NOBODY))
    await work()
    const id = await idOf('tomas', { ...portal, db })
    await by.call('PATCH', `/api/users/${id}/`, json({ email }))
    await by.post(`/api/users/${id}/invite/`, json({}))
    await work()
    expect(office.received.map(({ subject }) => subject)).toEqual(['Activa tu Carpeta Virtual'])
    expect(await invitationOf('tomas', by)).toMatchObject({ delivery: 'sent', failure: '' })
  })

  test('for now only: the letter waits and is tried again', async () => {
    const { by, work, jobs } = await openWith(() => ({ code: 451, message: '4.7.1 try later' }))
    await work()
    expect(await invitationOf('tomas', by)).toMatchObject({ delivery: 'queued', failure: '' })
    expect(await jobs()).toMatchObject([{ attempts: 1 }])
  })

  test('for now, for three days: it failed, and staff may invite again', async () => {
    const { by, work, db } = await openWith(() => ({ code: 451, message: '4.7.1 try later' }))
    await exec(db, sql`update graphile_worker._private_jobs set attempts = 19`)
    await work()
    expect(await invitationOf('tomas', by)).toMatchObject({
      delivery: 'failed',
      failure: expect.stringContaining('451 4.7.1 try later'),
    })
    expect(await inviteMany({ all: {} }, by)).toEqual({ queued: 1 })
  })

  test('a member’s address, whatever the letter: it stands beside her until one arrives', async () => {
    let isFull = true
    const full = { code: 552, message: '5.2.2 mailbox full' }
    const { by, work, jobs } = await openWith((to) =>
      to === personas.rosa.email && isFull ? full : undefined,
    )
    const ask = async () => {
      await by.post('/api/send-restore-password-ss/', json({ social_security: '12345678-5' }))
      await work()
    }
    await ask()
    expect(await invitationOf('rosa', by)).toMatchObject({
      state: 'active',
      delivery: 'failed',
      failure: expect.stringContaining('mailbox full'),
    })
    expect(await jobs()).toEqual([])
    const failed = async () =>
      (await by.get('/api/users/?invitation=failed')).body.results.map(
        (row: { first_name: string }) => row.first_name,
      )
    expect(await failed()).toEqual(['Rosa'])
    isFull = false
    await ask()
    expect(await invitationOf('rosa', by)).toMatchObject({ delivery: 'sent', failure: '' })
    expect(await failed()).toEqual([])
  })

  test('what is no address at all is not tried again either', async () => {
    const { by, work, db, jobs } = await openWith(() => undefined)
    await exec(db, sql`update users set email = 'tomas' where rut = ${personas.tomas.rut}`)
    await work()
    expect(await invitationOf('tomas', by)).toMatchObject({ delivery: 'failed' })
    expect(await jobs()).toEqual([])
  })
})

test('the trail tells who invited and revoked, and of a search not what was typed', async () => {
  await asNew('rosa')
  await invite('rosa')
  await invite('rosa')
  await revoke('rosa')
  await inviteMany({ all: { fullname: 'rosa', invitation: 'not_invited' } })
  const rows = await many<{ line: string }>(
    portal.db,
    sql`select action || ' ' || coalesce(subject_id = ${await idOf('rosa')}, false) || ' ' || after
      as line
    from audit_entries where action like 'user.%' and actor_id is not null order by id`,
  )
  expect(rows.map(({ line }) => line)).toEqual([
    'user.invited true {}',
    'user.invitation_revoked true {}',
    'user.invited false {"all": {"filters": ["fullname"], "invitation": "not_invited"}, "queued": 1}',
  ])
})
