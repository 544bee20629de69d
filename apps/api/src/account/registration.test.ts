import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { DEAD_LINK, linkTokenOf, NEW_PASSWORD } from '../../test/users/account-calls.ts'
import { callDuring } from '../../test/users/concurrent-call.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { exec, many, sql } from '../db/query.ts'

const EMAIL = 'ana@correo.example'
const FIRST = 'Quillay#4471'
const SECOND = 'Boldo.verde-902'
const FOREIGN = 'Litre-ajeno#77'
const CREATED = { status: 201, body: {} }
const CONFIRMED = { status: 200, body: {} }
const NEEDS_PASSWORD = { status: 400, body: { password: ['Ingrese una contraseña'] } }

let portal: Portal
let ana: Visitor
/** Somebody who registers Ana's email. */
let mallory: Visitor
beforeAll(async () => {
  portal = await openPortal('sample', { REGISTRATION_OPEN: 'true' })
})
beforeEach(async () => {
  ;[ana, mallory] = [portal.visitor(), portal.visitor()]
  await Promise.all([ana.fetchToken(), mallory.fetchToken()])
})
// Every test registers the same email.
afterEach(async () => {
  await exec(portal.db, sql`delete from users where lower(email) = ${EMAIL}`)
  await exec(portal.db, sql`delete from rate_limits`)
  await exec(portal.db, sql`delete from login_attempts`)
})
afterAll(() => portal.close())

describe('registration', () => {
  const person = {
    name: 'Ana',
    last_name: 'Mora',
    email: EMAIL,
    password: NEW_PASSWORD,
  }

  test('is closed unless the cooperative opens it (§10.9)', async () => {
    const closed = await openPortalForTest({})
    const anonymous = closed.visitor()
    await anonymous.fetchToken()
    for (const sent of [person, {}]) {
      expect(await statusAndBody(anonymous.post('/api/auth/register/', json(sent)))).toEqual({
        status: 403,
        body: 'El registro no está disponible',
      })
    }
  })

  test('open: Ana confirms her email and logs in, without being a client (§7.10, §7.11)', async () => {
    expect(await statusAndBody(ana.post('/api/auth/register/', json(person)))).toEqual({
      status: 201,
      body: {},
    })
    expect((await ana.logIn(person.email, NEW_PASSWORD)).status).toBe(400)
    const message = (await portal.sentEmails()).at(-1)
    expect(message?.subject).toBe('Confirma tu correo')
    const code = /confirm-email\?code=([\w-]+)/.exec(message?.text ?? '')?.[1]
    expect(await statusAndBody(ana.post('/api/confirm-email/', json({ code })))).toEqual({
      status: 200,
      body: {},
    })
    expect(await statusAndBody(ana.post('/api/confirm-email/', json({ code })))).toEqual(DEAD_LINK)
    await exec(portal.db, sql`update users set is_active = false where email = ${person.email}`)
    const again = ana.post('/api/auth/register/', json(person))
    expect((await statusAndBody(again)).status).toBe(201)
    // Registering again does not reactivate an account that staff deactivated.
    expect((await portal.sentEmails()).at(-1)?.subject).toBe('Ya tienes una cuenta')
    await exec(portal.db, sql`update users set is_active = true where email = ${person.email}`)
    const { body } = await ana.logIn(person.email, NEW_PASSWORD)
    expect(body).toMatchObject({ permissions: [], profile: { is_client: false } })
  })

  test('open: one account without a rut may have an email; accounts with a rut may share it', async () => {
    const open = await openPortalForTest({ REGISTRATION_OPEN: 'true' })
    const registerAndLogIn = async (name: string) => {
      const newcomer = open.visitor()
      await newcomer.fetchToken()
      const email = `${name.toLowerCase()}@correo.example`
      await newcomer.post('/api/auth/register/', json({ ...person, name, email }))
      const code = linkTokenOf((await open.sentEmails()).at(-1))
      await newcomer.post('/api/confirm-email/', json({ code }))
      await newcomer.logIn(email, NEW_PASSWORD)
      return newcomer
    }
    const [ana, eva, rosa] = [
      await registerAndLogIn('Ana'),
      await registerAndLogIn('Eva'),
      await open.as('rosa'),
    ]
    const takeEmail = async (by: Visitor, email: string, old_password = NEW_PASSWORD) => {
      const { id } = (await by.get('/api/auth/user/')).body
      return statusAndBody(by.call('PATCH', `/api/users/${id}/`, json({ email, old_password })))
    }
    const taken = { status: 400, body: { email: ['Ya existe un usuario con este correo'] } }
    expect(await takeEmail(ana, 'EVA@correo.example')).toEqual(taken)
    const people: [Visitor, string][] = [
      [ana, NEW_PASSWORD],
      [eva, NEW_PASSWORD],
      [rosa, SAMPLE_PASSWORD],
    ]
    for (const [by, password] of people) {
      expect((await takeEmail(by, 'casa@correo.example', password)).status).toBe(200)
    }
    const links = (await open.sentEmails()).filter(({ to }) => to === 'casa@correo.example')
    const answers = await Promise.all(
      links.map((email) => {
        const token = json({ token: linkTokenOf(email) })
        return statusAndBody(ana.post('/api/email-change/confirm/', token))
      }),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409])
    expect(answers).toContainEqual({ status: 409, body: 'Ya existe un usuario con este correo' })
    const again = json({ ...person, email: 'Casa@correo.example' })
    expect((await statusAndBody(ana.post('/api/auth/register/', again))).status).toBe(201)
    expect((await open.sentEmails()).at(-1)?.subject).toBe('Ya tienes una cuenta')
  })

  test('open: a taken email gets the same answer, and only the email sent to it differs (security 1.6)', async () => {
    const taken = { ...person, email: personas.rosa.email.toUpperCase() }
    expect(await statusAndBody(ana.post('/api/auth/register/', json(taken)))).toEqual({
      status: 201,
      body: {},
    })
    expect((await portal.sentEmails()).at(-1)).toMatchObject({
      to: personas.rosa.email,
      subject: 'Ya tienes una cuenta',
    })
    const empty = { name: ' ', last_name: '', email: 'x', password: 'corta' }
    expect(await statusAndBody(ana.post('/api/auth/register/', json(empty)))).toEqual({
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

function register(by: Visitor, password: string, email = EMAIL) {
  const person = { name: 'Ana', last_name: 'Mora', email, password }
  return statusAndBody(by.post('/api/auth/register/', json(person)))
}

/** Registers and returns the code that the email brings. */
async function registeredCode(by: Visitor, password: string): Promise<string> {
  expect(await register(by, password)).toEqual(CREATED)
  return linkTokenOf((await portal.sentEmails()).at(-1))
}

function confirm(by: Visitor, code: string, password?: string) {
  return statusAndBody(by.post('/api/confirm-email/', json({ code, password })))
}

/** Which of these passwords log in by Ana's email. */
async function passwordsOf(...passwords: string[]) {
  const answers = await Promise.all(passwords.map((each) => portal.visitor().logIn(EMAIL, each)))
  return passwords.filter((_, i) => answers[i]?.status === 200)
}

describe('the password of a registration', () => {
  test('is not replaced by a second registration of the same email (security 1.14)', async () => {
    const code = await registeredCode(ana, FIRST)
    const later = await registeredCode(ana, SECOND)
    expect(await confirm(ana, code)).toEqual(CONFIRMED)
    expect(await passwordsOf(FIRST, SECOND)).toEqual([FIRST])
    expect(await confirm(ana, later)).toEqual(DEAD_LINK)
  })

  test('counts only in the browser that typed it: Ana opens a link that Mallory asked for (security 1.12)', async () => {
    const foreign = await registeredCode(mallory, FOREIGN)
    const own = await registeredCode(ana, FIRST)
    expect(await confirm(ana, foreign)).toEqual(NEEDS_PASSWORD)
    expect(await passwordsOf(FOREIGN, FIRST)).toEqual([])
    expect(await confirm(ana, foreign, SECOND)).toEqual(CONFIRMED)
    expect(await passwordsOf(FOREIGN, FIRST, SECOND)).toEqual([SECOND])
    expect(await confirm(ana, own)).toEqual(DEAD_LINK)
  })

  test('is chosen again on another device, with the rules of passwords (§7.11)', async () => {
    const code = await registeredCode(ana, FIRST)
    const phone = portal.visitor()
    await phone.fetchToken()
    expect(await confirm(phone, code)).toEqual(NEEDS_PASSWORD)
    expect(await confirm(phone, code, '')).toEqual(NEEDS_PASSWORD)
    expect(await confirm(phone, code, 'corta-1')).toEqual({
      status: 400,
      body: { password: ['Mínimo 8 caracteres'] },
    })
    expect((await confirm(phone, code, 'Ana-2026-ana')).body).toEqual({
      password: ['La contraseña no puede contener tus datos'],
    })
    expect(await confirm(phone, code, SECOND)).toEqual(CONFIRMED)
    expect(await passwordsOf(FIRST, SECOND)).toEqual([SECOND])
  })

  test('is asked for where the registration of the link is not stored (security 1.12)', async () => {
    const code = await registeredCode(ana, FIRST)
    await exec(portal.db, sql`delete from pending_registrations`)
    expect(await confirm(ana, code)).toEqual(NEEDS_PASSWORD)
    expect(await confirm(ana, code, SECOND)).toEqual(CONFIRMED)
  })

  test('is nowhere once the email is confirmed, nor in an account that staff activated (security 1.12)', async () => {
    const code = await registeredCode(ana, FIRST)
    await exec(portal.db, sql`update users set is_active = true where email = ${EMAIL}`)
    expect(await passwordsOf(FIRST)).toEqual([])
    expect(await confirm(ana, code)).toEqual(CONFIRMED)
    expect(await many(portal.db, sql`select from pending_registrations`)).toEqual([])
  })
})

describe('at the same time', () => {
  test('two registrations make one account, and the link that is opened decides (security 1.14)', async () => {
    const answers = await Promise.all([register(ana, FIRST), register(mallory, FOREIGN)])
    expect(answers).toEqual([CREATED, CREATED])
    const codes = (await portal.sentEmails()).slice(-2).map(linkTokenOf)
    expect(new Set(codes).size).toBe(2)
    expect(await many(portal.db, sql`select from users where email = ${EMAIL}`)).toHaveLength(1)
    const tries = await Promise.all(codes.map((code) => confirm(ana, code)))
    expect(tries).toContainEqual(CONFIRMED)
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await passwordsOf(FIRST, FOREIGN)).toEqual([FIRST])
  })

  test('one link opened twenty times, with and without a password, works once', async () => {
    const code = await registeredCode(ana, FIRST)
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, i) => confirm(ana, code, i % 2 ? SECOND : undefined)),
    )
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    // Three passwords of an account are hashed at a time; others wait.
    expect(tries.filter(({ status }) => status === 422 || status === 429)).toHaveLength(19)
    expect(await passwordsOf(FIRST, SECOND)).toHaveLength(1)
  })

  test('two links of one account: the first that commits counts', async () => {
    const [code, later] = [await registeredCode(ana, FIRST), await registeredCode(ana, SECOND)]
    const tries = await Promise.all([confirm(ana, code), confirm(ana, later)])
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const winner = tries[0].status === 200 ? FIRST : SECOND
    expect(await passwordsOf(FIRST, SECOND)).toEqual([winner])
  })

  test('a registration while the email is being confirmed changes nothing (security 1.14)', async () => {
    const code = await registeredCode(ana, FIRST)
    const [confirmed, again] = await Promise.all([confirm(ana, code), register(mallory, FOREIGN)])
    expect([confirmed, again]).toEqual([CONFIRMED, CREATED])
    expect(await passwordsOf(FIRST, FOREIGN)).toEqual([FIRST])
    const message = (await portal.sentEmails()).at(-1)
    if (message?.subject === 'Confirma tu correo') {
      expect(await confirm(ana, linkTokenOf(message), SECOND)).toEqual(DEAD_LINK)
    }
  })

  test('a registration that waits for the confirmation gets no link', async () => {
    await registeredCode(ana, FIRST)
    const activation = sql`update users set is_active = true where email = ${EMAIL}`
    expect(await callDuring(portal.db, activation, () => register(mallory, FOREIGN))).toEqual(
      CREATED,
    )
    expect((await portal.sentEmails()).at(-1)?.subject).toBe('Ya tienes una cuenta')
    expect(await many(portal.db, sql`select from pending_registrations`)).toHaveLength(1)
  })
})

describe('an email that an account has', () => {
  test('is not confirmed for a second one: Ana was imported as a member meanwhile (security 1.13)', async () => {
    const code = await registeredCode(ana, FIRST)
    await exec(
      portal.db,
      sql`insert into users (rut, first_name, email) values ('17654321-3', 'Ana', 'Ana@correo.example')`,
    )
    expect(await confirm(ana, code)).toEqual(DEAD_LINK)
    expect(await confirm(ana, code)).toEqual(DEAD_LINK)
    expect((await portal.sentEmails()).at(-1)).toMatchObject({
      to: 'Ana@correo.example',
      subject: 'Ya tienes una cuenta',
    })
    expect(await passwordsOf(FIRST)).toEqual([])
  })

  test('of staff without a rut, deactivated, is not activated by a registration (security 1.13)', async () => {
    await exec(
      portal.db,
      sql`insert into users (first_name, email, is_active) values ('Ana', ${EMAIL}, false)`,
    )
    expect(await register(ana, FIRST)).toEqual(CREATED)
    expect((await portal.sentEmails()).at(-1)?.subject).toBe('Ya tienes una cuenta')
  })

  test('gets emails without any name that a visitor typed (security 9.18)', async () => {
    const person = { name: 'Urgente', last_name: 'Llama', email: EMAIL, password: FIRST }
    for (const email of [EMAIL, 'rosa.munoz@correo.example']) {
      await ana.post('/api/auth/register/', json({ ...person, email }))
    }
    for (const { text, subject } of (await portal.sentEmails()).slice(-2)) {
      expect(text.startsWith('Hola:')).toBe(true)
      expect(text + subject).not.toMatch(/Urgente|Llama/)
    }
  })
})
