import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { NEW_PASSWORD } from '../../test/users/account-calls.ts'
import { FORBIDDEN, UserCalls } from '../../test/users/user-calls.ts'
import type { Visitor } from '../../test/visitor.ts'
import { many, sql } from '../db/query.ts'
import { createSuperuser, demoteSuperuser } from './superusers.ts'

let portal: Portal
let users: UserCalls
let carla: Visitor
let ivan: Visitor
beforeEach(async () => {
  portal = await openPortal()
  users = new UserCalls(portal)
  ;[carla, ivan] = await Promise.all([portal.as('carla'), portal.as('ivan')])
})
afterEach(() => portal.close())

describe('a superuser', () => {
  test('is demoted by an operator, unless it is the last one (§12.52)', async () => {
    await expect(demoteSuperuser(portal.db, personas.ivan.rut)).rejects.toThrow(
      'Debe quedar al menos un superusuario activo',
    )
    await users.addJulia()
    await demoteSuperuser(portal.db, personas.ivan.rut)
    expect((await ivan.get('/api/auth/user/')).body).toMatchObject({
      is_superuser: false,
      permissions: expect.not.arrayContaining(['audit.view_audit']),
    })
    for (const rut of [personas.ivan.rut, personas.rosa.rut, '1-9']) {
      await expect(demoteSuperuser(portal.db, rut)).rejects.toThrow(
        'No hay un superusuario con este rut',
      )
    }
    const rows = await many(
      portal.db,
      sql`select before, after from audit_entries order by id desc limit 1`,
    )
    expect(rows).toEqual([{ before: { is_superuser: true }, after: { is_superuser: false } }])
  })

  test('is not created with an email that reaches nobody (security 6.750)', async () => {
    const person = { rut: '7654321-6', firstName: 'Julia', lastName: 'Vera' }
    for (const email of ['', 'julia arroba cooperativa', 'julia@cooperativa']) {
      const form = { ...person, email, password: NEW_PASSWORD }
      await expect(createSuperuser(portal, form)).rejects.toThrow('email no válido')
    }
    const made = await many(portal.db, sql`select from users where rut = ${person.rut}`)
    expect(made).toEqual([])
  })

  test('is not changed, deactivated, deleted or restored by other staff (security 5.11)', async () => {
    const id = await users.addJulia()
    for (const form of [
      { first_name: 'X' },
      { password: NEW_PASSWORD },
      { is_active: false },
      {},
    ]) {
      expect(await users.change(carla, id, form)).toEqual(FORBIDDEN)
    }
    expect(await users.remove(carla, id)).toEqual(FORBIDDEN)
    await users.remove(ivan, id)
    expect(await users.restore(carla, id)).toEqual(FORBIDDEN)
    expect((await users.restore(ivan, id)).status).toBe(200)
  })

  test('changes another superuser', async () => {
    const id = await users.addJulia()
    expect((await users.change(ivan, id, { first_name: 'Juliana' })).body.first_name).toBe(
      'Juliana',
    )
  })

  test('always remains: of two that delete each other one stays (security 5.13)', async () => {
    const id = await users.addJulia()
    const julia = await users.asJulia()
    const answers = await Promise.all([users.remove(ivan, id), users.remove(julia, 'ivan')])
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    const rows = await many(
      portal.db,
      sql`select from users where is_superuser and is_active and deleted_at is null`,
    )
    expect(rows).toHaveLength(1)
  })

  test('always remains: of two that deactivate each other one stays', async () => {
    const id = await users.addJulia()
    const julia = await users.asJulia()
    const off = { is_active: false }
    const answers = await Promise.all([
      users.change(ivan, id, off),
      users.change(julia, 'ivan', off),
    ])
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    const rows = await many(
      portal.db,
      sql`select from users where is_superuser and is_active and deleted_at is null`,
    )
    expect(rows).toHaveLength(1)
  })
})
