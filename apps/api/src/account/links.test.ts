import { pbkdf2Sync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import {
  AccountCalls,
  changePassword,
  DEAD_LINK,
  NEW_PASSWORD,
} from '../../test/users/account-calls.ts'
import { makeUninvited } from '../../test/users/invitation-calls.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { ana, UserCalls } from '../../test/users/user-calls.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json } from '../../test/visitor.ts'
import { findLink, useLink } from '../auth/links-store.ts'
import { exec, many, sql } from '../db/query.ts'
import { inviteMembers } from '../users/invitations.ts'

const TOMAS = personas.tomas.rut
const ROSA = personas.rosa.rut

function namesOf(name: 'rosa' | 'tomas') {
  const { firstName, lastName } = personas[name]
  return { first_name: firstName, last_name: lastName }
}

let portal: Portal
let account: AccountCalls
beforeEach(async () => {
  portal = await openPortal()
  account = await AccountCalls.open(portal)
})
afterEach(() => portal.close())

describe('activation', () => {
  test('Tomás opens his activation email, reads whose account it is, chooses a password and logs in (§3.16, §10.16, §12.1153)', async () => {
    const [message] = await portal.sentEmails()
    expect(message).toMatchObject({
      to: personas.tomas.email,
      subject: 'Activa tu Carpeta Virtual',
    })
    const token = await account.lastToken()
    expect(await account.check(token)).toEqual({
      status: 200,
      body: { can_restore_password: false, is_active: false, username: TOMAS, ...namesOf('tomas') },
    })
    expect(await account.setPassword(token)).toEqual({
      status: 200,
      body: { social_security: TOMAS, username: TOMAS },
    })
    expect(await account.logsIn(TOMAS, NEW_PASSWORD)).toBe(true)
    // A second click leads to the login, and says nothing of the account.
    expect(await account.check(token)).toEqual({
      status: 200,
      body: { can_restore_password: false, is_active: true },
    })
    expect(await account.setPassword(token)).toEqual(DEAD_LINK)
  })

  test('a colleague without a rut logs in with the email that the answer has (§10.14)', async () => {
    const { email } = ana
    const invited = { ...ana, profile: { social_security: '' }, invite: true }
    await new UserCalls(portal).create(await portal.logIn('carla'), invited)
    expect(await account.setPassword(await account.lastToken())).toEqual({
      status: 200,
      body: { social_security: '', username: email },
    })
    expect(await account.logsIn(email, NEW_PASSWORD)).toBe(true)
  })

  test('activation opens no session: the browser logs in afterwards (§7.16, security 6.8)', async () => {
    await account.setPassword(await account.lastToken())
    expect(account.visitor.cookies.has('sessionid')).toBe(false)
  })

  test('a newer invitation replaces the older one (§11.42, security 6.3)', async () => {
    const first = await account.lastToken()
    await inviteMembers(portal.db, { rut: TOMAS })
    const second = await account.lastToken()
    expect(second).not.toBe(first)
    expect(await account.check(first)).toEqual(DEAD_LINK)
    expect((await account.check(second)).status).toBe(200)
  })

  test('inviting all sends one email to each account that is not activated', async () => {
    await exec(portal.db, sql`update users set password_hash = null where rut = ${ROSA}`)
    expect(await inviteMembers(portal.db, 'all-not-invited')).toBe(1)
    expect(await inviteMembers(portal.db, 'all-not-invited')).toBe(0)
    const to = (await portal.sentEmails()).map((message) => message.to)
    expect(to).toEqual([personas.tomas.email, personas.rosa.email])
  })

  test('a restore request for an invited account sends another activation email, and ends no link (security 6.28)', async () => {
    const first = await account.lastToken()
    const second = await account.restoreToken(TOMAS)
    expect((await portal.sentEmails()).at(-1)?.subject).toBe('Activa tu Carpeta Virtual')
    expect(second).not.toBe(first)
    for (const token of [first, second]) {
      expect((await account.check(token)).body).toEqual({
        can_restore_password: false,
        is_active: false,
        username: TOMAS,
        ...namesOf('tomas'),
      })
    }
    expect((await account.setPassword(second)).status).toBe(200)
    expect(await account.check(first)).toEqual(DEAD_LINK)
  })

  test('a restore request for an account that nobody invited sends nothing (security 6.27)', async () => {
    await makeUninvited(portal.db, 'rosa')
    const before = (await portal.sentEmails()).length
    expect(await account.requestRestore(ROSA)).toEqual({ status: 200, body: {} })
    expect(await portal.sentEmails()).toHaveLength(before)
  })
})

describe('restore', () => {
  test('Rosa gets an email and chooses a new password, which ends the old one and her sessions (§3.17, security 6.9)', async () => {
    const rosa = await portal.as('rosa')
    const token = await account.restoreToken()
    expect(await account.check(token)).toEqual({
      status: 200,
      body: { can_restore_password: true, is_active: true, username: ROSA, ...namesOf('rosa') },
    })
    expect(await account.setPassword(token)).toEqual({
      status: 200,
      body: { social_security: ROSA, username: ROSA },
    })
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect(await account.logsIn(ROSA, SAMPLE_PASSWORD)).toBe(false)
    expect(await account.logsIn(ROSA, NEW_PASSWORD)).toBe(true)
    expect(await portal.sentEmails()).toContainEqual(
      expect.objectContaining({ to: personas.rosa.email, subject: 'Tu contraseña cambió' }),
    )
    expect(await account.check(token)).toEqual(DEAD_LINK)
  })

  test('a changed and a restored password tell Rosa which passkeys still open her account, of which a thief may have added one (security 6.870)', async () => {
    const rosa = await portal.as('rosa')
    const last = async () => (await portal.sentEmails()).at(-1)?.text.replace(/\s+/g, ' ')
    const changed = await changePassword(rosa, SAMPLE_PASSWORD, NEW_PASSWORD)
    expect(changed.status).toBe(200)
    expect(await last()).not.toContain('llave')
    await exec(
      portal.db,
      sql`insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_backed_up, created_at)
        select id, 'c', 'k', 0, '{}', 'Del ladrón', false, now() - interval '4 days' from users where rut = ${ROSA}`,
    )
    const again = await changePassword(rosa, NEW_PASSWORD, `${NEW_PASSWORD} otra`)
    expect(again.status).toBe(200)
    const sentence =
      'Tu llave de acceso sigue sirviendo para ingresar sin contraseña. Si no la agregaste tú, quítala en tu perfil.'
    expect(await last()).toContain(sentence)
    expect((await account.setPassword(await account.restoreToken())).status).toBe(200)
    expect(await last()).toContain(sentence)
    expect(await last()).not.toContain('ladrón')
    const users = new UserCalls(portal)
    const typed = await users.change(await portal.as('ivan'), 'rosa', { password: NEW_PASSWORD })
    expect(typed.status).toBe(200)
    expect(await last()).toContain(sentence)
  })

  test('the link goes to the email that counts when it is sent (security 5.15)', async () => {
    await account.requestRestore()
    const changing = await portal.pool.connect()
    await changing.query('begin')
    await changing.query(`update users set email = 'nuevo@correo.example' where rut = $1`, [ROSA])
    const sending = portal.sentEmails()
    await vi.waitFor(async () => {
      const { rows } = await portal.pool.query(
        `select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    }, 60_000)
    await changing.query('commit')
    changing.release()
    expect((await sending).at(-1)).toMatchObject({
      ...{ to: 'nuevo@correo.example', subject: 'Recupera tu contraseña' },
    })
  })

  test('a concurrent login with the old password fails (security 3.10)', async () => {
    // The slow hash keeps the login busy until the restore has finished.
    const token = await account.restoreToken()
    const key = pbkdf2Sync(SAMPLE_PASSWORD, 'saltsalt', 2_000_000, 32, 'sha256').toString('base64')
    const hash = `pbkdf2_sha256$2000000$saltsalt$${key}`
    await exec(portal.db, sql`update users set password_hash = ${hash} where rut = ${ROSA}`)
    const rosa = portal.visitor()
    const old = rosa.logIn(ROSA, SAMPLE_PASSWORD)
    await vi.waitFor(async () => {
      const rows = await many(portal.db, sql`select from login_attempts`)
      expect(rows).toHaveLength(1)
    }, 60_000)
    expect((await account.setPassword(token)).status).toBe(200)
    expect((await old).status).toBe(400)
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect(await account.logsIn(ROSA, SAMPLE_PASSWORD)).toBe(false)
    expect(await account.logsIn(ROSA, NEW_PASSWORD)).toBe(true)
  })

  test('every rut gets the same answer, and only an active account gets an email (§7.12, §10.5, security 1.3)', async () => {
    await exec(portal.db, sql`update users set is_active = false where rut = ${personas.pia.rut}`)
    await exec(
      portal.db,
      sql`update users set deleted_at = now() where rut = ${personas.bruno.rut}`,
    )
    const before = (await portal.sentEmails()).length
    for (const rut of [ROSA, '1-9', personas.pia.rut, personas.bruno.rut, '12.345.678-5']) {
      const reply = account.requestRestore(rut)
      expect(await reply).toEqual({ status: 200, body: {} })
    }
    const emails = (await portal.sentEmails()).slice(before)
    expect(emails.map(({ to }) => to)).toEqual([personas.rosa.email, personas.rosa.email])
    const bad = account.requestRestore('1-1')
    expect(await bad).toEqual({ status: 400, body: ['Rut no válido'] })
  })

  test('an account gets three emails an hour, then silently none (§10.8, security 1.3, security 2.11)', async () => {
    const before = (await portal.sentEmails()).length
    for (let i = 0; i < 6; i++) {
      const reply = account.requestRestore()
      expect(await reply).toEqual({ status: 200, body: {} })
      await portal.sentEmails()
    }
    expect((await portal.sentEmails()).length - before).toBe(3)
  })

  test('Rosa’s newest three links work, so that the requests of somebody else do not end hers (security 6.28)', async () => {
    const own = await account.restoreToken()
    const others = [await account.restoreToken(), await account.restoreToken()]
    expect((await account.check(own)).status).toBe(200)
    expect((await account.setPassword(own)).status).toBe(200)
    for (const token of others) expect(await account.check(token)).toEqual(DEAD_LINK)
  })

  test('a fourth link ends the first (§11.42, security 6.28)', async () => {
    const first = await account.restoreToken()
    const others = [await account.restoreToken(), await account.restoreToken()]
    await exec(portal.db, sql`delete from rate_limits`)
    others.push(await account.restoreToken())
    expect(await account.check(first)).toEqual(DEAD_LINK)
    for (const token of others) expect((await account.check(token)).status).toBe(200)
  })

  test('restore-password accepts only restore links (§7.13)', async () => {
    const activation = await account.lastToken()
    const post = (code: string) =>
      statusAndBody(
        account.visitor.post('/api/restore-password/', json({ code, password: NEW_PASSWORD })),
      )
    expect(await post(activation)).toEqual(DEAD_LINK)
    expect(await post(await account.restoreToken())).toEqual({
      status: 200,
      body: { social_security: ROSA, username: ROSA },
    })
  })

  test('a restore works while the rut is locked, and ends the lock (security 2.5)', async () => {
    for (let i = 0; i < 10; i++) await portal.visitor().logIn(ROSA, 'Otra#2026')
    expect((await portal.visitor().logIn(ROSA, SAMPLE_PASSWORD)).status).toBe(429)
    await account.setPassword(await account.restoreToken())
    expect(await account.logsIn(ROSA, NEW_PASSWORD)).toBe(true)
  })

  test.each([ROSA, personas.rosa.email])(
    'a restore ends the wait in a browser that Rosa used before, for %s (security 2.5)',
    async (name) => {
      const rosa = await portal.logIn('rosa')
      for (let i = 0; i < 10; i++) await rosa.logIn(name, 'Otra#2026')
      expect((await rosa.logIn(name, SAMPLE_PASSWORD)).status).toBe(429)
      await account.setPassword(await account.restoreToken())
      expect((await rosa.logIn(name, NEW_PASSWORD)).status).toBe(200)
    },
  )
})

describe('a link', () => {
  test('answers the same when missing, malformed, unknown or expired (§7.15, §10.17, security 1.5)', async () => {
    const token = await account.restoreToken()
    await exec(portal.db, sql`update account_links set expires_at = now() where used_at is null`)
    for (const dead of ['', 'x', 'A'.repeat(43), '%00', token]) {
      expect(await account.check(dead)).toEqual(DEAD_LINK)
    }
    expect(await statusAndBody(account.visitor.get('/api/client/check/'))).toEqual(DEAD_LINK)
    expect(await statusAndBody(account.visitor.get('/api/client/check/?token=a&token=b'))).toEqual(
      DEAD_LINK,
    )
    expect(await account.setPassword(token)).toEqual(DEAD_LINK)
  })

  test.each([
    ['activate', '7 days'],
    ['restore', '1 hour'],
  ])('to %s lives %s (§10.18)', async (purpose, life) => {
    if (purpose === 'restore') await account.restoreToken()
    else await portal.sentEmails()
    const rows = await many<{ exact: boolean }>(
      portal.db,
      sql`select expires_at - created_at = ${life}::interval as exact
      from account_links where purpose = ${purpose}`,
    )
    expect(rows).toEqual([{ exact: true }])
  })

  test('is live in its last second and expired in the next (security 6.2)', async () => {
    const token = await account.restoreToken()
    // now() is constant within a transaction.
    await portal.db.transaction(async (tx) => {
      await exec(tx, sql`update account_links set expires_at = now() + interval '1 second'`)
      expect(await findLink(tx, token)).not.toBeNull()
      await exec(tx, sql`update account_links set expires_at = now()`)
      expect(await findLink(tx, token)).toBeNull()
      expect(await useLink(tx, token)).toBe(false)
    })
  })

  test('is not used up by repeated checks, nor by HEAD (§11.41, security 6.5)', async () => {
    const token = await account.restoreToken()
    for (let i = 0; i < 5; i++) expect((await account.check(token)).status).toBe(200)
    await portal.app.inject({ method: 'HEAD', url: `/api/client/check/?token=${token}` })
    expect((await account.setPassword(token)).status).toBe(200)
  })

  test('is not used up by a password that breaks a rule', async () => {
    const token = await account.restoreToken()
    expect(await account.setPassword(token, 'corta')).toEqual({
      status: 400,
      body: ['Al menos un número', 'Al menos un caracter especial', 'Mínimo 8 caracteres'],
    })
    expect((await account.setPassword(token)).status).toBe(200)
  })

  test('is used by exactly one of twenty concurrent attempts (§11.40, security 6.1)', async () => {
    const token = await account.restoreToken()
    const attempts = await Promise.all(
      Array.from({ length: 20 }, (_, i) => account.setPassword(token, `Quillay#44${i}x`)),
    )
    expect(attempts.filter(({ status }) => status === 200)).toHaveLength(1)
    // Three passwords of an account are hashed at a time; others wait.
    const others = attempts.filter(({ status }) => status === 422 || status === 429)
    expect(others).toHaveLength(19)
    expect(await account.check(token)).toEqual(DEAD_LINK)
  })

  test('is stored as a hash, and its queued email is encrypted (§11.40, security 6.4)', async () => {
    await account.requestRestore()
    const token = await account.lastToken()
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

  test('does not reactivate a deactivated account (security 6.10)', async () => {
    const token = await account.lastToken()
    await exec(portal.db, sql`update users set is_active = false where rut = ${TOMAS}`)
    expect(await account.check(token)).toEqual(DEAD_LINK)
    expect(await account.setPassword(token)).toEqual(DEAD_LINK)
  })

  test('of a deleted account does not work (security 6.10)', async () => {
    const token = await account.restoreToken()
    await exec(portal.db, sql`update users set deleted_at = now() where rut = ${ROSA}`)
    expect(await account.check(token)).toEqual(DEAD_LINK)
  })
})

describe('a link serves one purpose (security 1.5, security 6.4)', () => {
  const post = (url: string, body: object) => statusAndBody(account.visitor.post(url, json(body)))

  beforeEach(async () => {
    await portal.close()
    portal = await openPortal('sample', { REGISTRATION_OPEN: 'true' })
    account = await AccountCalls.open(portal)
  })

  test('one that confirms an email sets no password', async () => {
    const julia = {
      name: 'Julia',
      last_name: 'Mora',
      email: 'julia@correo.example',
      password: NEW_PASSWORD,
    }
    await post('/api/auth/register/', julia)
    const token = await account.lastToken()
    expect(await account.setPassword(token)).toEqual(DEAD_LINK)
    expect(await post('/api/restore-password/', { code: token, password: NEW_PASSWORD })).toEqual(
      DEAD_LINK,
    )
    expect((await account.check(token)).status).toBe(422)
    expect((await post('/api/confirm-email/', { code: token })).status).toBe(200)
  })

  test('one that sets a password confirms no email', async () => {
    const token = await account.restoreToken()
    expect(await post('/api/confirm-email/', { code: token })).toEqual(DEAD_LINK)
    expect((await account.setPassword(token)).status).toBe(200)
  })
})

test.each<Record<string, string>>([
  { host: 'evil.example' },
  { host: 'localhost:8010@evil.example' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { forwarded: 'host=evil.example' },
])('the headers %j do not change where the link leads (§10.13, security 6.7)', async (headers) => {
  const { payload, headers: type } = json({ social_security: personas.rosa.rut })
  const sent = { payload, headers: { ...type, ...headers } }
  await account.visitor.post('/api/send-restore-password-ss/', sent)
  const message = (await portal.sentEmails()).at(-1)
  expect(message?.subject).toBe('Recupera tu contraseña')
  expect(message?.text).toContain('http://localhost:8010/client/check?token=')
  expect(`${message?.text} ${message?.html}`).not.toContain('evil')
})

test('reactivating an account does not revive its earlier links (security 6.3)', async () => {
  const token = await account.restoreToken()
  const carla = await portal.as('carla')
  const url = `/api/users/${await userIdOf(portal.db, 'rosa')}/`
  for (const is_active of [false, true]) {
    expect((await carla.call('PATCH', url, json({ is_active }))).status).toBe(200)
  }
  expect(await account.setPassword(token)).toEqual(DEAD_LINK)
  expect((await account.setPassword(await account.lastToken())).status).toBe(200)
})

test('choosing the old password again ends sessions and links like any other (security 6.17)', async () => {
  await account.setPassword(await account.restoreToken())
  const token = await account.restoreToken()
  const [here, there] = [portal.visitor(), portal.visitor()]
  for (const rosa of [here, there]) await rosa.logIn(personas.rosa.rut, NEW_PASSWORD)
  const changed = await changePassword(here, NEW_PASSWORD)
  expect(changed.status).toBe(200)
  expect((await here.get('/api/auth/user/')).status).toBe(200)
  expect((await there.get('/api/auth/user/')).status).toBe(401)
  expect(await account.setPassword(token)).toEqual(DEAD_LINK)
})
