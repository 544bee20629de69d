import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { addPasskey, addTotp, logInWithPasskey } from '../../test/second-factor/factors.ts'
import { AccountCalls } from '../../test/users/account-calls.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import type { Visitor } from '../../test/visitor.ts'
import { many, sql } from '../db/query.ts'
import { resetByOperator } from './user-sign-in.ts'

let portal: Portal
let carla: Visitor
let ivan: Visitor
beforeAll(async () => {
  portal = await openPortal()
  carla = await portal.as('carla')
  ivan = await portal.as('ivan')
})
afterAll(() => portal.close())

function reset(person: Visitor, id: number) {
  return statusAndBody(person.post(`/api/users/${id}/second-factor/reset/`))
}

describe('resetting the factors of a user: staff', () => {
  test('reset the factors of Rosa, who lost them; her sessions end and she gets an email (§12.85, security 16.17)', async () => {
    const rosa = await portal.as('rosa')
    const id = await userIdOf(portal.db, 'rosa')
    const { authenticator } = await addPasskey(rosa)
    await addTotp(rosa)
    expect((await carla.get(`/api/users/${id}/sign-in/`)).body).toEqual({
      methods: ['passkey', 'totp', 'recovery_code'],
      open_sessions: 1,
    })

    expect(await reset(carla, id)).toEqual({ status: 200, body: {} })
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect((await logInWithPasskey(portal.visitor(), authenticator)).status).toBe(400)
    expect((await portal.sentEmails()).at(-1)).toMatchObject({
      to: 'rosa.munoz@correo.example',
      subject: 'Tu segundo factor fue restablecido',
    })
    // Whoever knows the password alone may have asked for it: only the link of the email opens the account.
    expect((await portal.visitor().logIn('12345678-5', SAMPLE_PASSWORD)).status).toBe(400)
    const account = await AccountCalls.open(portal)
    expect((await account.setPassword(await account.lastToken())).status).toBe(200)
    const again = await portal.as('rosa')
    expect((await again.get('/api/auth/second-factor/')).body).toMatchObject({
      passkeys: [],
      totp: null,
      recovery_codes_left: 0,
    })
    expect((await carla.get(`/api/users/${id}/sign-in/`)).body.methods).toEqual([])
    expect(await reset(carla, id)).toEqual({
      status: 409,
      body: 'La cuenta no tiene un segundo factor',
    })
  })

  test('do not reset their own, a superuser’s, or those of more permissions than theirs (security 16.17)', async () => {
    const own = await reset(carla, await userIdOf(portal.db, 'carla'))
    expect(own).toEqual({ status: 403, body: 'No puedes restablecer tu propio segundo factor' })
    expect((await reset(carla, await userIdOf(portal.db, 'ivan'))).status).toBe(403)
    const mario = await portal.as('mario')
    await addTotp(mario)
    const stronger = await reset(carla, await userIdOf(portal.db, 'mario'))
    expect(stronger.status).toBe(403)
    expect(stronger.body).toContain('permisos que tú no tienes')
    expect((await mario.get('/api/auth/second-factor/')).body.totp).not.toBeNull()
    expect((await reset(ivan, await userIdOf(portal.db, 'mario'))).status).toBe(200)
  })

  test('need the permission, and an account that exists (security 16.17)', async () => {
    const hernan = await portal.as('hernan')
    const id = await userIdOf(portal.db, 'rosa')
    expect((await reset(hernan, id)).status).toBe(403)
    expect((await hernan.get(`/api/users/${id}/sign-in/`)).status).toBe(403)
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    expect((await reset(anonymous, id)).status).toBe(401)
    expect((await anonymous.get(`/api/users/${id}/sign-in/`)).status).toBe(401)
    expect((await reset(carla, 999_999)).status).toBe(404)
    expect((await carla.get('/api/users/999999/sign-in/')).status).toBe(404)
  })
})

describe('the command of the operator', () => {
  test('resets the factors of the last superuser', async () => {
    const person = await portal.as('ivan')
    await addTotp(person)
    await resetByOperator(portal, '8765432-K')
    expect((await person.get('/api/auth/user/')).status).toBe(401)
    ivan = await portal.as('ivan')
    expect((await ivan.get('/api/auth/second-factor/')).body.totp).toBeNull()
  })

  test.each([
    ['8765432-K', 'La cuenta no tiene un segundo factor'],
    ['10000021-0', 'No hay una cuenta con este rut'],
  ])('changes nothing for %s: %s', async (rut, sentence) => {
    await expect(resetByOperator(portal, rut)).rejects.toThrow(sentence)
  })
})

describe('ending the sessions of a user', () => {
  beforeAll(async () => {
    await portal.close()
    portal = await openPortal()
    carla = await portal.as('carla')
  })

  function end(person: Visitor, id: number) {
    return statusAndBody(person.post(`/api/users/${id}/sessions/end/`))
  }

  test('staff end Rosa’s sessions; her password stays, and she gets an email (§12.85)', async () => {
    const sessions = [await portal.as('rosa'), await portal.as('rosa')]
    const id = await userIdOf(portal.db, 'rosa')
    expect(await end(carla, id)).toEqual({ status: 200, body: { ended: 2 } })
    for (const session of sessions) expect((await session.get('/api/auth/user/')).status).toBe(401)
    expect((await portal.sentEmails()).at(-1)).toMatchObject({
      to: 'rosa.munoz@correo.example',
      subject: 'Se cerraron tus sesiones',
    })
    expect((await portal.visitor().logIn('12345678-5', SAMPLE_PASSWORD)).status).toBe(200)
  })

  test('ending no session records nothing and sends no email (security 13.31)', async () => {
    const id = await userIdOf(portal.db, 'pia')
    const before = (await portal.sentEmails()).length
    expect(await end(carla, id)).toEqual({ status: 200, body: { ended: 0 } })
    const recorded = await many(
      portal.db,
      sql`select from audit_entries where action = 'session.ended_by_staff' and subject_id = ${id}`,
    )
    expect(recorded).toEqual([])
    expect(await portal.sentEmails()).toHaveLength(before)
  })

  test('staff do not end their own, nor those of an account with more permissions (security 16.18)', async () => {
    expect(await end(carla, await userIdOf(portal.db, 'carla'))).toEqual({
      status: 403,
      body: 'Cierra tus propias sesiones en tu perfil',
    })
    const mario = await portal.as('mario')
    expect((await end(carla, await userIdOf(portal.db, 'mario'))).status).toBe(403)
    expect((await end(carla, await userIdOf(portal.db, 'ivan'))).status).toBe(403)
    expect((await mario.get('/api/auth/user/')).status).toBe(200)
  })

  test('members and anonymous visitors end none (security 16.18)', async () => {
    const id = await userIdOf(portal.db, 'rosa')
    expect((await end(await portal.as('hernan'), id)).status).toBe(403)
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    expect((await end(anonymous, id)).status).toBe(401)
    expect((await end(carla, 999_999)).status).toBe(404)
  })
})
