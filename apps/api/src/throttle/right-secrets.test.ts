import { beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { Authenticator } from '../../test/second-factor/authenticator.ts'
import { addPasskey, logInWithPasskey, PASSKEY_LOGIN } from '../../test/second-factor/factors.ts'
import { AccountCalls, NEW_PASSWORD } from '../../test/users/account-calls.ts'
import { EmailChangeCalls } from '../../test/users/email-change-calls.ts'
import { UserCalls } from '../../test/users/user-calls.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { exec, one, sql } from '../db/query.ts'
import { rateLimitRules } from './limits.ts'

const ROSA = personas.rosa.rut
const EMAIL = personas.rosa.email
/** Everybody in these tests shares it, as behind a carrier. */
const ADDRESS = '127.0.0.1'

let portal: Portal
beforeEach(async () => {
  portal = await openPortalForTest({ REGISTRATION_OPEN: 'true' })
})

/** Others at the address used up its counts. */
async function fillCountsOfAddress(): Promise<void> {
  for (const { prefix, points } of Object.values(rateLimitRules)) {
    await exec(
      portal.db,
      sql`insert into rate_limits (key, points, expire)
        values (${`${prefix}:${ADDRESS}`}, ${points}, extract(epoch from now()) * 1000 + 600000)
        on conflict (key) do update set points = ${points}`,
    )
  }
}

async function anonymous(): Promise<Visitor> {
  const visitor = portal.visitor()
  await visitor.fetchToken()
  return visitor
}

describe('after others at the address tried too many', () => {
  test('links, Rosa’s own restores her password (security 2.110)', async () => {
    const account = await AccountCalls.open(portal)
    const token = await account.restoreToken()
    for (let i = 0; i < 40; i++) await account.check(`otro-${i}`)
    expect((await account.check('otro')).status).toBe(429)
    expect((await account.check(token)).body).toMatchObject({ can_restore_password: true })
    expect((await account.setPassword(token)).status).toBe(200)
    // Used, it is a dead link like any other.
    expect((await account.check(token)).status).toBe(429)
  })

  test('links, the one that undoes a change of email does (security 2.110)', async () => {
    const users = new UserCalls(portal)
    const links = new EmailChangeCalls(portal)
    const thief = await portal.as('rosa')
    const change = { email: 'ladron@correo.example', old_password: SAMPLE_PASSWORD }
    expect((await users.change(thief, 'rosa', change)).status).toBe(200)
    expect((await links.confirm(await links.confirmToken(change.email))).status).toBe(200)
    const undo = await links.undoToken(EMAIL)
    for (let i = 0; i < 40; i++) await links.revert(`otro-${i}`)
    expect((await links.revert('otro')).status).toBe(429)
    expect((await links.revert(undo)).status).toBe(200)
    const { email } = await one<{ email: string }>(
      portal.db,
      sql`select email from users where rut = ${ROSA}`,
    )
    expect(email).toBe(EMAIL)
  })

  test('links, a newcomer confirms a registration (security 2.110)', async () => {
    const ana = await anonymous()
    const form = {
      name: 'Ana',
      last_name: 'Mora',
      email: 'ana@correo.example',
      password: NEW_PASSWORD,
    }
    await ana.post('/api/auth/register/', json(form))
    const code = await (await AccountCalls.open(portal)).lastToken()
    await fillCountsOfAddress()
    expect((await ana.post('/api/confirm-email/', json({ code: 'x' }))).status).toBe(429)
    expect((await ana.post('/api/confirm-email/', json({ code }))).status).toBe(200)
  })

  test('passwords, Rosa logs in where she did before, and nobody in a new browser (security 2.111)', async () => {
    const rosa = await portal.logIn('rosa')
    await rosa.post('/api/auth/logout/')
    await fillCountsOfAddress()
    expect((await portal.visitor().logIn(ROSA, SAMPLE_PASSWORD)).status).toBe(429)
    expect((await rosa.logIn(ROSA, 'Otra#2026')).status).toBe(400)
    expect((await rosa.logIn(EMAIL, SAMPLE_PASSWORD)).status).toBe(200)
    // Her browser is known to her own account only.
    expect((await rosa.logIn(personas.hernan.rut, SAMPLE_PASSWORD)).status).toBe(429)
  })

  test('passwords, Rosa still confirms hers; the guesses of a session are limited by its own count (security 2.111)', async () => {
    const [rosa, thief] = [await portal.logIn('rosa'), await portal.as('rosa')]
    await fillCountsOfAddress()
    const confirm = async (by: Visitor, password: string) =>
      (await by.post('/api/auth/reauthenticate/', json({ password }))).status
    for (let i = 0; i < 10; i++) expect(await confirm(thief, 'Otra#2026')).toBe(400)
    expect(await confirm(thief, SAMPLE_PASSWORD)).toBe(429)
    expect(await confirm(rosa, SAMPLE_PASSWORD)).toBe(200)
    for (let i = 0; i < 10; i++) expect(await confirm(rosa, 'Otra#2026')).toBe(400)
    expect(await confirm(rosa, SAMPLE_PASSWORD)).toBe(429)
  })

  test('passwords, a passkey logs in and confirms; a wrong one waits (security 2.111)', async () => {
    const rosa = await portal.logIn('rosa')
    const { authenticator } = await addPasskey(rosa)
    await fillCountsOfAddress()
    const { body: options } = await rosa.post('/api/auth/reauthenticate/passkey/options/')
    const response = authenticator.get(options)
    const confirmed = await rosa.post('/api/auth/reauthenticate/passkey/', json({ response }))
    expect(confirmed.status).toBe(200)
    await rosa.post('/api/auth/logout/')
    expect((await logInWithPasskey(rosa, new Authenticator())).status).toBe(429)
    expect((await logInWithPasskey(rosa, authenticator)).status).toBe(200)
  })

  test('requests for emails, Rosa asks for hers where she logged in before (security 2.111)', async () => {
    const rosa = await portal.logIn('rosa')
    await rosa.post('/api/auth/logout/')
    await rosa.fetchToken()
    await fillCountsOfAddress()
    const ask = async (visitor: Visitor, rut: string) =>
      (await visitor.post('/api/send-restore-password-ss/', json({ social_security: rut }))).status
    expect(await ask(await anonymous(), ROSA)).toBe(429)
    expect(await ask(rosa, personas.hernan.rut)).toBe(429)
    expect(await ask(rosa, ROSA)).toBe(200)
    // A count of its own, not none.
    for (let i = 1; i < rateLimitRules.emailRequests.points; i++) await ask(rosa, ROSA)
    expect(await ask(rosa, ROSA)).toBe(429)
  })

  test('challenges for passkeys, a browser with an earlier login still gets one (security 2.111)', async () => {
    const rosa = await portal.logIn('rosa')
    await rosa.post('/api/auth/logout/')
    await rosa.fetchToken()
    await fillCountsOfAddress()
    expect((await (await anonymous()).post(`${PASSKEY_LOGIN}options/`)).status).toBe(429)
    expect((await rosa.post(`${PASSKEY_LOGIN}options/`)).status).toBe(200)
  })
})

describe('a wait is of the account that it protects', () => {
  test('guesses of Rosa’s rut and of her email count together, in a known browser too (security 2.112)', async () => {
    const failFiveTimes = async (visitor: () => Visitor, name: string) => {
      for (let i = 0; i < 5; i++)
        expect((await visitor().logIn(name, 'Otra#2026')).status).toBe(400)
    }
    const rosa = await portal.logIn('rosa')
    for (const visitor of [() => portal.visitor(), () => rosa]) {
      await failFiveTimes(visitor, ROSA)
      await failFiveTimes(visitor, EMAIL.toUpperCase())
      expect((await visitor().logIn(ROSA, SAMPLE_PASSWORD)).status).toBe(429)
      expect((await visitor().logIn(EMAIL, SAMPLE_PASSWORD)).status).toBe(429)
    }
  })

  test('a login by an email that Rosa and Hernán share is no guess at the other’s account (security 2.112)', async () => {
    await exec(
      portal.db,
      sql`update users set email = 'casa@correo.example' where rut = any(${[ROSA, personas.hernan.rut]})`,
    )
    const account = await AccountCalls.open(portal)
    expect((await account.setPassword(await account.restoreToken())).status).toBe(200)
    for (let i = 0; i < 12; i++) {
      expect((await portal.visitor().logIn('casa@correo.example', NEW_PASSWORD)).status).toBe(200)
    }
    for (let i = 0; i < 10; i++) await portal.visitor().logIn('casa@correo.example', 'Otra#2026')
    expect((await portal.visitor().logIn(personas.hernan.rut, SAMPLE_PASSWORD)).status).toBe(429)
    expect((await portal.visitor().logIn(ROSA, NEW_PASSWORD)).status).toBe(429)
  })

  test('staff change Rosa’s email when an intruder in her account used up its changes (security 2.113)', async () => {
    const users = new UserCalls(portal)
    const carla = await portal.as('carla')
    await exec(
      portal.db,
      sql`insert into rate_limits (key, points, expire)
        values ('email:' || ${await users.idOf('rosa')}, 20, extract(epoch from now()) * 1000 + 60000)`,
    )
    const changed = await users.change(carla, 'rosa', { email: 'rosa@otro.example' })
    expect(changed.status).toBe(200)
  })
})

test('an hour brings a mailbox three emails of registrations; the fourth answers alike (security 2.114)', async () => {
  const register = async (email: string) => {
    const form = { name: 'Ana', last_name: 'Mora', email, password: NEW_PASSWORD }
    const { status, body } = await (await anonymous()).post('/api/auth/register/', json(form))
    return { status, body }
  }
  const spellings = ['ana@correo.example', 'Ana@Correo.example', 'ana+1@correo.example']
  for (const email of [...spellings, ...spellings]) {
    expect(await register(email)).toEqual({ status: 201, body: {} })
  }
  for (let i = 0; i < 5; i++) expect((await register(EMAIL)).status).toBe(201)
  const sent = (await portal.sentEmails()).map(({ to }) => to.toLowerCase())
  expect(sent.filter((to) => to.startsWith('ana'))).toHaveLength(3)
  expect(sent.filter((to) => to === EMAIL)).toHaveLength(3)
})

test('Gmail’s mailboxes are one with dots or without; elsewhere a dot makes another mailbox (security 2.114)', async () => {
  const register = async (email: string) => {
    const form = { name: 'Ana', last_name: 'Mora', email, password: NEW_PASSWORD }
    await (await anonymous()).post('/api/auth/register/', json(form))
  }
  const gmail = [
    'ana.mora@gmail.com',
    'a.n.a.mora@gmail.com',
    'An.amora+x@googlemail.com',
    'anamora@gmail.com',
  ]
  const elsewhere = [
    'ana.mora@correo.example',
    'a.n.a.mora@correo.example',
    'an.amora@correo.example',
    'anamora@correo.example',
  ]
  for (const email of [...gmail, ...elsewhere]) await register(email)
  const sent = (await portal.sentEmails()).map(({ to }) => to)
  expect(sent.filter((to) => /mora.*mail\.com$/i.test(to))).toHaveLength(3)
  expect(sent.filter((to) => /mora@correo\.example$/.test(to))).toHaveLength(4)
})
