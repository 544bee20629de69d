import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { addPasskey, confirmPassword, logInWithPasskey } from '../../test/second-factor/factors.ts'
import {
  AccountCalls,
  DEAD_LINK,
  linkTokenOf,
  NEW_PASSWORD,
} from '../../test/users/account-calls.ts'
import { ageAuthentication } from '../../test/users/age-authentication.ts'
import { EmailChangeCalls } from '../../test/users/email-change-calls.ts'
import { UserCalls } from '../../test/users/user-calls.ts'
import type { Visitor } from '../../test/visitor.ts'
import { many, sql } from '../db/query.ts'

const { rut, email: OLD } = personas.rosa
const NEW = 'rosa.nueva@correo.example'
const THIEF = 'ladron@correo.example'
const CORRECTED = 'Tu cuenta empieza de nuevo'

let portal: Portal
let users: UserCalls
let links: EmailChangeCalls
let account: AccountCalls
let carla: Visitor
beforeEach(async () => {
  portal = await openPortal()
  users = new UserCalls(portal)
  links = new EmailChangeCalls(portal)
  account = await AccountCalls.open(portal)
  carla = await portal.logIn('carla')
})
afterEach(() => portal.close())

const correct = (email: string, more: object = {}) =>
  users.change(carla, 'rosa', { email, identity_checked: true, ...more })

async function rosasEmail(): Promise<string | undefined> {
  const [row] = await many<{ email: string }>(
    portal.db,
    sql`select email from users where rut = ${rut}`,
  )
  return row?.email
}

const linkTo = async (address: string, subject: string) =>
  linkTokenOf(await links.lastEmail(address, subject))

/** Rosa chooses a password with the link of this email and enters with nothing else. */
async function enters(address: string, subject = CORRECTED): Promise<void> {
  expect((await account.setPassword(await linkTo(address, subject))).status).toBe(200)
  expect((await portal.visitor().logIn(rut, NEW_PASSWORD)).status).toBe(200)
}

describe('a thief reads Rosa’s old mailbox and has her password, a session and a passkey. Carla checks who Rosa is and writes her new email', () => {
  let thief: Visitor
  let opens: () => Promise<number[]>
  beforeEach(async () => {
    thief = await portal.logIn('rosa')
    const { authenticator } = await addPasskey(thief)
    opens = async () => [
      (await thief.get('/api/auth/user/')).status,
      (await logInWithPasskey(portal.visitor(), authenticator)).status,
      (await portal.visitor().logIn(rut, SAMPLE_PASSWORD)).status,
    ]
  })

  test('it counts at once; nothing that the thief has or was sent works, and Rosa chooses a password (§12.1010, security 6.200)', async () => {
    const notMe = await links.notMeToken(OLD)
    const restoring = await account.restoreToken()
    await users.change(thief, 'rosa', { email: THIEF, old_password: SAMPLE_PASSWORD })
    const [stop, confirm] = [await links.stopToken(OLD), await links.confirmToken(THIEF)]

    const { status, body } = await correct(NEW)
    expect([status, body.email, body.pending_email]).toEqual([200, NEW, undefined])
    expect(await opens()).toEqual([401, 400, 400])
    expect(await links.revert(stop)).toEqual(DEAD_LINK)
    expect(await links.confirm(confirm)).toEqual(DEAD_LINK)
    expect(await links.notMe(notMe)).toEqual(DEAD_LINK)
    expect(await account.check(restoring)).toEqual(DEAD_LINK)
    const told = await links.lastEmail(OLD, 'Tu correo cambió')
    expect(linkTokenOf(told)).toBe('no link')
    await enters(NEW)
  })

  test('nor does the link of a change that took effect before (security 6.200)', async () => {
    await users.change(carla, 'rosa', { email: NEW })
    await links.confirm(await links.confirmToken(NEW))
    const undo = await links.undoToken(OLD)
    // The email is right already; she ends what the former mailbox may undo.
    expect((await correct(NEW)).status).toBe(200)
    expect(await links.revert(undo)).toEqual(DEAD_LINK)
    expect(await rosasEmail()).toBe(NEW)
    expect(await opens()).toEqual([401, 400, 400])
    await enters(NEW)
  })

  test('also after the thief took the email back, and at the same moment (security 6.200)', async () => {
    await users.change(carla, 'rosa', { email: NEW })
    await links.confirm(await links.confirmToken(NEW))
    const undo = await links.undoToken(OLD)
    const [undone] = await Promise.all([links.revert(undo), correct(NEW)])
    const thiefs = await account.setPassword(undone.body.token ?? 'none', 'Robada#2026')
    await correct(NEW)
    expect(await rosasEmail()).toBe(NEW)
    expect([200, 422]).toContain(thiefs.status)
    expect((await portal.visitor().logIn(rut, 'Robada#2026')).status).toBe(400)
    expect(await links.revert(undo)).toEqual(DEAD_LINK)
    await enters(NEW)
  })

  test('with ‘Activo’ in one step, the link goes to the new address alone (security 6.201)', async () => {
    await users.change(carla, 'rosa', { is_active: false })
    expect((await correct(NEW, { is_active: true })).status).toBe(200)
    expect(await users.emailsTo(OLD)).not.toContain('Tu cuenta está abierta de nuevo')
    expect(await opens()).toEqual([401, 400, 400])
    await enters(NEW)
  })

  test('while the account is closed, the link comes when Carla opens it (security 6.201)', async () => {
    await users.change(carla, 'rosa', { is_active: false })
    const { body } = await correct(NEW)
    expect([body.email, body.is_active]).toEqual([NEW, false])
    expect(await users.emailsTo(NEW)).toEqual([])
    await users.change(carla, 'rosa', { is_active: true })
    expect(await users.emailsTo(OLD)).not.toContain('Tu cuenta está abierta de nuevo')
    await enters(NEW, 'Tu cuenta está abierta de nuevo')
  })

  test('a temporary password that Carla types with it stays, one from before does not (§12.1010)', async () => {
    expect((await users.change(carla, 'rosa', { password: 'Entregada#99' })).status).toBe(200)
    await correct(NEW)
    expect((await portal.visitor().logIn(rut, 'Entregada#99')).status).toBe(400)
    await correct(NEW, { password: 'Entregada#88' })
    expect((await portal.visitor().logIn(rut, 'Entregada#88')).body).toMatchObject({
      must_change_password: true,
    })
    expect(await users.emailsTo(NEW)).toContain('Tu contraseña cambió')
    expect(await opens()).toEqual([401, 400, 400])
  })
})

test('without it, the email of a closed account is not changed: nobody could confirm it or stop it (security 6.201)', async () => {
  await users.change(carla, 'rosa', { is_active: false })
  for (const more of [{}, { is_active: true }]) {
    const { status, body } = await users.change(carla, 'rosa', { email: NEW, ...more })
    expect([status, Object.keys(body)]).toEqual([400, ['email']])
  }
  expect(await rosasEmail()).toBe(OLD)
  expect((await portal.visitor().logIn(rut, SAMPLE_PASSWORD)).status).toBe(400)
})

describe('a thief led Rosa’s email to a mailbox of his', () => {
  async function redirect(): Promise<string> {
    const thief = await portal.logIn('rosa')
    await users.change(thief, 'rosa', { email: THIEF, old_password: SAMPLE_PASSWORD })
    await links.confirm(await links.confirmToken(THIEF))
    return links.undoToken(OLD)
  }

  test('she takes it back also while Carla keeps the account closed, and it opens from her mailbox (security 6.202)', async () => {
    const undo = await redirect()
    await users.change(carla, 'rosa', { is_active: false })
    // A closed account gives no link to choose a password.
    expect(await links.revert(undo)).toEqual({ status: 200, body: {} })
    expect(await rosasEmail()).toBe(OLD)
    await users.change(carla, 'rosa', { is_active: true })
    expect(await users.emailsTo(THIEF)).not.toContain('Tu cuenta está abierta de nuevo')
    await enters(OLD, 'Tu cuenta está abierta de nuevo')
  })

  test('‘No fui yo’ works in a closed account, too (security 6.202)', async () => {
    const thief = await portal.logIn('rosa')
    await addPasskey(thief)
    const notMe = await links.notMeToken(OLD)
    await users.change(thief, 'rosa', { email: THIEF, old_password: SAMPLE_PASSWORD })
    await links.confirm(await links.confirmToken(THIEF))
    await users.change(carla, 'rosa', { is_active: false })
    expect(await links.notMe(notMe)).toEqual({ status: 200, body: {} })
    await users.change(carla, 'rosa', { is_active: true })
    await enters(OLD, 'Tu cuenta está abierta de nuevo')
  })

  test.each([
    ['undoes the change', () => links.undoToken(OLD), (token: string) => links.revert(token)],
    ['stops the change', () => links.stopToken(OLD), (token: string) => links.revert(token)],
    ['says ‘No fui yo’', () => links.notMeToken(OLD), (token: string) => links.notMe(token)],
  ])(
    'Rosa %s while Carla keeps the account in the trash, and it is restored to her mailbox (security 6.420)',
    async (_, tokenOf, takeBack) => {
      const thief = await portal.logIn('rosa')
      const { authenticator } = await addPasskey(thief)
      await users.change(thief, 'rosa', { email: THIEF, old_password: SAMPLE_PASSWORD })
      await links.confirm(await links.confirmToken(THIEF))
      const token = await tokenOf()
      const id = await users.idOf('rosa')
      expect((await users.remove(carla, id)).status).toBe(200)
      expect(await takeBack(token)).toEqual({ status: 200, body: {} })
      expect(await takeBack(token)).toEqual(DEAD_LINK)
      expect(await rosasEmail()).toBe(OLD)
      // The account stays in the trash until Carla restores it.
      expect((await portal.visitor().logIn(rut, SAMPLE_PASSWORD)).status).toBe(400)
      expect((await users.restore(carla, id)).status).toBe(200)
      expect(await users.emailsTo(THIEF)).not.toContain('Tu cuenta está abierta de nuevo')
      expect((await logInWithPasskey(portal.visitor(), authenticator)).status).toBe(400)
      expect((await portal.visitor().logIn(rut, SAMPLE_PASSWORD)).status).toBe(400)
      await enters(OLD, 'Tu cuenta está abierta de nuevo')
    },
  )

  test('the thief does not confirm a change, and no other link opens an account in the trash (security 6.420)', async () => {
    const restore = await account.restoreToken()
    const thief = await portal.logIn('rosa')
    await users.change(thief, 'rosa', { email: THIEF, old_password: SAMPLE_PASSWORD })
    const confirm = await links.confirmToken(THIEF)
    await users.remove(carla, 'rosa')
    expect(await links.confirm(confirm)).toEqual(DEAD_LINK)
    expect(await account.check(restore)).toEqual(DEAD_LINK)
    expect(await account.setPassword(restore)).toEqual(DEAD_LINK)
    expect(await rosasEmail()).toBe(OLD)
  })

  test('who misled Carla with it is put out when Carla has seen Rosa (security 6.200)', async () => {
    expect((await correct(THIEF)).status).toBe(200)
    const his = await linkTo(THIEF, CORRECTED)
    expect((await account.setPassword(his, 'Robada#2026')).status).toBe(200)
    expect((await links.lastEmail(OLD, 'Tu correo cambió'))?.text).toContain('avísanos ahora')
    expect((await correct(OLD)).status).toBe(200)
    expect((await portal.visitor().logIn(rut, 'Robada#2026')).status).toBe(400)
    await enters(OLD)
  })

  test('who misled Carla without it is stopped by Rosa’s mailbox (security 6.24)', async () => {
    await users.change(carla, 'rosa', { email: THIEF })
    await links.confirm(await links.confirmToken(THIEF))
    const { body } = await links.revert(await links.undoToken(OLD))
    expect(await rosasEmail()).toBe(OLD)
    expect((await account.setPassword(body.token)).status).toBe(200)
  })
})

describe('‘Comprobé su identidad’', () => {
  test('is recorded (security 6.200)', async () => {
    await correct(NEW)
    const log = await many(
      portal.db,
      sql`select actor_id, subject_id from audit_entries where action = 'account.identity_checked'`,
    )
    expect(log).toEqual([
      { actorId: await users.idOf('carla'), subjectId: await users.idOf('rosa') },
    ])
  })

  test('needs a recent login, and is not for an account that may do more (security 3.18, security 6.200)', async () => {
    expect((await users.change(carla, 'mario', { identity_checked: true })).status).toBe(403)
    await ageAuthentication(portal.db, 'carla')
    expect((await correct(NEW)).status).toBe(403)
    expect((await users.change(carla, 'rosa', { identity_checked: true })).status).toBe(403)
    await confirmPassword(carla)
    expect((await correct(NEW)).status).toBe(200)
  })

  test('says nothing about one’s own account, which its owner changes with the password (security 6.200)', async () => {
    const rosa = await portal.logIn('rosa')
    const sent = { email: NEW, identity_checked: true, old_password: SAMPLE_PASSWORD }
    const { body } = await users.change(rosa, 'rosa', sent)
    expect(body).toMatchObject({ email: OLD, pending_email: NEW })
    expect(await links.revert(await links.stopToken(OLD))).toMatchObject({ status: 200 })
  })

  test('needs an email, to which the link goes', async () => {
    await portal.pool.query(`update users set email = '' where rut = $1`, [rut])
    const { status, body } = await users.change(carla, 'rosa', { identity_checked: true })
    expect([status, body]).toEqual([400, { email: ['Ingrese email'] }])
  })

  test('changes nothing about an account that nobody activated: its invitation counts', async () => {
    const { body } = await users.change(carla, 'tomas', {
      email: 'tomas@otro.example',
      identity_checked: true,
    })
    expect([body.email, body.is_active]).toEqual(['tomas@otro.example', false])
    expect(await users.emailsTo('tomas@otro.example')).not.toContain(CORRECTED)
  })
})
