import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import {
  AccountCalls,
  changePassword,
  DEAD_LINK,
  NEW_PASSWORD,
} from '../../test/users/account-calls.ts'
import { callDuring } from '../../test/users/concurrent-call.ts'
import { type StatusAndBody, statusAndBody } from '../../test/users/status-and-body.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { many, sql } from '../db/query.ts'

let portal: Portal
let account: AccountCalls
beforeEach(async () => {
  portal = await openPortal()
  account = await AccountCalls.open(portal)
})
afterEach(() => portal.close())

describe('concurrent changes by staff', () => {
  const changes: [string, (rosa: Visitor, id: number) => Promise<StatusAndBody>][] = [
    ['a new password', (rosa) => changePassword(rosa, SAMPLE_PASSWORD)],
    [
      'a new password among other changes',
      (rosa, id) => {
        const body = { first_name: 'Otra', password: NEW_PASSWORD, old_password: SAMPLE_PASSWORD }
        return statusAndBody(rosa.call('PATCH', `/api/users/${id}/`, json(body)))
      },
    ],
    [
      'a new email',
      (rosa, id) => {
        const body = { email: 'otra@correo.example', old_password: SAMPLE_PASSWORD }
        return statusAndBody(rosa.call('PATCH', `/api/users/${id}/`, json(body)))
      },
    ],
  ]

  test.each(changes)(
    '%s is refused when staff set another password meanwhile',
    async (_, change) => {
      const rosa = await portal.as('rosa')
      const { id } = (await rosa.get('/api/auth/user/')).body
      const reset = sql`with out as (delete from sessions where user_id = ${id})
      update users set password_hash = 'set by staff' where id = ${id}`
      expect((await callDuring(portal.db, reset, () => change(rosa, id))).status).toBe(401)
      const rows = await many(
        portal.db,
        sql`select first_name, email, password_hash,
        (select count(*)::int from sessions where user_id = ${id}) as sessions
      from users where id = ${id}`,
      )
      const { firstName, email } = personas.rosa
      expect(rows).toEqual([{ firstName, email, passwordHash: 'set by staff', sessions: 0 }])
    },
  )

  test.each([
    ...changes,
    [
      'a new name',
      (rosa: Visitor, id: number) =>
        statusAndBody(rosa.call('PATCH', `/api/users/${id}/`, json({ first_name: 'Rosa Elena' }))),
    ] as (typeof changes)[number],
  ])(
    '%s writes nothing into an account that was erased meanwhile (security 5.29)',
    async (_, change) => {
      const rosa = await portal.as('rosa')
      const { id } = (await rosa.get('/api/auth/user/')).body
      const erased = { rut: null, firstName: 'Cuenta anonimizada', lastName: '', email: '' }
      const erase = sql`update users set ${sql.assign(erased)},
        password_hash = null, is_active = false, deleted_at = now(), erased_at = now()
      where id = ${id}`
      expect((await callDuring(portal.db, erase, () => change(rosa, id))).status).toBe(401)
      const rows = await many(
        portal.db,
        sql`select rut, first_name, last_name, email from users where id = ${id}`,
      )
      expect(rows).toEqual([erased])
    },
  )

  test('a password by a link is refused when the account was erased meanwhile', async () => {
    const token = await account.restoreToken()
    const id = await userIdOf(portal.db, 'rosa')
    const erase = sql`with links as (delete from account_links where user_id = ${id})
      update users set rut = null, first_name = 'Cuenta anonimizada', last_name = '', email = '',
        password_hash = null, is_active = false, deleted_at = now(), erased_at = now()
      where id = ${id}`
    const setPassword = () => account.setPassword(token)
    expect(await callDuring(portal.db, erase, setPassword)).toEqual(DEAD_LINK)
    const rows = await many(portal.db, sql`select password_hash from users where id = ${id}`)
    expect(rows).toEqual([{ passwordHash: null }])
  })
})
