import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { entriesSince, lastEntry } from '../../test/audit/audit-entries.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { ana, UserCalls } from '../../test/users/user-calls.ts'
import type { Visitor } from '../../test/visitor.ts'

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
    const before = await lastEntry(portal)
    const { body } = await users.create(carla, ana)
    await users.change(carla, body.id, { first_name: 'Anita', password: 'Otra#Clave99' })
    await users.change(carla, body.id, { first_name: 'Anita' })
    await users.remove(carla, body.id)
    await users.restore(carla, body.id)
    const entries = await entriesSince(portal, before)
    const lines = entries
      .filter(({ object_id }) => object_id === String(body.id))
      .map(({ action, before, after }) => [action, before, after].map(asText).join(' '))
    expect(lines).toEqual([
      expect.stringMatching(/^user.created {} .*"first_name":"Ana"/),
      'password.set_temporary {} {}',
      'password.set_temporary {} {}',
      'user.changed {"first_name":"Ana"} {"first_name":"Anita"}',
      // A save without changes is a read.
      'member.read {} {}',
      expect.stringMatching(/^user.deleted .*"first_name":"Anita".* {}$/),
      'user.restored {} {}',
    ])
    expect(lines.join()).not.toMatch(/Otra#Clave99|Quillay|argon2/)
  })
})

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
