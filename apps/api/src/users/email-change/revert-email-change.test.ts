import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../../seeds/personas.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import {
  AccountCalls,
  changePassword,
  DEAD_LINK,
  NEW_PASSWORD,
} from '../../../test/users/account-calls.ts'
import { EmailChangeCalls } from '../../../test/users/email-change-calls.ts'
import { UserCalls } from '../../../test/users/user-calls.ts'
import { exec, many, sql } from '../../db/query.ts'

const OLD = personas.rosa.email
const NEW = 'intruso@correo.example'
const NEWER = 'intruso.otra@correo.example'
const ok = { status: 200, body: {} }

let portal: Portal
let users: UserCalls
let links: EmailChangeCalls
let account: AccountCalls
beforeEach(async () => {
  portal = await openPortal()
  users = new UserCalls(portal)
  links = new EmailChangeCalls(portal)
  account = await AccountCalls.open(portal)
})
afterEach(() => portal.close())

const rosasEmail = async () => {
  const [row] = await many<{ email: string }>(
    portal.db,
    sql`select email from users where rut = ${personas.rosa.rut}`,
  )
  return row?.email
}

/** In a new session, which knows Rosa's password. */
async function ask(email: string, password = SAMPLE_PASSWORD) {
  const intruder = portal.visitor()
  await intruder.logIn(personas.rosa.rut, password)
  const { status } = await users.change(intruder, 'rosa', { email, old_password: password })
  expect(status).toBe(200)
  return intruder
}

async function take(email: string, password = SAMPLE_PASSWORD) {
  const intruder = await ask(email, password)
  expect(await links.confirm(await links.confirmToken(email))).toEqual(ok)
  return intruder
}

describe('the old address', () => {
  test('stops a change that is not confirmed, and ends the intruder’s session', async () => {
    const intruder = await ask(NEW)
    const token = await links.confirmToken(NEW)
    expect(await links.revert(await links.stopToken(OLD))).toEqual(ok)
    expect(await links.confirm(token)).toEqual(DEAD_LINK)
    expect((await intruder.get('/api/auth/user/')).status).toBe(401)
    expect(await users.emailsTo(OLD)).toContain('Se deshizo el cambio de tu correo')
  })

  test.each([
    ['the first email', (calls: EmailChangeCalls) => calls.stopToken(OLD)],
    ['the second email', (calls: EmailChangeCalls) => calls.undoToken(OLD)],
  ])('takes the account’s email back with the link of %s', async (_, tokenOf) => {
    const intruder = await take(NEW)
    await account.requestRestore()
    const restoring = await account.lastToken()
    expect(await links.revert(await tokenOf(links))).toEqual(ok)
    expect(await rosasEmail()).toBe(OLD)
    expect((await intruder.get('/api/auth/user/')).status).toBe(401)
    expect(await account.check(restoring)).toEqual(DEAD_LINK)
    for (const address of [OLD, NEW]) {
      expect(await users.emailsTo(address)).toContain('Se deshizo el cambio de tu correo')
    }
    expect(await links.revert(await links.stopToken(OLD))).toEqual(DEAD_LINK)
    expect(await links.revert(await links.undoToken(OLD))).toEqual(DEAD_LINK)
  })

  test('can do so for 72 hours after the change took effect (security 6.24)', async () => {
    await take(NEW)
    const confirmed = (ago: string) =>
      exec(
        portal.db,
        sql`update email_changes set requested_at = now() - interval '9 days',
          confirmed_at = now() - ${ago}::interval`,
      )
    await confirmed('72 hours 1 minute')
    expect(await links.revert(await links.stopToken(OLD))).toEqual(DEAD_LINK)
    await confirmed('71 hours 59 minutes')
    expect(await links.revert(await links.stopToken(OLD))).toEqual(ok)
  })

  test('still can after the intruder restored or changed the password (security 6.24)', async () => {
    const intruder = await take(NEW)
    const otherPassword = 'Otra#Clave99'
    expect((await changePassword(intruder, SAMPLE_PASSWORD)).status).toBe(200)
    await account.setPassword(await account.restoreToken(), otherPassword)
    expect(await links.revert(await links.undoToken(OLD))).toEqual(ok)
    expect(await rosasEmail()).toBe(OLD)
    await account.setPassword(await account.restoreToken(), NEW_PASSWORD)
    expect(await account.logsIn(OLD, NEW_PASSWORD)).toBe(true)
    expect(await account.logsIn(NEW, otherPassword)).toBe(false)
  })

  test('stops with its first link also the change that the intruder asks for instead (security 6.24)', async () => {
    await ask(NEW)
    const first = await links.stopToken(OLD)
    await take(NEWER)
    expect(await links.revert(first)).toEqual(ok)
    expect(await rosasEmail()).toBe(OLD)
    expect(await links.revert(first)).toEqual(DEAD_LINK)
    expect(await links.revert(await links.undoToken(OLD))).toEqual(DEAD_LINK)
  })

  test('undoes later changes too, whose own links then do nothing (security 6.24)', async () => {
    await take(NEW)
    await take(NEWER)
    const intrudersUndo = await links.undoToken(NEW)
    await ask('intruso.tercera@correo.example')
    const third = await links.confirmToken('intruso.tercera@correo.example')
    expect(await links.revert(await links.undoToken(OLD))).toEqual(ok)
    expect(await rosasEmail()).toBe(OLD)
    expect(await links.revert(intrudersUndo)).toEqual(DEAD_LINK)
    expect(await links.confirm(third)).toEqual(DEAD_LINK)
  })
})

describe('a pending change', () => {
  test('is replaced by a second one: the first link confirms nothing (security 6.25)', async () => {
    await ask(NEW)
    const first = await links.confirmToken(NEW)
    await ask(NEWER)
    expect(await links.confirm(first)).toEqual(DEAD_LINK)
    expect(await rosasEmail()).toBe(OLD)
    expect(await links.confirm(await links.confirmToken(NEWER))).toEqual(ok)
  })

  test('ends when Rosa restores her password (security 6.25)', async () => {
    await ask(NEW)
    await account.setPassword(await account.restoreToken())
    expect(await links.confirm(await links.confirmToken(NEW))).toEqual(DEAD_LINK)
  })

  test('ends when Carla deactivates or deletes the account (security 6.25)', async () => {
    const carla = await portal.as('carla')
    await ask(NEW)
    await users.change(carla, 'rosa', { is_active: false })
    expect(await links.confirm(await links.confirmToken(NEW))).toEqual(DEAD_LINK)
    await users.change(carla, 'rosa', { is_active: true })
    expect(await links.confirm(await links.confirmToken(NEW))).toEqual(DEAD_LINK)
    await ask(NEW)
    await users.remove(carla, 'rosa')
    expect(await links.confirm(await links.confirmToken(NEW))).toEqual(DEAD_LINK)
    expect(await links.revert(await links.stopToken(OLD))).toEqual(DEAD_LINK)
  })

  test('and its undoing at the same moment leave one result: the old email', async () => {
    await ask(NEW)
    const [confirm, stop] = [await links.confirmToken(NEW), await links.stopToken(OLD)]
    const [, stopped] = await Promise.all([links.confirm(confirm), links.revert(stop)])
    expect(stopped).toEqual(ok)
    expect(await rosasEmail()).toBe(OLD)
  })
})
