import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { AccountCalls, DEAD_LINK, NEW_PASSWORD } from '../../test/users/account-calls.ts'
import { makeUninvited } from '../../test/users/invitation-calls.ts'
import { exec, sql } from '../db/query.ts'
import { inviteMembers } from '../users/invitations.ts'

const TOMAS = personas.tomas.rut
const ROSA = personas.rosa.rut

let portal: Portal
let account: AccountCalls
beforeEach(async () => {
  portal = await openPortal()
  account = await AccountCalls.open(portal)
})
afterEach(() => portal.close())

describe('activation', () => {
  test('Tomás opens his activation email, chooses a password and logs in (§3.16, §10.16)', async () => {
    const [message] = await portal.sentEmails()
    expect(message).toMatchObject({
      to: personas.tomas.email,
      subject: 'Activa tu Carpeta Virtual',
    })
    const token = await account.lastToken()
    expect(await account.check(token)).toEqual({
      status: 200,
      body: { can_restore_password: false, is_active: false },
    })
    expect(await account.setPassword(token)).toEqual({
      status: 200,
      body: { social_security: TOMAS },
    })
    expect(await account.logsIn(TOMAS, NEW_PASSWORD)).toBe(true)
    // A second click leads to the login.
    expect(await account.check(token)).toEqual({
      status: 200,
      body: { can_restore_password: false, is_active: true },
    })
    expect(await account.setPassword(token)).toEqual(DEAD_LINK)
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
