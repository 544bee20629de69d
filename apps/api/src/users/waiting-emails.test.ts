import { afterEach, beforeEach, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { EmailChangeCalls } from '../../test/users/email-change-calls.ts'
import { UserCalls } from '../../test/users/user-calls.ts'
import { json, type Visitor } from '../../test/visitor.ts'

const { email: OLD } = personas.rosa
const NEW = 'rosa.nueva@correo.example'
const THIEF = 'ladron@correo.example'

let portal: Portal
let users: UserCalls
let links: EmailChangeCalls
beforeEach(async () => {
  portal = await openPortal()
  users = new UserCalls(portal)
  links = new EmailChangeCalls(portal)
})
afterEach(() => portal.close())

const subjectsTo = (email: string) => users.emailsTo(email)

/** An email to Rosa waits for the mail server. */
async function askRosa(): Promise<void> {
  const { id } = await storeRequest(portal)
  const mario = await portal.as('mario')
  const asked = await mario.post(`/api/requests/${id}/ask/`, json({ version: 0, text: 'Firma' }))
  expect(asked.status).toBe(200)
}

test.each([
  ['closed', (ivan: Visitor) => users.change(ivan, 'mario', { is_active: false })],
  ['deleted', (ivan: Visitor) => users.remove(ivan, 'mario')],
] as const)(
  'what waits for a colleague is not sent once the account is %s, but that it is so (security 12.850)',
  async (_, close) => {
    const { id } = await storeRequest(portal, { state: 'in_review' })
    const rosa = await portal.as('rosa')
    const commented = await rosa.post(`/api/requests/${id}/comment/`, json({ text: 'Es urgente' }))
    expect(commented.status).toBe(200)
    expect((await close(await portal.as('ivan'))).status).toBe(200)
    expect(await subjectsTo(personas.mario.email)).toEqual([
      expect.stringMatching(/^Tu cuenta fue (cerrada|desactivada|eliminada)$/),
    ])
  },
)

test('nor what waits for the mailbox of which staff know that it is not the owner’s (security 12.850)', async () => {
  await askRosa()
  const carla = await portal.logIn('carla')
  const corrected = await users.change(carla, 'rosa', { email: NEW, identity_checked: true })
  expect(corrected.status).toBe(200)
  expect(await subjectsTo(OLD)).toEqual(['Tu correo cambió'])
})

test('nor what waits for a thief’s mailbox from which the owner took the account back (security 12.850)', async () => {
  const thief = await portal.logIn('rosa')
  await users.change(thief, 'rosa', { email: THIEF, old_password: SAMPLE_PASSWORD })
  await links.confirm(await links.confirmToken(THIEF))
  const undo = await links.undoToken(OLD)
  const before = await subjectsTo(THIEF)
  await askRosa()
  expect((await links.revert(undo)).status).toBe(200)
  const since = (await subjectsTo(THIEF)).slice(before.length)
  expect(since.some((subject) => subject.startsWith('Falta algo'))).toBe(false)
})
