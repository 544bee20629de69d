import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type PersonaName, personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { draftBy } from '../../test/announcements.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import type { Authenticator } from '../../test/second-factor/authenticator.ts'
import {
  addPasskey,
  addTotp,
  beginFactor,
  confirmPassword,
  logInWithCode,
  logInWithPasskey,
  totpCode,
} from '../../test/second-factor/factors.ts'
import {
  AccountCalls,
  changePassword,
  DEAD_LINK,
  linkTokenOf,
  NEW_PASSWORD,
} from '../../test/users/account-calls.ts'
import { EmailChangeCalls } from '../../test/users/email-change-calls.ts'
import { type StatusAndBody, statusAndBody } from '../../test/users/status-and-body.ts'
import { UserCalls } from '../../test/users/user-calls.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { exec, many, sql } from '../db/query.ts'
import { resetByOperator } from '../users/user-sign-in.ts'

const THIEF = 'ladron@correo.example'
const THIEFS_PASSWORD = 'Robada#2026'
const { rut, email: ROSAS } = personas.rosa

let portal: Portal
let account: AccountCalls
let users: UserCalls
let links: EmailChangeCalls
/** Somebody who has Rosa's password, in a browser of his own. */
let thief: Visitor
beforeEach(async () => {
  portal = await openPortal()
  account = await AccountCalls.open(portal)
  users = new UserCalls(portal)
  links = new EmailChangeCalls(portal)
  thief = await portal.logIn('rosa')
})
afterEach(() => portal.close())

/** The credentials that still open the account for the thief. */
async function opensWith(things: {
  passwords?: string[]
  passkeys?: Authenticator[]
  codes?: string[]
  secrets?: string[]
}): Promise<string[]> {
  const opened: string[] = []
  const { passwords = [SAMPLE_PASSWORD], passkeys = [], codes = [], secrets = [] } = things
  for (const password of passwords) {
    for (const code of [undefined, ...codes, ...secrets.map((secret) => totpCode(secret, 1))]) {
      const login = { username: rut, password, ...(code && { code }) }
      const { status } = await logInWithCode(portal.visitor(), login)
      if (status === 200) opened.push(`the password ${password} with ${code ?? 'no code'}`)
      // Only the right password tells that there is a second factor.
      if (status === 403) opened.push(`the password ${password} up to the second factor`)
    }
  }
  for (const passkey of passkeys) {
    const { status } = await logInWithPasskey(portal.visitor(), passkey)
    if (status === 200) opened.push('a passkey')
  }
  if ((await thief.get('/api/auth/user/')).status === 200) opened.push('a session')
  return opened
}

async function factorsOf(person: Visitor): Promise<unknown> {
  const { body } = await person.get('/api/auth/second-factor/')
  return {
    passkeys: body.passkeys.length,
    totp: body.totp !== null,
    codes: body.recovery_codes_left,
  }
}

const NOTHING = { passkeys: 0, totp: false, codes: 0 }

/** Lets everything in Rosa's account be so much older. */
async function pass(interval: string): Promise<void> {
  for (const change of [
    sql`update passkeys set created_at = created_at - ${interval}::interval`,
    sql`update totp_secrets set created_at = created_at - ${interval}::interval`,
    sql`update users set old_factor_removed_at = old_factor_removed_at - ${interval}::interval`,
    sql`update account_links set expires_at = expires_at - ${interval}::interval,
      undoes_since = undoes_since - ${interval}::interval`,
    sql`update email_changes set requested_at = requested_at - ${interval}::interval,
      confirmed_at = confirmed_at - ${interval}::interval`,
  ]) {
    await exec(portal.db, change)
  }
}

/** The account's email becomes the thief's. */
async function takeEmail(from: Visitor, password = SAMPLE_PASSWORD): Promise<void> {
  const { status } = await users.change(from, 'rosa', { email: THIEF, old_password: password })
  expect(status).toBe(200)
  expect((await links.confirm(await links.confirmToken(THIEF))).status).toBe(200)
}

async function rosasEmail(): Promise<string | undefined> {
  const [row] = await many<{ email: string }>(
    portal.db,
    sql`select email from users where rut = ${rut}`,
  )
  return row?.email
}

/** Rosa chooses a password with a link and enters; nobody asks for a factor that is not hers. */
async function chooseAndEnter(token: string): Promise<Visitor> {
  expect((await account.setPassword(token)).status).toBe(200)
  const rosa = portal.visitor()
  expect((await rosa.logIn(rut, NEW_PASSWORD)).status).toBe(200)
  return rosa
}

function resetFactor(carla: Visitor, id: number): Promise<StatusAndBody> {
  return statusAndBody(carla.post(`/api/users/${id}/second-factor/reset/`))
}

async function closeAndOpen(carla: Visitor, id: number): Promise<StatusAndBody> {
  await users.change(carla, id, { is_active: false })
  return users.change(carla, id, { is_active: true })
}

async function deleteAndRestore(carla: Visitor, id: number): Promise<StatusAndBody> {
  await users.remove(carla, id)
  return users.restore(carla, id)
}

describe('a temporary password that Carla typed for a thief on the telephone', () => {
  let carla: Visitor
  let id: number
  beforeEach(async () => {
    await addPasskey(thief)
    await pass('30 days')
    carla = await portal.as('carla')
    id = await users.idOf('rosa')
    await users.change(carla, id, { password: THIEFS_PASSWORD })
  })

  test.each([
    ['resets the second factor', resetFactor],
    ['closes and opens the account', closeAndOpen],
    ['deletes and restores the account', deleteAndRestore],
    [
      'has the operator reset the second factor',
      async () => {
        await resetByOperator(portal, rut)
        return { status: 200 }
      },
    ],
  ])('opens nothing once she %s: only Rosa’s mailbox does (security 6.270)', async (_, act) => {
    expect((await act(carla, id)).status).toBe(200)
    expect((await portal.visitor().logIn(rut, THIEFS_PASSWORD)).status).toBe(400)
    const emails = await portal.sentEmails()
    await chooseAndEnter(linkTokenOf(emails.findLast(({ to }) => to === ROSAS)))
  })

  test('stays when the factor of an account without an email is reset, which nothing else opens (security 6.270)', async () => {
    await portal.pool.query(`update users set email = '' where id = $1`, [id])
    expect((await resetFactor(carla, id)).status).toBe(200)
    expect((await portal.visitor().logIn(rut, THIEFS_PASSWORD)).status).toBe(200)
  })

  test('while the account was closed is the one that opens it (security 6.270)', async () => {
    await users.change(carla, id, { is_active: false })
    await users.change(carla, id, { password: NEW_PASSWORD })
    await users.change(carla, id, { is_active: true })
    expect((await portal.visitor().logIn(rut, THIEFS_PASSWORD)).status).toBe(400)
    expect((await portal.visitor().logIn(rut, NEW_PASSWORD)).status).toBe(200)
  })
})

describe('the first factor', () => {
  test.each(['/api/auth/passkeys/options/', '/api/auth/totp/options/'])(
    '%s asks for the password again, however recent the login (security 16.103)',
    async (path) => {
      const begun = await thief.post(path)
      expect([begun.status, begun.headers['x-error-code']]).toEqual([
        403,
        'reauthentication_required',
      ])
      await confirmPassword(thief)
      expect((await thief.post(path)).status).toBe(200)
      await exec(
        portal.db,
        sql`update sessions set created_at = created_at - interval '1 hour',
        authenticated_at = now() - interval '11 minutes'`,
      )
      expect((await thief.post(path)).status).toBe(403)
    },
  )

  test('that one session began is not completed by another, which confirmed nothing (security 16.103)', async () => {
    const { secret } = await beginFactor(thief, 'totp')
    const walkedAwayFrom = await portal.as('rosa')
    const confirmed = await walkedAwayFrom.post('/api/auth/totp/', json({ code: totpCode(secret) }))
    expect(confirmed.status).toBe(403)
    expect(await factorsOf(walkedAwayFrom)).toMatchObject({ totp: false })
  })

  test('and another in the minutes after one confirmation need no second one', async () => {
    await addPasskey(thief)
    expect((await thief.post('/api/auth/totp/options/')).status).toBe(200)
  })
})

describe('a login by a second factor, however recent,', () => {
  let id: number
  beforeEach(async () => {
    const { authenticator, id: added } = await addPasskey(await portal.logIn('rosa'))
    id = added
    thief = portal.visitor()
    expect((await logInWithPasskey(thief, authenticator)).status).toBe(200)
  })

  test.each([
    ['adds no further passkey', () => thief.post('/api/auth/passkeys/options/')],
    ['adds no code application', () => thief.post('/api/auth/totp/options/')],
    ['renews no recovery codes', () => thief.post('/api/auth/recovery-codes/')],
    ['removes no passkey', () => thief.call('DELETE', `/api/auth/passkeys/${id}/`)],
  ])('%s before a password or a factor confirms it (security 16.200)', async (_, act) => {
    const refused = await act()
    expect([refused.status, refused.headers['x-error-code']]).toEqual([
      403,
      'reauthentication_required',
    ])
    await confirmPassword(thief)
    expect((await act()).status).toBeLessThan(300)
  })
})

describe('after a thief added a passkey and a code application with her password, Rosa', () => {
  let stolen: Parameters<typeof opensWith>[0]
  beforeEach(async () => {
    const { authenticator, recoveryCodes } = await addPasskey(thief)
    const { secret } = await addTotp(thief)
    stolen = { passkeys: [authenticator], codes: recoveryCodes.slice(0, 1), secrets: [secret] }
    expect(await opensWith(stolen)).not.toEqual([])
  })

  test('restores her password and enters; nothing of the thief’s works, and her email says so (security 16.102)', async () => {
    const rosa = await chooseAndEnter(await account.restoreToken())
    const old = { ...stolen, passwords: [SAMPLE_PASSWORD, NEW_PASSWORD] }
    expect(await opensWith({ ...old, passwords: [SAMPLE_PASSWORD] })).toEqual([])
    expect(await factorsOf(rosa)).toEqual(NOTHING)
    const notice = await links.lastEmail(ROSAS, 'Tu contraseña cambió')
    expect(notice?.text.replace(/\s+/g, ' ')).toContain(
      'También se quitaron tus llaves de acceso y tu aplicación de códigos',
    )
  })

  test('restores it within three days (security 16.102)', async () => {
    await pass('71 hours')
    await chooseAndEnter(await account.restoreToken())
  })

  test('keeps what is older: then a restore does not end the second factor (security 16.102)', async () => {
    await pass('73 hours')
    expect((await account.setPassword(await account.restoreToken())).status).toBe(200)
    const login = await portal.visitor().logIn(rut, NEW_PASSWORD)
    expect(login.status).toBe(403)
    const notice = await links.lastEmail(ROSAS, 'Tu contraseña cambió')
    expect(notice?.text).not.toContain('También se quitaron')
  })

  test('gets a temporary password from Carla and enters with it (security 16.102)', async () => {
    const carla = await portal.as('carla')
    expect((await users.change(carla, 'rosa', { password: NEW_PASSWORD })).status).toBe(200)
    expect(await opensWith(stolen)).toEqual([])
    expect((await portal.visitor().logIn(rut, NEW_PASSWORD)).status).toBe(200)
    const notice = await links.lastEmail(ROSAS, 'Tu contraseña cambió')
    expect(notice?.text.replace(/\s+/g, ' ')).toContain('También se quitaron tus llaves')
  })

  test.each([
    ['resets her second factor', resetFactor],
    ['closes and opens her account', closeAndOpen],
    ['deletes and restores her account', deleteAndRestore],
  ])(
    'has an account that only her mailbox opens, when Carla %s (security 6.100)',
    async (_, act) => {
      await pass('30 days')
      await users.change(thief, 'rosa', { email: THIEF, old_password: SAMPLE_PASSWORD })
      const pending = await links.confirmToken(THIEF)
      const [{ status }, id] = [
        await act(await portal.as('carla'), await users.idOf('rosa')),
        await users.idOf('rosa'),
      ]
      expect([status, id]).toEqual([200, expect.any(Number)])
      expect(await opensWith(stolen)).toEqual([])
      expect(await links.confirm(pending)).toEqual(DEAD_LINK)
      const emails = await portal.sentEmails()
      const link = linkTokenOf(emails.findLast(({ to }) => to === ROSAS))
      const log = await many(
        portal.db,
        sql`select from audit_entries where action = 'second_factor.reset'
        and subject_id = ${await users.idOf('rosa')}`,
      )
      expect(log).toHaveLength(1)
      expect(await factorsOf(await chooseAndEnter(link))).toEqual(NOTHING)
      expect(await opensWith(stolen)).toEqual([])
    },
  )

  test('says ‘No fui yo’, chooses a password, and nothing of the thief’s works (§12.900, security 16.101)', async () => {
    const asked = await account.restoreToken()
    const answer = await links.notMe(await links.notMeToken(ROSAS))
    expect(answer).toEqual({ status: 200, body: { token: expect.any(String) } })
    expect(await opensWith(stolen)).toEqual([])
    expect(await account.check(asked)).toEqual(DEAD_LINK)
    expect(await users.emailsTo(ROSAS)).toContain('Se recuperó tu cuenta')
    const rosa = await chooseAndEnter(answer.body.token)
    expect(await factorsOf(rosa)).toEqual(NOTHING)
    const log = await many<{ action: string; actorId: number; subjectId: number }>(
      portal.db,
      sql`select action, actor_id, subject_id from audit_entries where action = 'account.taken_back'`,
    )
    const id = await users.idOf('rosa')
    expect(log).toEqual([{ action: 'account.taken_back', actorId: id, subjectId: id }])
  })
})

describe('after Rosa replaced a factor that she had for long, whoever reads her mailbox', () => {
  let rosa: Visitor
  beforeEach(async () => {
    rosa = await portal.as('rosa')
  })

  async function restoreAndLogIn(): Promise<number> {
    expect((await account.setPassword(await account.restoreToken())).status).toBe(200)
    return (await portal.visitor().logIn(rut, NEW_PASSWORD)).status
  }

  async function replaceTotp(): Promise<void> {
    expect((await rosa.call('DELETE', '/api/auth/totp/')).status).toBe(200)
    await addTotp(rosa)
  }

  test('does not get past the code application of her new telephone (security 16.580)', async () => {
    await addTotp(rosa)
    await pass('30 days')
    await replaceTotp()
    expect(await restoreAndLogIn()).toBe(403)
  })

  test('does not get past the passkey that she added before she removed the old one (security 16.580)', async () => {
    const old = await addPasskey(rosa)
    await pass('30 days')
    await addPasskey(rosa, 'Teléfono nuevo')
    expect((await rosa.call('DELETE', `/api/auth/passkeys/${old.id}/`)).status).toBe(200)
    expect(await restoreAndLogIn()).toBe(403)
  })

  test('does not get past the third, which she added a day later, either (security 16.580)', async () => {
    await addTotp(rosa)
    await pass('30 days')
    await replaceTotp()
    await pass('24 hours')
    await replaceTotp()
    await pass('71 hours')
    expect(await restoreAndLogIn()).toBe(403)
  })

  test('meets a factor of today alone as before, when she had none for three days (security 16.102)', async () => {
    await addTotp(rosa)
    await pass('30 days')
    await rosa.call('DELETE', '/api/auth/totp/')
    await pass('73 hours')
    await addTotp(rosa)
    expect(await restoreAndLogIn()).toBe(200)
  })

  test('meets the factor added after staff ended the others as a first one (security 16.102)', async () => {
    await addTotp(rosa)
    await pass('30 days')
    await replaceTotp()
    await resetFactor(await portal.as('carla'), await users.idOf('rosa'))
    const entered = await chooseAndEnter(await account.restoreToken())
    await confirmPassword(entered, NEW_PASSWORD)
    await addTotp(entered)
    expect(await restoreAndLogIn()).toBe(200)
  })
})

describe('‘No fui yo’', () => {
  test('works once, also in parallel, for 72 hours from its email on (security 16.101)', async () => {
    await addPasskey(thief)
    const token = await links.notMeToken(ROSAS)
    await pass('72 hours 1 minute')
    expect(await links.notMe(token)).toEqual(DEAD_LINK)
    await pass('-2 minutes')
    const answers = await Promise.all([links.notMe(token), links.notMe(token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(await links.notMe(token)).toEqual(DEAD_LINK)
  })

  test('is no other link, and no other link is it (security 6.4)', async () => {
    await addPasskey(thief)
    const token = await links.notMeToken(ROSAS)
    expect(await account.check(token)).toEqual(DEAD_LINK)
    expect(await account.setPassword(token)).toEqual(DEAD_LINK)
    expect(await links.revert(token)).toEqual(DEAD_LINK)
    expect(await links.notMe(await account.restoreToken())).toEqual(DEAD_LINK)
    expect(await links.notMe('unknown')).toEqual(DEAD_LINK)
    expect((await links.notMe(token)).status).toBe(200)
  })

  test('works whatever the thief does meanwhile: he changes the password, asks for links, takes the email and adds factors (security 16.101)', async () => {
    const first = await addPasskey(thief)
    const rosas = await links.notMeToken(ROSAS)
    expect((await changePassword(thief, SAMPLE_PASSWORD, THIEFS_PASSWORD)).status).toBe(200)
    for (let i = 0; i < 2; i++) await account.requestRestore()
    await takeEmail(thief, THIEFS_PASSWORD)
    await confirmPassword(thief, THIEFS_PASSWORD)
    const { authenticator: second } = await addPasskey(thief)
    const { secret } = await addTotp(thief)
    const { body } = await thief.post('/api/auth/recovery-codes/')
    await thief.call('DELETE', `/api/auth/passkeys/${first.id}/`)
    const thiefs = [await links.notMeToken(THIEF), await account.restoreToken()] as const
    expect(thiefs).not.toContain('no link')

    const answer = await links.notMe(rosas)
    expect(answer.status).toBe(200)
    expect(await rosasEmail()).toBe(ROSAS)
    const stolen = {
      passwords: [SAMPLE_PASSWORD, THIEFS_PASSWORD],
      passkeys: [first.authenticator, second],
      codes: body.recovery_codes.slice(0, 1),
      secrets: [secret],
    }
    expect(await opensWith(stolen)).toEqual([])
    expect(await links.notMe(thiefs[0])).toEqual(DEAD_LINK)
    expect(await account.check(thiefs[1])).toEqual(DEAD_LINK)
    for (const address of [ROSAS, THIEF]) {
      expect(await users.emailsTo(address)).toContain('Se recuperó tu cuenta')
    }
    expect(await factorsOf(await chooseAndEnter(answer.body.token))).toEqual(NOTHING)
    expect(await opensWith(stolen)).toEqual([])
  })

  test('of the thief’s address does not outlast the link of Rosa’s, who undid the change of her email (security 6.101)', async () => {
    await takeEmail(thief)
    const { authenticator } = await addPasskey(thief)
    const thiefs = await links.notMeToken(THIEF)
    const answer = await links.revert(await links.undoToken(ROSAS))
    expect(answer).toEqual({ status: 200, body: { token: expect.any(String) } })
    expect(await opensWith({ passkeys: [authenticator] })).toEqual([])
    await chooseAndEnter(answer.body.token)
    expect(await links.notMe(thiefs)).toEqual(DEAD_LINK)
    expect(await rosasEmail()).toBe(ROSAS)
  })

  test('used by the thief at his address does not stop Rosa’s, which is older (security 16.101)', async () => {
    await addPasskey(thief)
    const rosas = await links.notMeToken(ROSAS)
    await takeEmail(thief)
    await addTotp(thief)
    const his = await links.notMe(await links.notMeToken(THIEF))
    expect((await account.setPassword(his.body.token, THIEFS_PASSWORD)).status).toBe(200)
    expect((await links.notMe(rosas)).status).toBe(200)
    expect(await rosasEmail()).toBe(ROSAS)
    expect(await opensWith({ passwords: [SAMPLE_PASSWORD, THIEFS_PASSWORD] })).toEqual([])
  })

  test('ends every factor, also one that has been there for long, since it may be the thief’s (security 16.201)', async () => {
    const old = await addPasskey(thief)
    await pass('30 days')
    await confirmPassword(thief)
    const { authenticator } = await addPasskey(thief, 'Otro teléfono')
    const { body } = await links.notMe(await links.notMeToken(ROSAS))
    expect(await opensWith({ passkeys: [old.authenticator, authenticator] })).toEqual([])
    expect(await factorsOf(await chooseAndEnter(body.token))).toEqual(NOTHING)
  })

  test('comes with new recovery codes too, and ends them (security 16.101)', async () => {
    await addTotp(thief)
    await pass('30 days')
    const { body } = await thief.post('/api/auth/recovery-codes/')
    const answer = await links.notMe(await links.notMeToken(ROSAS))
    const rosa = await chooseAndEnter(answer.body.token)
    expect(await factorsOf(rosa)).toEqual(NOTHING)
    await confirmPassword(rosa, NEW_PASSWORD)
    await addTotp(rosa)
    const [code] = body.recovery_codes
    const login = { username: rut, password: NEW_PASSWORD, code }
    expect((await logInWithCode(portal.visitor(), login)).status).toBe(400)
  })

  test.each([
    ['rosa', 200],
    ['carla', 200],
  ] satisfies [PersonaName, number][])(
    'of an account with the factor of %s works in any browser, without a session',
    async (name, status) => {
      const person = await portal.as(name)
      await addTotp(person)
      expect((await links.notMe(await links.notMeToken(personas[name].email))).status).toBe(status)
      expect((await person.get('/api/auth/user/')).status).toBe(401)
    },
  )
})

describe('undoing a change of email', () => {
  test('ends the factors that were there before the change, of which one may be the thief’s (security 16.201)', async () => {
    const old = await addPasskey(thief)
    await pass('30 days')
    await confirmPassword(thief)
    const added = await addPasskey(thief, 'Otro teléfono')
    await takeEmail(thief)
    const answer = await links.revert(await links.undoToken(ROSAS))
    expect(await opensWith({ passkeys: [old.authenticator, added.authenticator] })).toEqual([])
    expect(await factorsOf(await chooseAndEnter(answer.body.token))).toEqual(NOTHING)
    const notice = await links.lastEmail(ROSAS, 'Se deshizo el cambio de tu correo')
    expect(notice?.text.replace(/\s+/g, ' ')).toContain('llaves de acceso')
  })

  test('that nobody confirmed ends the password and the factors of the thief too (security 6.101)', async () => {
    await users.change(thief, 'rosa', { email: THIEF, old_password: SAMPLE_PASSWORD })
    const { authenticator } = await addPasskey(thief)
    const answer = await links.revert(await links.stopToken(ROSAS))
    expect(await opensWith({ passkeys: [authenticator] })).toEqual([])
    expect(await factorsOf(await chooseAndEnter(answer.body.token))).toEqual(NOTHING)
  })
})

describe('what else a thief leaves in an account', () => {
  const access = { sale_code: 'V-1001', kind: 'co_holder', last_day: '' }
  const preferences = '/api/client/preferences/'

  /** Every way by which the owner of the mailbox, or staff who saw the owner, take an account back. */
  const takeBacks: Record<string, (name: PersonaName, thief: Visitor) => Promise<unknown>> = {
    '‘No fui yo’': async (name, thief) => {
      await confirmPassword(thief)
      await addPasskey(thief)
      return links.notMe(await links.notMeToken(personas[name].email))
    },
    'undoing a change of email': async (name, thief) => {
      await users.change(thief, name, { email: THIEF, old_password: SAMPLE_PASSWORD })
      return links.revert(await links.stopToken(personas[name].email))
    },
    'Iván, who checked the identity,': async (name) => {
      const ivan = await users.asJulia()
      await confirmPassword(ivan)
      return users.change(ivan, name, { identity_checked: true })
    },
  }
  const resets: typeof takeBacks = {
    'resetting the second factor': async (name, thief) => {
      await confirmPassword(thief)
      await addPasskey(thief)
      return resetFactor(await users.asJulia(), await users.idOf(name))
    },
    'closing and opening the account': async (name) =>
      closeAndOpen(await users.asJulia(), await users.idOf(name)),
    'deleting and restoring the account': async (name) =>
      deleteAndRestore(await users.asJulia(), await users.idOf(name)),
  }

  const knownDevices = async () => {
    const devices = await many(
      portal.db,
      sql`select from known_devices where user_id = ${await users.idOf('rosa')}`,
    )
    return devices.length
  }

  test.each(Object.entries({ ...takeBacks, ...resets }))(
    'a token for loads of Iván’s account is ended by %s (security 16.270)',
    async (_, takeBack) => {
      await users.addJulia()
      const intruder = await portal.logIn('ivan')
      await confirmPassword(intruder)
      const form = json({ name: 'Carga nocturna', days: 365 })
      const { body } = await intruder.post('/api/import-tokens/', form)
      expect(await takeBack('ivan', intruder)).toMatchObject({ status: 200 })
      const { rows } = await portal.pool.query(
        `select revoked_at is null as works, (select count(*)::int from audit_entries
           where action = 'import_token.revoked' and object_id = import_tokens.id::text) as recorded
         from import_tokens where id = $1`,
        [body.id],
      )
      expect(rows).toEqual([{ works: false, recorded: 1 }])
    },
  )

  test.each(Object.entries(takeBacks))(
    'an access to Rosa’s sale is ended by %s, and her emails are as before the thief, those of requests on (security 16.271, security 16.500)',
    async (_, takeBack) => {
      await users.addJulia()
      expect((await thief.post('/api/sale-accesses/', json(access))).status).toBe(201)
      // Rosa's own choice of long ago.
      await thief.call(
        'PATCH',
        preferences,
        json({ request_letters: false, payment_emails: false }),
      )
      await portal.pool.query(
        `begin; set local session_replication_role = replica;
         update audit_entries set at = at - interval '30 days'
           where action = 'email_preferences.changed'; commit`,
      )
      for (const isOn of [false, true, false]) {
        const silenced = json({ deed_emails: isOn, due_emails: isOn, due_days: 14 })
        expect((await thief.call('PATCH', preferences, silenced)).status).toBe(200)
      }
      // He gave it long before he did what the owner heard of.
      await exec(portal.db, sql`update sale_accesses set given_at = now() - interval '30 days'`)
      expect(await takeBack('rosa', thief)).toMatchObject({ status: 200 })
      const { rows } = await portal.pool.query(
        `select (select count(*)::int from sale_accesses where revoked_at is null) as accesses,
          (select count(*)::int from audit_entries where action = 'sale_access.revoked') as recorded,
          wants_request_emails, wants_payment_emails, wants_deed_emails, wants_due_emails, reminder_days
         from users where rut = $1`,
        [rut],
      )
      expect(rows).toEqual([
        {
          accesses: 0,
          recorded: 1,
          wants_request_emails: true,
          wants_payment_emails: false,
          wants_deed_emails: true,
          wants_due_emails: true,
          reminder_days: 5,
        },
      ])
      expect(await users.emailsTo(ROSAS)).toContain('Otra persona ya no ve tu compra')
    },
  )

  test('an access that Carla gave Rosa’s co-owner stays when Rosa says ‘No fui yo’, and so does one of long ago when Carla does (security 16.271)', async () => {
    const carla = await portal.logIn('carla')
    const id = await users.idOf('rosa')
    await confirmPassword(carla)
    const given = await carla.post(`/api/staff/members/${id}/sale-accesses/`, json(access))
    expect(given.status).toBe(201)
    await addPasskey(thief)
    await links.notMe(await links.notMeToken(ROSAS))
    await exec(portal.db, sql`update sale_accesses set given_at = now() - interval '30 days'`)
    await addPasskey(carla)
    await links.notMe(await links.notMeToken(personas.carla.email))
    const left = await many(portal.db, sql`select from sale_accesses where revoked_at is null`)
    expect(left).toHaveLength(1)
  })

  test('an access that a thief gave as Carla, before he did what she heard of, ends with ‘No fui yo’ (security 16.920)', async () => {
    const carla = await portal.logIn('carla')
    await confirmPassword(carla)
    const ofRosa = `/api/staff/members/${await users.idOf('rosa')}/sale-accesses/`
    expect((await carla.post(ofRosa, json(access))).status).toBe(201)
    await addPasskey(carla)
    await links.notMe(await links.notMeToken(personas.carla.email))
    const left = await many(portal.db, sql`select from sale_accesses where revoked_at is null`)
    expect(left).toEqual([])
  })

  test.each(Object.entries({ ...takeBacks, ...resets }))(
    'his browser is no known one of Rosa’s after %s (security 16.272)',
    async (_, takeBack) => {
      await users.addJulia()
      expect(await knownDevices()).toBe(1)
      expect(await takeBack('rosa', thief)).toMatchObject({ status: 200 })
      expect(await knownDevices()).toBe(0)
    },
  )

  test('his browser is no known one after Rosa restores her password, or Carla sets one (security 16.272)', async () => {
    await account.setPassword(await account.restoreToken())
    expect(await knownDevices()).toBe(0)
    expect((await portal.visitor().logIn(rut, NEW_PASSWORD)).status).toBe(200)
    await users.change(await portal.as('carla'), 'rosa', { password: THIEFS_PASSWORD })
    expect(await knownDevices()).toBe(0)
  })

  test.each([
    ['in her profile', (rosa: Visitor) => changePassword(rosa, SAMPLE_PASSWORD)],
    [
      'with her names',
      (rosa: Visitor) =>
        users.change(rosa, 'rosa', { old_password: SAMPLE_PASSWORD, password: NEW_PASSWORD }),
    ],
  ])(
    'when Rosa changes her password %s, only the browser in which she did it stays known (security 16.272)',
    async (_, change) => {
      const rosa = portal.visitor()
      await rosa.logIn(rut, SAMPLE_PASSWORD)
      expect(await knownDevices()).toBe(2)
      expect((await change(rosa)).status).toBe(200)
      expect(await knownDevices()).toBe(1)
      await rosa.post('/api/auth/logout/')
      expect((await rosa.logIn(rut, NEW_PASSWORD)).status).toBe(200)
      const warnings = (await users.emailsTo(ROSAS)).filter((each) => each.startsWith('Ingreso'))
      // The email about her first login in this browser.
      expect(warnings).toHaveLength(1)
    },
  )

  /** The thief fills the audit log of the hour. */
  const fillHour = async (name: PersonaName) =>
    portal.pool.query(
      `insert into audit_entries (actor_id, action, at)
       select $1, 'member.read', now() - interval '5 minutes' from generate_series(1, 1000)`,
      [await users.idOf(name)],
    )

  test('does not outlast a take-back when he filled the hour’s audit log before (security 16.270, security 16.271)', async () => {
    const { authenticator } = await addPasskey(thief)
    await thief.post('/api/sale-accesses/', json(access))
    await fillHour('rosa')
    expect((await links.notMe(await links.notMeToken(ROSAS))).status).toBe(200)
    expect(await opensWith({ passkeys: [authenticator] })).toEqual([])
  })

  test('nor one of Iván’s account, with what he prepared and scheduled there (security 16.751)', async () => {
    const ivan = await portal.logIn('ivan')
    expect((await users.change(ivan, 'rosa', { password: NEW_PASSWORD })).status).toBe(200)
    const { id, version } = await draftBy(ivan, { title: 'Nueva cuenta para transferir' })
    const publishing = json({ version, publish_at: '2999-01-02T09:30' })
    expect((await ivan.post(`/api/announcements/${id}/publish/`, publishing)).status).toBe(200)
    await addPasskey(ivan)
    await fillHour('ivan')
    const token = await links.notMeToken(personas.ivan.email)
    expect((await links.notMe(token)).status).toBe(200)
    expect((await ivan.get('/api/auth/user/')).status).toBe(401)
    expect(await opensWith({ passwords: [NEW_PASSWORD] })).toEqual([])
  })

  test('switched-off emails are recorded, thirty times an hour (security 16.273)', async () => {
    const turn = (isOn: boolean) =>
      thief.call('PATCH', preferences, json({ request_letters: isOn, due_emails: true }))
    for (let i = 0; i < 30; i++) expect((await turn(i % 2 === 1)).status).toBe(200)
    expect((await turn(false)).status).toBe(429)
    const log = await many(
      portal.db,
      sql`select from audit_entries where action = 'email_preferences.changed'
        and subject_id = ${await users.idOf('rosa')}`,
    )
    expect(log).toHaveLength(30)
  })
})
