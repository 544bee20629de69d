import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import {
  AccountCalls,
  changePassword,
  DEAD_LINK,
  NEW_PASSWORD,
} from '../../test/users/account-calls.ts'
import { EmailChangeCalls } from '../../test/users/email-change-calls.ts'
import { UserCalls } from '../../test/users/user-calls.ts'
import { exec, many, sql } from '../db/query.ts'

const OLD = personas.rosa.email
const NEW = 'rosa.nueva@correo.example'
const INTRUDER = 'intruso@correo.example'
const INTRUDER_LATER = 'intruso.otra@correo.example'
const ok = { status: 200, body: {} }
/** With the link of a new password. */
const undone = { status: 200, body: { token: expect.any(String) } }

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

async function rosaAsks(email = NEW) {
  const rosa = await portal.as('rosa')
  const { body } = await users.change(rosa, 'rosa', { email, old_password: SAMPLE_PASSWORD })
  return { rosa, body }
}

const rosasEmail = async () => {
  const [row] = await many<{ email: string }>(
    portal.db,
    sql`select email from users where rut = ${personas.rosa.rut}`,
  )
  return row?.email
}

describe('a new email', () => {
  test('is asked in the cooperative’s name without a word that Rosa can type, since it may be anybody’s (security 6.580)', async () => {
    const form = { first_name: 'Debes llamar ya', email: NEW, old_password: SAMPLE_PASSWORD }
    expect((await users.change(await portal.as('rosa'), 'rosa', form)).status).toBe(200)
    const email = await links.lastEmail(NEW, 'Confirma tu correo nuevo')
    expect(email?.text.split('\n')[0]).toBe('Hola:')
    expect(email?.text).not.toContain('llamar')
  })

  test('is pending until its owner confirms it; until then the old one counts (§10.47, security 6.23)', async () => {
    const { rosa, body } = await rosaAsks()
    expect(body).toMatchObject({ email: OLD, pending_email: NEW })
    expect((await rosa.get('/api/auth/user/')).body).toMatchObject({ pending_email: NEW })
    expect(await account.logsIn(NEW, SAMPLE_PASSWORD)).toBe(false)
    expect(await account.logsIn(OLD, SAMPLE_PASSWORD)).toBe(true)
    await account.requestRestore()
    expect((await portal.sentEmails()).at(-1)).toMatchObject({ to: OLD })

    expect(await links.confirm(await links.confirmToken(NEW))).toEqual(ok)
    const { body: after } = await rosa.get('/api/auth/user/')
    expect(after.email).toBe(NEW)
    expect(after).not.toHaveProperty('pending_email')
    expect(await account.logsIn(NEW, SAMPLE_PASSWORD)).toBe(true)
    expect(await account.logsIn(OLD, SAMPLE_PASSWORD)).toBe(false)
  })

  test('is told to the old address at once and when it takes effect (security 5.15)', async () => {
    await rosaAsks()
    expect(await users.emailsTo(OLD)).toEqual(['Se pidió cambiar tu correo'])
    expect(await users.emailsTo(NEW)).toEqual(['Confirma tu correo nuevo'])
    await links.confirm(await links.confirmToken(NEW))
    expect(await users.emailsTo(OLD)).toEqual(['Se pidió cambiar tu correo', 'Tu correo cambió'])
  })

  test('ends links that went to the old address when it takes effect (security 5.15)', async () => {
    const restoring = await account.restoreToken()
    await rosaAsks()
    expect((await account.check(restoring)).status).toBe(200)
    await links.confirm(await links.confirmToken(NEW))
    expect(await account.check(restoring)).toEqual(DEAD_LINK)
  })

  test('that Carla types for Rosa waits for Rosa, too (security 6.23)', async () => {
    const carla = await portal.as('carla')
    const { status, body } = await users.change(carla, 'rosa', { email: NEW, last_name: 'Soto' })
    expect([status, body]).toMatchObject([
      200,
      { email: OLD, pending_email: NEW, last_name: 'Soto' },
    ])
    expect(await users.emailsTo(OLD)).toEqual(['Se pidió cambiar tu correo'])
    expect(await links.confirm(await links.confirmToken(NEW))).toEqual(ok)
    expect(await rosasEmail()).toBe(NEW)
  })

  test('of an account that nobody activated counts at once: its invitation confirms it', async () => {
    const carla = await portal.as('carla')
    const { body } = await users.change(carla, 'tomas', { email: 'tomas@otro.example' })
    expect(body.email).toBe('tomas@otro.example')
    expect(body).not.toHaveProperty('pending_email')
    expect(await users.emailsTo(personas.tomas.email)).toContain('Tu correo cambió')
  })

  test('is confirmed once, by its own link, within seven days (security 6.23)', async () => {
    await rosaAsks()
    const token = await links.confirmToken(NEW)
    expect(await links.confirm(await links.stopToken(OLD))).toEqual(DEAD_LINK)
    expect(await links.confirm('unknown')).toEqual(DEAD_LINK)
    await exec(
      portal.db,
      sql`update email_changes set requested_at = now() - interval '7 days 1 minute'`,
    )
    expect(await links.confirm(token)).toEqual(DEAD_LINK)
    const { body } = await rosaAsks()
    expect(body.pending_email).toBe(NEW)
    const again = await links.confirmToken(NEW)
    const answers = await Promise.all([links.confirm(again), links.confirm(again)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  test('can be cancelled by Rosa and by Carla, and not by another member', async () => {
    const id = await users.idOf('rosa')
    const cancel = (by: Awaited<ReturnType<Portal['as']>>) =>
      by.call('DELETE', `/api/users/${id}/email-change/`)
    const { rosa } = await rosaAsks()
    const token = await links.confirmToken(NEW)
    expect((await cancel(await portal.as('hernan'))).status).toBe(403)
    const cancelled = await cancel(rosa)
    expect([cancelled.status, cancelled.body.pending_email]).toEqual([200, undefined])
    expect(await links.confirm(token)).toEqual(DEAD_LINK)
    await rosaAsks()
    expect((await cancel(await portal.as('carla'))).status).toBe(200)
    expect(await links.confirm(await links.confirmToken(NEW))).toEqual(DEAD_LINK)
    expect((await cancel(await portal.as('carla'))).status).toBe(200)
  })

  test('of Mario, who may do more, is not cancelled by Carla', async () => {
    const mario = await portal.as('mario')
    await users.change(mario, 'mario', { email: NEW, old_password: SAMPLE_PASSWORD })
    const path = `/api/users/${await users.idOf('mario')}/email-change/`
    expect((await (await portal.as('carla')).call('DELETE', path)).status).toBe(403)
  })
})

test('changes are limited, since each sends an email to any address (security 6.26)', async () => {
  const rosa = await portal.as('rosa')
  await exec(
    portal.db,
    sql`insert into rate_limits (key, points, expire)
      values ('email:' || ${await users.idOf('rosa')}, 20, extract(epoch from now()) * 1000 + 60000)`,
  )
  const asked = await users.change(rosa, 'rosa', { email: NEW, old_password: SAMPLE_PASSWORD })
  expect(asked.status).toBe(429)
})

test('refused changes of staff do not use up the limit of Mario’s own (security 6.26)', async () => {
  const carla = await portal.as('carla')
  const asked = await users.change(carla, 'mario', { email: NEW })
  expect(asked.status).toBe(403)
  const counts = await many(portal.db, sql`select key from rate_limits where key like 'email:%'`)
  expect(counts).toEqual([])
})

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
    const intruder = await ask(INTRUDER)
    const token = await links.confirmToken(INTRUDER)
    expect(await links.revert(await links.stopToken(OLD))).toEqual(undone)
    expect(await links.confirm(token)).toEqual(DEAD_LINK)
    expect((await intruder.get('/api/auth/user/')).status).toBe(401)
    expect(await users.emailsTo(OLD)).toContain('Se deshizo el cambio de tu correo')
  })

  test.each([
    ['the first email', (calls: EmailChangeCalls) => calls.stopToken(OLD)],
    ['the second email', (calls: EmailChangeCalls) => calls.undoToken(OLD)],
  ])('takes the account’s email back with the link of %s', async (_, tokenOf) => {
    const intruder = await take(INTRUDER)
    await account.requestRestore()
    const restoring = await account.lastToken()
    expect(await links.revert(await tokenOf(links))).toEqual(undone)
    expect(await rosasEmail()).toBe(OLD)
    expect((await intruder.get('/api/auth/user/')).status).toBe(401)
    expect(await account.check(restoring)).toEqual(DEAD_LINK)
    for (const address of [OLD, INTRUDER]) {
      expect(await users.emailsTo(address)).toContain('Se deshizo el cambio de tu correo')
    }
    expect(await links.revert(await links.stopToken(OLD))).toEqual(DEAD_LINK)
    expect(await links.revert(await links.undoToken(OLD))).toEqual(DEAD_LINK)
  })

  test('can do so for 72 hours after the change took effect (security 6.24)', async () => {
    await take(INTRUDER)
    const confirmed = (ago: string) =>
      exec(
        portal.db,
        sql`update email_changes set requested_at = now() - interval '9 days',
          confirmed_at = now() - ${ago}::interval`,
      )
    await confirmed('72 hours 1 minute')
    expect(await links.revert(await links.stopToken(OLD))).toEqual(DEAD_LINK)
    await confirmed('71 hours 59 minutes')
    expect(await links.revert(await links.stopToken(OLD))).toEqual(undone)
  })

  test('still can after the intruder restored or changed the password (security 6.24)', async () => {
    const intruder = await take(INTRUDER)
    const otherPassword = 'Otra#Clave99'
    expect((await changePassword(intruder, SAMPLE_PASSWORD)).status).toBe(200)
    await account.setPassword(await account.restoreToken(), otherPassword)
    expect(await links.revert(await links.undoToken(OLD))).toEqual(undone)
    expect(await rosasEmail()).toBe(OLD)
    await account.setPassword(await account.restoreToken(), NEW_PASSWORD)
    expect(await account.logsIn(OLD, NEW_PASSWORD)).toBe(true)
    expect(await account.logsIn(INTRUDER, otherPassword)).toBe(false)
  })

  test('stops with its first link also the change that the intruder asks for instead (security 6.24)', async () => {
    await ask(INTRUDER)
    const first = await links.stopToken(OLD)
    await take(INTRUDER_LATER)
    expect(await links.revert(first)).toEqual(undone)
    expect(await rosasEmail()).toBe(OLD)
    expect(await links.revert(first)).toEqual(DEAD_LINK)
    expect(await links.revert(await links.undoToken(OLD))).toEqual(DEAD_LINK)
  })

  const choosePassword = async (token: string) => {
    expect((await account.setPassword(token)).status).toBe(200)
    return NEW_PASSWORD
  }
  const endings: Record<string, () => Promise<string>> = {
    'a new password': async () => choosePassword(await account.restoreToken()),
    'an identity check': async () => {
      const carla = await portal.as('carla')
      await users.change(carla, 'rosa', { email: OLD, identity_checked: true })
      return choosePassword(await account.lastToken())
    },
    'the closing of the account': async () => {
      const carla = await portal.as('carla')
      await users.change(carla, 'rosa', { is_active: false })
      await users.change(carla, 'rosa', { is_active: true })
      return choosePassword(await account.lastToken())
    },
    'its cancelling': async () => {
      const path = `/api/users/${await users.idOf('rosa')}/email-change/`
      expect((await (await portal.as('rosa')).call('DELETE', path)).status).toBe(200)
      return SAMPLE_PASSWORD
    },
    'its end after seven days': async () => {
      const expire = sql`update email_changes set requested_at = now() - interval '7 days 1 minute'`
      await exec(portal.db, expire)
      return SAMPLE_PASSWORD
    },
  }
  test.each(Object.entries(endings))(
    'does not stop a later change with a link from before %s (security 6.400)',
    async (_, end) => {
      await ask(INTRUDER)
      const former = await links.stopToken(OLD)
      await take(NEW, await end())
      expect(await links.revert(former)).toEqual(DEAD_LINK)
      expect(await rosasEmail()).toBe(NEW)
      expect(await links.revert(await links.undoToken(OLD))).toEqual(undone)
    },
  )

  test('keeps its first link when the intruder asks again after the change took effect (security 6.400)', async () => {
    await ask(INTRUDER)
    const first = await links.stopToken(OLD)
    await take(INTRUDER_LATER)
    await ask('intruso.tercera@correo.example')
    expect(await links.revert(first)).toEqual(undone)
    expect(await rosasEmail()).toBe(OLD)
  })

  test('undoes later changes too, whose own links then do nothing (security 6.24)', async () => {
    await take(INTRUDER)
    await take(INTRUDER_LATER)
    const intrudersUndo = await links.undoToken(INTRUDER)
    await ask('intruso.tercera@correo.example')
    const third = await links.confirmToken('intruso.tercera@correo.example')
    expect(await links.revert(await links.undoToken(OLD))).toEqual(undone)
    expect(await rosasEmail()).toBe(OLD)
    expect(await links.revert(intrudersUndo)).toEqual(DEAD_LINK)
    expect(await links.confirm(third)).toEqual(DEAD_LINK)
  })
})

describe('a pending change', () => {
  test('is replaced by a second one: the first link confirms nothing (security 6.25)', async () => {
    await ask(INTRUDER)
    const first = await links.confirmToken(INTRUDER)
    await ask(INTRUDER_LATER)
    expect(await links.confirm(first)).toEqual(DEAD_LINK)
    expect(await rosasEmail()).toBe(OLD)
    expect(await links.confirm(await links.confirmToken(INTRUDER_LATER))).toEqual(ok)
  })

  test('ends when Rosa restores her password (security 6.25)', async () => {
    await ask(INTRUDER)
    await account.setPassword(await account.restoreToken())
    expect(await links.confirm(await links.confirmToken(INTRUDER))).toEqual(DEAD_LINK)
  })

  test('ends when Carla deactivates or deletes the account (security 6.25)', async () => {
    const carla = await portal.as('carla')
    await ask(INTRUDER)
    await users.change(carla, 'rosa', { is_active: false })
    expect(await links.confirm(await links.confirmToken(INTRUDER))).toEqual(DEAD_LINK)
    await users.change(carla, 'rosa', { is_active: true })
    expect(await links.confirm(await links.confirmToken(INTRUDER))).toEqual(DEAD_LINK)
    await account.setPassword(await account.lastToken())
    await ask(INTRUDER, NEW_PASSWORD)
    await users.remove(carla, 'rosa')
    expect(await links.confirm(await links.confirmToken(INTRUDER))).toEqual(DEAD_LINK)
    expect(await links.revert(await links.stopToken(OLD))).toEqual(DEAD_LINK)
  })

  test('and its undoing at the same moment leave one result: the old email', async () => {
    await ask(INTRUDER)
    const [confirm, stop] = [await links.confirmToken(INTRUDER), await links.stopToken(OLD)]
    const [, stopped] = await Promise.all([links.confirm(confirm), links.revert(stop)])
    expect(stopped).toEqual(undone)
    expect(await rosasEmail()).toBe(OLD)
  })
})
