import { unprovenEmail } from '@carpeta/domain/people/unproven-email'
import { beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { readPages } from '../../test/pdf/readable-files.ts'
import {
  AccountCalls,
  changePassword,
  DEAD_LINK,
  NEW_PASSWORD,
} from '../../test/users/account-calls.ts'
import { EmailChangeCalls } from '../../test/users/email-change-calls.ts'
import { ana, UserCalls } from '../../test/users/user-calls.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { createSuperuser } from '../users/superusers.ts'

const OWN_PASSWORD = 'Otra#Clave99'
const ANAS_RUT = ana.profile.social_security
const TOMAS = personas.tomas

let portal: Portal
let users: UserCalls
let anybody: AccountCalls
let carla: Visitor
beforeEach(async () => {
  portal = await openPortalForTest({})
  users = new UserCalls(portal)
  anybody = await AccountCalls.open(portal)
  carla = await portal.as('carla')
})

const isNotMine = { removesEmail: true }

const emailsTo = async (address: string) =>
  (await portal.sentEmails()).filter(({ to }) => to === address)

/** How many emails a request to restore the password sends to an address. */
async function restoresFor(rut: string, address: string): Promise<number> {
  const before = (await emailsTo(address)).length
  await anybody.requestRestore(rut)
  return (await emailsTo(address)).length - before
}

describe('Ana, whose email Carla wrote wrongly, with a temporary password', () => {
  let person: Visitor
  beforeEach(async () => {
    await users.create(carla, { ...ana })
    person = portal.visitor()
    await person.logIn(ANAS_RUT, NEW_PASSWORD)
  })

  test('removes it as she chooses her own: who reads it cannot choose another (security 6.970)', async () => {
    const { status } = await changePassword(person, NEW_PASSWORD, OWN_PASSWORD, isNotMine)
    expect(status).toBe(200)
    expect((await person.get('/api/auth/user/')).body.email).toBe('')
    expect(await restoresFor(ANAS_RUT, ana.email)).toBe(0)
    const last = (await emailsTo(ana.email)).at(-1)
    expect(last?.subject).toBe('Quitamos tu correo de una cuenta')
    expect(last?.text).not.toMatch(/Ana|token=/)
    expect(await users.logsIn(ANAS_RUT, OWN_PASSWORD)).toBe(true)
  })

  test('nor can an earlier address take the account back: nobody proved that either (security 6.980)', async () => {
    const other = 'segunda@correo.example'
    const changes = new EmailChangeCalls(portal)
    await users.change(carla, (await person.get('/api/auth/user/')).body.id, { email: other })
    const confirmed = await changes.confirm(await changes.confirmToken(other))
    expect(confirmed.status).toBe(200)
    const undo = await changes.undoToken(ana.email)
    const changed = await changePassword(person, NEW_PASSWORD, OWN_PASSWORD, isNotMine)
    expect(changed).toMatchObject({ status: 200 })
    expect(await changes.revert(undo)).toEqual(DEAD_LINK)
    expect(await users.logsIn(ANAS_RUT, OWN_PASSWORD)).toBe(true)
  })

  test('keeps it otherwise, and later only by a change that its reader can undo (security 6.970)', async () => {
    await changePassword(person, NEW_PASSWORD, OWN_PASSWORD)
    await changePassword(person, OWN_PASSWORD, NEW_PASSWORD, isNotMine)
    expect((await person.get('/api/auth/user/')).body.email).toBe(ana.email)
    expect(await restoresFor(ANAS_RUT, ana.email)).toBe(1)
  })

  test('not once she had entered: a temporary password outranks no mailbox (security 6.970)', async () => {
    await changePassword(person, NEW_PASSWORD, OWN_PASSWORD)
    const id = (await person.get('/api/auth/user/')).body.id
    await users.change(carla, id, { password: 'Prestada#7412' })
    const thief = portal.visitor()
    await thief.logIn(ANAS_RUT, 'Prestada#7412')
    const refused = await changePassword(thief, 'Prestada#7412', NEW_PASSWORD, isNotMine)
    expect(refused).toEqual({ status: 400, body: [unprovenEmail.entered.text] })
    expect(await users.logsIn(ANAS_RUT, 'Prestada#7412')).toBe(true)
    expect(await restoresFor(ANAS_RUT, ana.email)).toBe(1)
  })
})

/** Carla types a temporary password on the telephone, and whoever is there uses it. */
async function thiefRemovesEmail(id: number, rut: string, staff: Visitor) {
  expect((await users.change(staff, id, { password: 'Prestada#7412' })).status).toBe(200)
  const thief = portal.visitor()
  await thief.logIn(rut, 'Prestada#7412')
  return changePassword(thief, 'Prestada#7412', NEW_PASSWORD, isNotMine)
}

describe('a temporary password removes no email of an owner who entered, though no activation is recorded (security 6.990)', () => {
  const refused = { status: 400, body: [unprovenEmail.entered.text] }

  test('but chose a password by a link of it', async () => {
    const { rut, email } = personas.rosa
    await anybody.setPassword(await anybody.restoreToken(rut), OWN_PASSWORD)
    expect(await thiefRemovesEmail(await users.idOf('rosa'), rut, carla)).toEqual(refused)
    expect(await restoresFor(rut, email)).toBe(1)
  })

  test('but logged in with the password of `carpeta create-superuser`', async () => {
    const julia = { rut: '7654321-6', firstName: 'Julia', lastName: 'Vera' }
    const email = 'julia.vera@cooperativa.example'
    await createSuperuser(portal, { ...julia, email, password: OWN_PASSWORD })
    const owner = portal.visitor()
    await owner.logIn(julia.rut, OWN_PASSWORD)
    const { id } = (await owner.get('/api/auth/user/')).body
    expect(await thiefRemovesEmail(id, julia.rut, await portal.as('ivan'))).toEqual(refused)
    expect(await restoresFor(julia.rut, email)).toBe(1)
  })

  test('but a second temporary password still does, when the first was only used to enter', async () => {
    const { body } = await users.create(carla, { ...ana })
    await portal.visitor().logIn(ANAS_RUT, NEW_PASSWORD)
    expect((await thiefRemovesEmail(body.id, ANAS_RUT, carla)).status).toBe(200)
  })
})

describe('Tomás with the code of his letter', () => {
  let letter: string
  beforeEach(async () => {
    const id = await users.idOf('tomas')
    const [text = ''] = await readPages(
      (await carla.post('/api/letters/', json({ ids: [id] }))).bytes,
    )
    letter = /token=([\w-]{43})/.exec(text.replaceAll(/\s/g, ''))?.[1] ?? ''
  })

  test('reads where the emails of his account arrive, and removes an address of somebody else (security 6.970)', async () => {
    expect((await anybody.check(letter)).body).toMatchObject({ email: TOMAS.email })
    expect((await anybody.setPassword(letter, OWN_PASSWORD, isNotMine)).status).toBe(200)
    expect((await emailsTo(TOMAS.email)).at(-1)?.subject).toBe('Quitamos tu correo de una cuenta')
    expect(await restoresFor(TOMAS.rut, TOMAS.email)).toBe(0)
    expect((await anybody.check(letter)).body).not.toHaveProperty('email')
  })

  test('but a link of his email proves it, and removes nothing (security 6.970)', async () => {
    const token = await anybody.restoreToken(TOMAS.rut)
    expect((await anybody.check(token)).body).not.toHaveProperty('email')
    expect((await anybody.setPassword(token, OWN_PASSWORD, isNotMine)).status).toBe(200)
    expect(await restoresFor(TOMAS.rut, TOMAS.email)).toBe(1)
  })
})
