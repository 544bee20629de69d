import { pbkdf2Sync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { type Answer, json, type Visitor } from '../../test/visitor.ts'
import { exec, many, type SQL, sql } from '../db/query.ts'
import { inviteMembers } from '../users/invitations/invite-members.ts'
import { findLink, useLink } from './links/links-store.ts'

const TOMAS = personas.tomas.rut
const ROSA = personas.rosa.rut
const NEW = 'Quillay#4471'
const DEAD = { status: 422, body: 'El link ya no está disponible' }

let portal: Portal
let visitor: Visitor
beforeEach(async () => {
  portal = await openPortal()
  visitor = portal.visitor()
  await visitor.fetchToken()
})
afterEach(() => portal.close())

async function lastToken(): Promise<string> {
  const message = (await portal.sentEmails()).at(-1)
  return /(?:token|code)=([\w-]+)/.exec(message?.text ?? '')?.[1] ?? 'no letter'
}

async function restoreToken(rut = ROSA): Promise<string> {
  await visitor.post('/api/send-restore-password-ss/', json({ social_security: rut }))
  return lastToken()
}

async function answer(call: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await call
  return { status, body }
}

const check = (token: string) => answer(visitor.get(`/api/client/check/?token=${token}`))
const setPassword = (token: string, password = NEW) =>
  answer(visitor.post('/api/client/password/', json({ token, password })))
const logsIn = async (rut: string, password: string) =>
  (await portal.visitor().logIn(rut, password)).status === 200

describe('activation', () => {
  test('Tomás follows his letter, chooses a password and gets in', async () => {
    const [message] = await portal.sentEmails()
    expect(message).toMatchObject({
      to: personas.tomas.email,
      subject: 'Activa tu Carpeta Virtual',
    })
    const token = await lastToken()
    expect(await check(token)).toEqual({
      status: 200,
      body: { can_restore_password: false, is_active: false },
    })
    expect(await setPassword(token)).toEqual({ status: 200, body: { social_security: TOMAS } })
    expect(await logsIn(TOMAS, NEW)).toBe(true)
    // A second click ends at the login.
    expect(await check(token)).toEqual({
      status: 200,
      body: { can_restore_password: false, is_active: true },
    })
    expect(await setPassword(token)).toEqual(DEAD)
  })

  test('no session comes of it: the browser logs in by itself', async () => {
    await setPassword(await lastToken())
    expect(visitor.cookies.has('sessionid')).toBe(false)
  })

  test('a newer letter replaces the older one', async () => {
    const first = await lastToken()
    await inviteMembers(portal.db, { rut: TOMAS })
    const second = await lastToken()
    expect(second).not.toBe(first)
    expect(await check(first)).toEqual(DEAD)
    expect((await check(second)).status).toBe(200)
  })

  test('inviting all reaches each once, and nobody who is active', async () => {
    await exec(portal.db, sql`update users set password_hash = null where rut = ${ROSA}`)
    expect(await inviteMembers(portal.db, 'all-not-invited')).toBe(1)
    expect(await inviteMembers(portal.db, 'all-not-invited')).toBe(0)
    const to = (await portal.sentEmails()).map((message) => message.to)
    expect(to).toEqual([personas.tomas.email, personas.rosa.email])
  })

  test('who never activated gets an activation letter when he asks to restore', async () => {
    await restoreToken(TOMAS)
    expect((await portal.sentEmails()).at(-1)?.subject).toBe('Activa tu Carpeta Virtual')
  })
})

describe('restore', () => {
  test('Rosa gets a letter, chooses a new password; her old one and her sessions are gone', async () => {
    const rosa = await portal.as('rosa')
    const token = await restoreToken()
    expect(await check(token)).toEqual({
      status: 200,
      body: { can_restore_password: true, is_active: true },
    })
    expect(await setPassword(token)).toEqual({ status: 200, body: { social_security: ROSA } })
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect(await logsIn(ROSA, SAMPLE_PASSWORD)).toBe(false)
    expect(await logsIn(ROSA, NEW)).toBe(true)
    expect((await portal.sentEmails()).at(-1)).toMatchObject({
      to: personas.rosa.email,
      subject: 'Tu contraseña cambió',
    })
    expect(await check(token)).toEqual(DEAD)
  })

  test('a login with the old password that was under way does not survive it', async () => {
    // Django's slow hash keeps the old login busy while the restore goes through.
    const token = await restoreToken()
    const key = pbkdf2Sync(SAMPLE_PASSWORD, 'saltsalt', 2_000_000, 32, 'sha256').toString('base64')
    const hash = `pbkdf2_sha256$2000000$saltsalt$${key}`
    await exec(portal.db, sql`update users set password_hash = ${hash} where rut = ${ROSA}`)
    const rosa = portal.visitor()
    const old = rosa.logIn(ROSA, SAMPLE_PASSWORD)
    await vi.waitFor(async () => {
      const rows = await many(portal.db, sql`select from login_attempts`)
      expect(rows).toHaveLength(1)
    })
    expect((await setPassword(token)).status).toBe(200)
    expect((await old).status).toBe(400)
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect(await logsIn(ROSA, SAMPLE_PASSWORD)).toBe(false)
    expect(await logsIn(ROSA, NEW)).toBe(true)
  })

  test('the answer is the same for everybody, and only who may gets a letter', async () => {
    await exec(portal.db, sql`update users set is_active = false where rut = ${personas.pia.rut}`)
    await exec(
      portal.db,
      sql`update users set deleted_at = now() where rut = ${personas.bruno.rut}`,
    )
    const before = (await portal.sentEmails()).length
    for (const rut of [ROSA, '1-9', personas.pia.rut, personas.bruno.rut, '12.345.678-5']) {
      const reply = visitor.post('/api/send-restore-password-ss/', json({ social_security: rut }))
      expect(await answer(reply)).toEqual({ status: 200, body: {} })
    }
    const emails = (await portal.sentEmails()).slice(before)
    // Rosa asked twice before a letter went out: the link of the first was replaced.
    expect(emails.map(({ to }) => to)).toEqual([personas.rosa.email])
    const bad = visitor.post('/api/send-restore-password-ss/', json({ social_security: '1-1' }))
    expect(await answer(bad)).toEqual({ status: 400, body: ['Rut no válido'] })
  })

  test('three letters an hour for an account, then silently none', async () => {
    const before = (await portal.sentEmails()).length
    for (let i = 0; i < 6; i++) {
      const reply = visitor.post('/api/send-restore-password-ss/', json({ social_security: ROSA }))
      expect(await answer(reply)).toEqual({ status: 200, body: {} })
      await portal.sentEmails()
    }
    expect((await portal.sentEmails()).length - before).toBe(3)
  })

  test('restore-password takes restore links only', async () => {
    const activation = await lastToken()
    const post = (code: string) =>
      answer(visitor.post('/api/restore-password/', json({ code, password: NEW })))
    expect(await post(activation)).toEqual(DEAD)
    expect(await post(await restoreToken())).toEqual({
      status: 200,
      body: { social_security: ROSA },
    })
  })

  test('it works while the rut is locked, and ends the lock', async () => {
    for (let i = 0; i < 10; i++) await portal.visitor().logIn(ROSA, 'Otra#2026')
    expect((await portal.visitor().logIn(ROSA, SAMPLE_PASSWORD)).status).toBe(429)
    await setPassword(await restoreToken())
    expect(await logsIn(ROSA, NEW)).toBe(true)
  })
})

describe('a link', () => {
  test('is dead alike when missing, malformed, unknown or run out', async () => {
    const token = await restoreToken()
    await exec(portal.db, sql`update account_links set expires_at = now() where used_at is null`)
    for (const dead of ['', 'x', 'A'.repeat(43), '%00', token]) {
      expect(await check(dead)).toEqual(DEAD)
    }
    expect(await answer(visitor.get('/api/client/check/'))).toEqual(DEAD)
    expect(await answer(visitor.get('/api/client/check/?token=a&token=b'))).toEqual(DEAD)
    expect(await setPassword(token)).toEqual(DEAD)
  })

  test.each([
    ['activate', '7 days'],
    ['restore', '1 hour'],
  ])('to %s lives %s', async (purpose, life) => {
    if (purpose === 'restore') await restoreToken()
    else await portal.sentEmails()
    const rows = await many<{ exact: boolean }>(
      portal.db,
      sql`select expires_at - created_at = ${life}::interval as exact
      from account_links where purpose = ${purpose}`,
    )
    expect(rows).toEqual([{ exact: true }])
  })

  test('is alive in its last second and dead in the next', async () => {
    const token = await restoreToken()
    // In one transaction the clock of the database stands still.
    await portal.db.transaction(async (tx) => {
      await exec(tx, sql`update account_links set expires_at = now() + interval '1 second'`)
      expect(await findLink(tx, token)).not.toBeNull()
      await exec(tx, sql`update account_links set expires_at = now()`)
      expect(await findLink(tx, token)).toBeNull()
      expect(await useLink(tx, token)).toBe(false)
    })
  })

  test('looking at it, often and by HEAD, does not use it up', async () => {
    const token = await restoreToken()
    for (let i = 0; i < 5; i++) expect((await check(token)).status).toBe(200)
    await portal.app.inject({ method: 'HEAD', url: `/api/client/check/?token=${token}` })
    expect((await setPassword(token)).status).toBe(200)
  })

  test('nor does a password that breaks a rule', async () => {
    const token = await restoreToken()
    expect(await setPassword(token, 'corta')).toEqual({
      status: 400,
      body: ['Al menos un número', 'Al menos un caracter especial', 'Mínimo 8 caracteres'],
    })
    expect((await setPassword(token)).status).toBe(200)
  })

  test('of twenty attempts at once exactly one uses it', async () => {
    const token = await restoreToken()
    const attempts = await Promise.all(
      Array.from({ length: 20 }, (_, i) => setPassword(token, `Quillay#44${i}x`)),
    )
    expect(attempts.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(attempts.filter(({ status }) => status === 422)).toHaveLength(19)
  })

  test('is kept as a hash, and the waiting letter is sealed', async () => {
    await visitor.post('/api/send-restore-password-ss/', json({ social_security: ROSA }))
    const token = await lastToken()
    await inviteMembers(portal.db, { rut: TOMAS })
    const rows = await many(
      portal.db,
      sql`select to_jsonb(l)::text as row from account_links l
      union all select payload::text from graphile_worker._private_jobs`,
    )
    expect(rows.length).toBeGreaterThan(2)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain('client/check')
  })

  test('of a deactivated account does not bring it back', async () => {
    const token = await lastToken()
    await exec(portal.db, sql`update users set is_active = false where rut = ${TOMAS}`)
    expect(await check(token)).toEqual(DEAD)
    expect(await setPassword(token)).toEqual(DEAD)
  })

  test('of a deleted account is dead', async () => {
    const token = await restoreToken()
    await exec(portal.db, sql`update users set deleted_at = now() where rut = ${ROSA}`)
    expect(await check(token)).toEqual(DEAD)
  })

  test('leads to the configured host, whatever the request says', async () => {
    await visitor.post('/api/send-restore-password-ss/', {
      ...json({ social_security: ROSA }),
      headers: { 'content-type': 'application/json', 'x-forwarded-host': 'evil.example' },
    })
    const message = (await portal.sentEmails()).at(-1)
    expect(message?.text).toContain('http://localhost:8010/client/check?token=')
    expect(message?.html).not.toContain('evil')
  })
})

describe('a new password on every path', () => {
  const refused: [string, string[]][] = [
    ['Abcde#1', ['Mínimo 8 caracteres']],
    [`Ab#1${'x'.repeat(37)}`, ['Máximo 40 caracteres']],
    ['98765432#', ['Al menos una letra']],
    ['Quillay#x', ['Al menos un número']],
    ['Quillay44', ['Al menos un caracter especial']],
    ['Password1!', ['La contraseña es demasiado común']],
    ['Clave#123', ['La contraseña es demasiado común']],
    ['12345678-5a!', ['La contraseña no puede contener tus datos']],
    ['Sepulveda#77', ['La contraseña no puede contener tus datos']],
  ]
  test.each(refused)('«%s» is refused', async (password, body) => {
    const token = await restoreToken()
    expect(await setPassword(token, password)).toEqual({ status: 400, body })
    const change = json({ old_password: SAMPLE_PASSWORD, new_password: password })
    const rosa = await portal.as('rosa')
    expect(await answer(rosa.post('/api/client/password/change/', change))).toEqual({
      status: 400,
      body,
    })
  })

  test('exactly 40 characters are kept whole: 41 do not log in', async () => {
    const forty = `Ñandú#1${'x'.repeat(33)}`
    await setPassword(await restoreToken(), forty)
    expect(await logsIn(ROSA, `${forty}x`)).toBe(false)
    expect(await logsIn(ROSA, forty)).toBe(true)
  })
})

describe('changing one’s password', () => {
  const change = (person: Visitor, old_password: string, new_password = NEW) =>
    answer(person.post('/api/client/password/change/', json({ old_password, new_password })))

  test('keeps this browser in with a new session and puts the others out', async () => {
    const [here, there] = [await portal.as('rosa'), await portal.as('rosa')]
    const before = here.cookies.get('sessionid')
    expect(await change(here, SAMPLE_PASSWORD)).toEqual({ status: 200, body: {} })
    expect(here.cookies.get('sessionid')).not.toBe(before)
    expect((await here.get('/api/auth/user/')).status).toBe(200)
    expect((await here.post('/api/auth/logout/')).status).toBe(200)
    expect((await there.get('/api/auth/user/')).status).toBe(401)
    expect((await portal.sentEmails()).at(-1)?.subject).toBe('Tu contraseña cambió')
  })

  test('needs the old one; a restore link from before is dead afterwards', async () => {
    const token = await restoreToken()
    const rosa = await portal.as('rosa')
    expect(await change(rosa, 'Otra#2026')).toEqual({
      status: 400,
      body: 'La contraseña actual no es correcta',
    })
    expect(await logsIn(ROSA, SAMPLE_PASSWORD)).toBe(true)
    expect((await change(rosa, SAMPLE_PASSWORD)).status).toBe(200)
    expect(await check(token)).toEqual(DEAD)
  })

  test('guessing the old one is stopped', async () => {
    const rosa = await portal.as('rosa')
    for (let i = 0; i < 10; i++) expect((await change(rosa, `Otra#${i}`)).status).toBe(400)
    expect((await change(rosa, SAMPLE_PASSWORD)).status).toBe(429)
  })

  test('is for who is logged in', async () => {
    expect((await change(visitor, SAMPLE_PASSWORD)).status).toBe(401)
  })
})

/** What somebody asks for while another act holds her row, which then wins. */
async function askedDuring(
  action: SQL,
  ask: () => Promise<{ status: number; body: unknown }>,
): Promise<{ status: number; body: unknown }> {
  let asking: ReturnType<typeof answer> | undefined
  await portal.db.transaction(async (tx) => {
    await exec(tx, action)
    asking = answer(ask())
    await vi.waitFor(async () => {
      const rows = await many(
        portal.db,
        sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    })
  })
  if (!asking) throw new Error('nobody asked')
  return asking
}

describe('what is under way while staff act', () => {
  const asks: [string, (rosa: Visitor, id: number) => Promise<Answer>][] = [
    [
      'a new password',
      (rosa) =>
        rosa.post(
          '/api/client/password/change/',
          json({ old_password: SAMPLE_PASSWORD, new_password: NEW }),
        ),
    ],
    [
      'a new password among other changes',
      (rosa, id) => {
        const body = { first_name: 'Otra', password: NEW, old_password: SAMPLE_PASSWORD }
        return rosa.call('PATCH', `/api/users/${id}/`, json(body))
      },
    ],
    [
      'a new e-mail',
      (rosa, id) => {
        const body = { email: 'otra@correo.example', old_password: SAMPLE_PASSWORD }
        return rosa.call('PATCH', `/api/users/${id}/`, json(body))
      },
    ],
  ]

  test.each(asks)('%s: who knew the old password is out, and changes nothing', async (_, ask) => {
    const rosa = await portal.as('rosa')
    const { id } = (await rosa.get('/api/auth/user/')).body
    const reset = sql`with out as (delete from sessions where user_id = ${id})
      update users set password_hash = 'of the office' where id = ${id}`
    expect((await askedDuring(reset, () => ask(rosa, id))).status).toBe(401)
    const rows = await many(
      portal.db,
      sql`select first_name, email, password_hash,
        (select count(*)::int from sessions where user_id = ${id}) as sessions
      from users where id = ${id}`,
    )
    const { firstName, email } = personas.rosa
    expect(rows).toEqual([{ firstName, email, passwordHash: 'of the office', sessions: 0 }])
  })

  test.each([
    ...asks,
    [
      'a new name',
      (rosa: Visitor, id: number) =>
        rosa.call('PATCH', `/api/users/${id}/`, json({ first_name: 'Rosa Elena' })),
    ] as (typeof asks)[number],
  ])('%s: it writes nobody back into an account that was erased', async (_, ask) => {
    const rosa = await portal.as('rosa')
    const { id } = (await rosa.get('/api/auth/user/')).body
    const erased = { rut: null, firstName: 'Cuenta anonimizada', lastName: '', email: '' }
    const erase = sql`update users set ${sql.assign(erased)},
        password_hash = null, is_active = false, deleted_at = now(), erased_at = now()
      where id = ${id}`
    expect((await askedDuring(erase, () => ask(rosa, id))).status).toBe(401)
    const rows = await many(
      portal.db,
      sql`select rut, first_name, last_name, email from users where id = ${id}`,
    )
    expect(rows).toEqual([erased])
  })

  test('a password by a link: neither', async () => {
    const token = await restoreToken()
    const found = await many<{ id: number }>(
      portal.db,
      sql`select id from users where rut = ${ROSA}`,
    )
    const id = found[0]?.id ?? 0
    const erase = sql`with links as (delete from account_links where user_id = ${id})
      update users set rut = null, first_name = 'Cuenta anonimizada', last_name = '', email = '',
        password_hash = null, is_active = false, deleted_at = now(), erased_at = now()
      where id = ${id}`
    const ask = () => visitor.post('/api/client/password/', json({ token, password: NEW }))
    expect(await askedDuring(erase, ask)).toEqual(DEAD)
    const rows = await many(portal.db, sql`select password_hash from users where id = ${id}`)
    expect(rows).toEqual([{ passwordHash: null }])
  })

  test('of a browser no more is kept than tells which one it is', async () => {
    const rosa = await portal.as('rosa')
    const passwords = { old_password: SAMPLE_PASSWORD, new_password: NEW }
    const { payload, headers } = json(passwords)
    const long = { payload, headers: { ...headers, 'user-agent': 'x'.repeat(5000) } }
    expect((await rosa.post('/api/client/password/change/', long)).status).toBe(200)
    const rows = await many(portal.db, sql`select length(user_agent) as kept from sessions`)
    expect(rows).toEqual([{ kept: 300 }])
  })
})

describe('one’s own account', () => {
  async function patch(person: Visitor, changes: object) {
    const { id } = (await person.get('/api/auth/user/')).body
    return answer(person.call('PATCH', `/api/users/${id}/`, json(changes)))
  }

  test('Rosa changes her name without more ado', async () => {
    const rosa = await portal.as('rosa')
    const { status, body } = await patch(rosa, { first_name: 'Rosa Elena' })
    expect([status, body]).toMatchObject([
      200,
      { first_name: 'Rosa Elena', last_name: 'Muñoz Sepúlveda' },
    ])
    expect((await rosa.get('/api/auth/user/')).body.first_name).toBe('Rosa Elena')
  })

  test('a new e-mail needs the password, is told to the old address and ends the old links', async () => {
    const token = await restoreToken()
    const rosa = await portal.as('rosa')
    const email = 'rosa.nueva@correo.example'
    expect(await patch(rosa, { email })).toEqual({
      status: 400,
      body: { old_password: ['La contraseña actual no es correcta'] },
    })
    expect((await check(token)).status).toBe(200)
    expect((await patch(rosa, { email, old_password: SAMPLE_PASSWORD })).status).toBe(200)
    expect((await portal.sentEmails()).at(-1)).toMatchObject({
      to: personas.rosa.email,
      subject: 'Tu correo cambió',
    })
    expect(await check(token)).toEqual(DEAD)
    expect(await logsIn(email, SAMPLE_PASSWORD)).toBe(true)
  })

  test('a new password keeps the rules, ends the other sessions and keeps this one', async () => {
    const [here, there] = [await portal.as('rosa'), await portal.as('rosa')]
    const weak = await patch(here, { password: 'corta', old_password: SAMPLE_PASSWORD })
    expect(weak).toMatchObject({ status: 400, body: { password: expect.any(Array) } })
    const strong = await patch(here, { password: NEW, old_password: SAMPLE_PASSWORD })
    expect(strong.status).toBe(200)
    expect((await here.get('/api/auth/user/')).status).toBe(200)
    expect((await there.get('/api/auth/user/')).status).toBe(401)
    expect(await logsIn(ROSA, NEW)).toBe(true)
  })

  test('a new name does not put back an e-mail that changed meanwhile', async () => {
    const rosa = await portal.as('rosa')
    const { body: before } = await rosa.get('/api/auth/user/')
    const { id, last_name, email } = before
    const sent = json({ first_name: 'Rosa Elena', last_name, email })
    // Rosa's form was filled with the old one.
    const moving = sql`update users set email = 'nueva@correo.example' where rut = ${ROSA}`
    const rename = () => rosa.call('PATCH', `/api/users/${id}/`, sent)
    expect(await askedDuring(moving, rename)).toMatchObject({
      status: 200,
      body: { first_name: 'Rosa Elena', email: 'nueva@correo.example' },
    })
    const rows = await many(
      portal.db,
      sql`select first_name, last_name, email from users where rut = ${ROSA}`,
    )
    expect(rows).toEqual([
      { firstName: 'Rosa Elena', lastName: last_name, email: 'nueva@correo.example' },
    ])
  })

  test('every empty or malformed field is told', async () => {
    const rosa = await portal.as('rosa')
    const changes = { first_name: ' ', last_name: '', email: '', old_password: SAMPLE_PASSWORD }
    expect(await patch(rosa, changes)).toEqual({
      status: 400,
      body: {
        first_name: ['Ingrese nombre'],
        last_name: ['Ingrese apellido'],
        email: ['Ingrese email'],
      },
    })
  })

  test('rights, rut and state cannot be assigned', async () => {
    const rosa = await portal.as('rosa')
    const before = (await rosa.get('/api/auth/user/')).body
    const { status } = await patch(rosa, {
      ...{ id: 1, is_superuser: true, is_active: false, permissions: ['users.manage_users'] },
      ...{ group_ids: [1], username: '1-9', deleted_at: '2026-01-01', password_hash: 'x' },
      profile: { id: 1, social_security: '1-9', is_client: false },
    })
    expect(status).toBe(200)
    const after = (await rosa.get('/api/auth/user/')).body
    expect({ ...after, profile: { ...after.profile, updated_at: '' } }).toEqual({
      ...before,
      profile: { ...before.profile, updated_at: '' },
    })
  })

  test('is nobody else’s: 403 for a member whatever the id, 401 for a stranger', async () => {
    const rosa = await portal.as('rosa')
    for (const id of ['1', '999999', 'abc', '99999999999999999999']) {
      expect((await rosa.get(`/api/users/${id}/`)).status).toBe(403)
      expect((await rosa.call('PATCH', `/api/users/${id}/`, json({}))).status).toBe(403)
    }
    expect((await visitor.get('/api/users/1/')).status).toBe(401)
  })
})

describe('one’s sessions', () => {
  test('are listed with device, place and last use, and the others can be ended', async () => {
    const [here, there] = [await portal.as('rosa'), await portal.as('rosa')]
    await portal.as('hernan')
    const { body } = await here.get('/api/client/sessions/')
    expect(body.results).toHaveLength(2)
    expect(body.results[0]).toEqual({
      device: expect.any(String),
      place: 'Este computador',
      last_used_at: expect.stringMatching(/Z$/),
      is_current: expect.any(Boolean),
    })
    expect(await answer(here.post('/api/client/sessions/end-others/'))).toEqual({
      status: 200,
      body: {},
    })
    expect((await there.get('/api/auth/user/')).status).toBe(401)
    expect((await here.get('/api/client/sessions/')).body.results).toMatchObject([
      { is_current: true },
    ])
  })

  test('are nobody else’s', async () => {
    expect((await visitor.get('/api/client/sessions/')).status).toBe(401)
    expect((await visitor.post('/api/client/sessions/end-others/')).status).toBe(401)
  })
})

describe('GET /api/client/', () => {
  test('tells Rosa who she is; staff get 403, strangers 401', async () => {
    const { body } = await (await portal.as('rosa')).get('/api/client/')
    expect(body).toMatchObject({ first_name: 'Rosa', is_active: true })
    expect((await (await portal.as('carla')).get('/api/client/')).status).toBe(403)
    expect((await visitor.get('/api/client/')).status).toBe(401)
  })
})

describe('registration', () => {
  const person = { name: 'Ana', last_name: 'Mora', email: 'ana@correo.example', password: NEW }

  test('is closed unless the cooperative opens it', async () => {
    for (const sent of [person, {}]) {
      expect(await answer(visitor.post('/api/auth/register/', json(sent)))).toEqual({
        status: 403,
        body: 'El registro no está disponible',
      })
    }
  })

  test('open: Ana confirms her e-mail and gets in, as nobody’s client', async () => {
    const open = await openPortalForTest({ REGISTRATION_OPEN: 'true' })
    const ana = open.visitor()
    await ana.fetchToken()
    expect(await answer(ana.post('/api/auth/register/', json(person)))).toEqual({
      status: 201,
      body: {},
    })
    expect((await ana.logIn(person.email, NEW)).status).toBe(400)
    const message = (await open.sentEmails()).at(-1)
    expect(message?.subject).toBe('Confirma tu correo')
    const code = /confirm-email\?code=([\w-]+)/.exec(message?.text ?? '')?.[1]
    expect(await answer(ana.post('/api/confirm-email/', json({ code })))).toEqual({
      status: 200,
      body: {},
    })
    expect(await answer(ana.post('/api/confirm-email/', json({ code })))).toEqual(DEAD)
    await exec(open.db, sql`update users set is_active = false where email = ${person.email}`)
    const again = ana.post('/api/auth/register/', json(person))
    expect((await answer(again)).status).toBe(201)
    // Deactivated by staff: registering once more brings nobody back.
    expect((await open.sentEmails()).at(-1)?.subject).toBe('Ya tienes una cuenta')
    await exec(open.db, sql`update users set is_active = true where email = ${person.email}`)
    const { body } = await ana.logIn(person.email, NEW)
    expect(body).toMatchObject({ permissions: [], profile: { is_client: false } })
  })

  test('open: an e-mail is the login of one person without a rut, and of whoever has one besides', async () => {
    const open = await openPortalForTest({ REGISTRATION_OPEN: 'true' })
    const join = async (name: string) => {
      const newcomer = open.visitor()
      await newcomer.fetchToken()
      const email = `${name.toLowerCase()}@correo.example`
      await newcomer.post('/api/auth/register/', json({ ...person, name, email }))
      await exec(open.db, sql`update users set is_active = true where email = ${email}`)
      await newcomer.logIn(email, NEW)
      return newcomer
    }
    const [ana, eva, rosa] = [await join('Ana'), await join('Eva'), await open.as('rosa')]
    const takes = async (who: Visitor, email: string, old_password = NEW) => {
      const { id } = (await who.get('/api/auth/user/')).body
      return answer(who.call('PATCH', `/api/users/${id}/`, json({ email, old_password })))
    }
    const taken = { status: 400, body: { email: ['Ya existe un usuario con este correo'] } }
    expect(await takes(ana, 'EVA@correo.example')).toEqual(taken)
    const both = await Promise.all([ana, eva].map((who) => takes(who, 'casa@correo.example')))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect((await takes(rosa, 'casa@correo.example', SAMPLE_PASSWORD)).status).toBe(200)
    const again = json({ ...person, email: 'Casa@correo.example' })
    expect((await answer(ana.post('/api/auth/register/', again))).status).toBe(201)
    expect((await open.sentEmails()).at(-1)?.subject).toBe('Ya tienes una cuenta')
  })

  test('open: a taken e-mail gets the same answer, and only its letter tells', async () => {
    const open = await openPortalForTest({ REGISTRATION_OPEN: 'true' })
    const anonymous = open.visitor()
    await anonymous.fetchToken()
    const taken = { ...person, email: personas.rosa.email.toUpperCase() }
    expect(await answer(anonymous.post('/api/auth/register/', json(taken)))).toEqual({
      status: 201,
      body: {},
    })
    expect((await open.sentEmails()).at(-1)).toMatchObject({
      to: personas.rosa.email,
      subject: 'Ya tienes una cuenta',
    })
    const empty = { name: ' ', last_name: '', email: 'x', password: 'corta' }
    expect(await answer(anonymous.post('/api/auth/register/', json(empty)))).toEqual({
      status: 400,
      body: {
        name: ['Ingrese nombre'],
        last_name: ['Ingrese apellido'],
        email: ['email no válido'],
        password: expect.arrayContaining(['Mínimo 8 caracteres']),
      },
    })
  })
})
