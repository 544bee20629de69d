import { beforeEach, expect, test } from 'vitest'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { addPasskey, confirmPassword } from '../../test/second-factor/factors.ts'
import {
  AccountCalls,
  DEAD_LINK,
  linkTokenOf,
  NEW_PASSWORD,
} from '../../test/users/account-calls.ts'
import { EmailChangeCalls } from '../../test/users/email-change-calls.ts'
import { type StatusAndBody, statusAndBody } from '../../test/users/status-and-body.ts'
import { ana, UserCalls } from '../../test/users/user-calls.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { many, sql } from '../db/query.ts'

const ANAS = 'ana@correo.example'
const THIEF = 'ladron@correo.example'
const NEWER = 'ana.nueva@correo.example'

let portal: Portal
let users: UserCalls
let links: EmailChangeCalls
/** Somebody who has Ana's password. Her account, which she registered, has no rut. */
let thief: Visitor
let anasId: number
beforeEach(async () => {
  portal = await openPortalForTest({ REGISTRATION_OPEN: 'true' })
  users = new UserCalls(portal)
  links = new EmailChangeCalls(portal)
  await register(ANAS)
  expect((await confirm(await codeFor(ANAS))).status).toBe(200)
  thief = portal.visitor()
  anasId = (await thief.logIn(ANAS, NEW_PASSWORD)).body.id
})

async function post(path: string, body: object): Promise<StatusAndBody> {
  const anybody = portal.visitor()
  await anybody.fetchToken()
  return statusAndBody(anybody.post(path, json(body)))
}

async function register(email: string): Promise<void> {
  const person = { name: 'Ana', last_name: 'Mora', email, password: NEW_PASSWORD }
  expect((await post('/api/auth/register/', person)).status).toBe(201)
}

async function codeFor(email: string): Promise<string> {
  return linkTokenOf(await links.lastEmail(email, 'Confirma tu correo'))
}

function confirm(code: string): Promise<StatusAndBody> {
  return post('/api/confirm-email/', { code, password: NEW_PASSWORD })
}

async function changeEmail(email: string): Promise<void> {
  const form = { email, old_password: NEW_PASSWORD }
  expect((await users.change(thief, anasId, form)).status).toBe(200)
}

async function emailOf(id: number): Promise<string | undefined> {
  const [row] = await many<{ email: string }>(
    portal.db,
    sql`select email from users where id = ${id} and deleted_at is null`,
  )
  return row?.email
}

/** By her mailbox, or by staff who saw her. */
const takeBacks: Record<string, () => Promise<StatusAndBody>> = {
  'undoes the change': async () => links.revert(await links.undoToken(ANAS)),
  'stops the change': async () => links.revert(await links.stopToken(ANAS)),
  'says ‘No fui yo’': async () => links.notMe(await links.notMeToken(ANAS)),
  'shows Iván who she is': async () => {
    const ivan = await portal.logIn('ivan')
    await confirmPassword(ivan)
    return users.change(ivan, anasId, { email: ANAS, identity_checked: true })
  },
}

test.each(Object.entries(takeBacks))(
  'Ana, whose email a thief changed, has it back when she %s, though somebody registered it again (security 6.421)',
  async (_, takeBack) => {
    await confirmPassword(thief, NEW_PASSWORD)
    await addPasskey(thief)
    await changeEmail(THIEF)
    await links.confirm(await links.confirmToken(THIEF))
    await register(ANAS)
    const squatters = await codeFor(ANAS)
    expect((await takeBack()).status).toBe(200)
    expect(await emailOf(anasId)).toBe(ANAS)
    expect((await thief.get('/api/auth/user/')).status).toBe(401)
    expect(await confirm(squatters)).toEqual(DEAD_LINK)
  },
)

test('Ana’s account is restored from the trash with its email, which somebody registered meanwhile (security 6.421)', async () => {
  const ivan = await portal.logIn('ivan')
  await users.remove(ivan, anasId)
  await register(ANAS)
  expect((await users.restore(ivan, anasId)).status).toBe(200)
  const account = await AccountCalls.open(portal)
  const link = await links.lastEmail(ANAS, 'Tu cuenta está abierta de nuevo')
  expect((await account.setPassword(linkTokenOf(link))).status).toBe(200)
})

test('Ana asks for a new email that somebody registered, and confirms it (security 6.421)', async () => {
  await register(NEWER)
  await changeEmail(NEWER)
  await register(NEWER)
  expect((await links.confirm(await links.confirmToken(NEWER))).status).toBe(200)
  expect(await emailOf(anasId)).toBe(NEWER)
})

test('Iván creates an account without a rut with an email that somebody registered (security 6.421)', async () => {
  await register(NEWER)
  const form = { ...ana, email: NEWER, profile: { social_security: '' } }
  expect((await users.create(await portal.logIn('ivan'), form)).status).toBe(201)
  expect(await confirm(await codeFor(NEWER))).toEqual(DEAD_LINK)
})

test('a registration that Ana confirmed keeps its email from other accounts without a rut (security 6.421)', async () => {
  await changeEmail(NEWER)
  const token = await links.confirmToken(NEWER)
  await register(NEWER)
  expect((await confirm(await codeFor(NEWER))).status).toBe(200)
  expect((await links.confirm(token)).status).toBe(409)
  expect(await emailOf(anasId)).toBe(ANAS)
})
