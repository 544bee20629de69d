import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { ana, UserCalls } from '../../test/users/user-calls.ts'
import type { Visitor } from '../../test/visitor.ts'
import { many, sql } from '../db/query.ts'

let portal: Portal
let users: UserCalls
let carla: Visitor
beforeEach(async () => {
  portal = await openPortal()
  users = new UserCalls(portal)
  carla = await portal.as('carla')
})
afterEach(() => portal.close())

describe('the audit log of accounts', () => {
  test('records each change with the values before and after, and no password', async () => {
    const { body } = await users.create(carla, ana)
    await users.change(carla, body.id, { first_name: 'Anita', password: 'Otra#Clave99' })
    await users.change(carla, body.id, { first_name: 'Anita' })
    await users.remove(carla, body.id)
    await users.restore(carla, body.id)
    const rows = await many<{ line: string }>(
      portal.db,
      sql`select action || ' ' || before || ' ' || after as line from audit_entries
      where object_type = 'user' and object_id = ${String(body.id)} order by id`,
    )
    const lines = rows.map(({ line }) => line)
    expect(lines).toEqual([
      expect.stringMatching(/^user.created {} .*"first_name": "Ana"/),
      'password.set_temporary {} {}',
      'password.set_temporary {} {}',
      'user.changed {"first_name": "Ana"} {"first_name": "Anita"}',
      // A save without changes is a read.
      'member.read {} {}',
      expect.stringMatching(/^user.deleted .*"first_name": "Anita".* {}$/),
      'user.restored {} {}',
    ])
    expect(lines.join()).not.toMatch(/Otra#Clave99|Quillay|argon2/)
  })
})
