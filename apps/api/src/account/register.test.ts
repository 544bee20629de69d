import { describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortalForTest } from '../../test/open-portal.ts'
import { DEAD_LINK, linkTokenOf, NEW_PASSWORD } from '../../test/users/account-calls.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { exec, sql } from '../db/query.ts'

describe('registration', () => {
  const person = {
    name: 'Ana',
    last_name: 'Mora',
    email: 'ana@correo.example',
    password: NEW_PASSWORD,
  }

  test('is closed unless the cooperative opens it (§10.9)', async () => {
    const portal = await openPortalForTest({})
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    for (const sent of [person, {}]) {
      expect(await statusAndBody(anonymous.post('/api/auth/register/', json(sent)))).toEqual({
        status: 403,
        body: 'El registro no está disponible',
      })
    }
  })

  test('open: Ana confirms her email and logs in, without being a client (§7.10, §7.11)', async () => {
    const open = await openPortalForTest({ REGISTRATION_OPEN: 'true' })
    const ana = open.visitor()
    await ana.fetchToken()
    expect(await statusAndBody(ana.post('/api/auth/register/', json(person)))).toEqual({
      status: 201,
      body: {},
    })
    expect((await ana.logIn(person.email, NEW_PASSWORD)).status).toBe(400)
    const message = (await open.sentEmails()).at(-1)
    expect(message?.subject).toBe('Confirma tu correo')
    const code = /confirm-email\?code=([\w-]+)/.exec(message?.text ?? '')?.[1]
    expect(await statusAndBody(ana.post('/api/confirm-email/', json({ code })))).toEqual({
      status: 200,
      body: {},
    })
    expect(await statusAndBody(ana.post('/api/confirm-email/', json({ code })))).toEqual(DEAD_LINK)
    await exec(open.db, sql`update users set is_active = false where email = ${person.email}`)
    const again = ana.post('/api/auth/register/', json(person))
    expect((await statusAndBody(again)).status).toBe(201)
    // Registering again does not reactivate an account that staff deactivated.
    expect((await open.sentEmails()).at(-1)?.subject).toBe('Ya tienes una cuenta')
    await exec(open.db, sql`update users set is_active = true where email = ${person.email}`)
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
    const open = await openPortalForTest({ REGISTRATION_OPEN: 'true' })
    const anonymous = open.visitor()
    await anonymous.fetchToken()
    const taken = { ...person, email: personas.rosa.email.toUpperCase() }
    expect(await statusAndBody(anonymous.post('/api/auth/register/', json(taken)))).toEqual({
      status: 201,
      body: {},
    })
    expect((await open.sentEmails()).at(-1)).toMatchObject({
      to: personas.rosa.email,
      subject: 'Ya tienes una cuenta',
    })
    const empty = { name: ' ', last_name: '', email: 'x', password: 'corta' }
    expect(await statusAndBody(anonymous.post('/api/auth/register/', json(empty)))).toEqual({
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
