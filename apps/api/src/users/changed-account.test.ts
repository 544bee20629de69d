import { beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { readPages } from '../../test/pdf/readable-files.ts'
import { addTotp } from '../../test/second-factor/factors.ts'
import {
  AccountCalls,
  DEAD_LINK,
  linkTokenOf,
  NEW_PASSWORD,
} from '../../test/users/account-calls.ts'
import { callDuring } from '../../test/users/concurrent-call.ts'
import { EmailChangeCalls } from '../../test/users/email-change-calls.ts'
import { ana, UserCalls } from '../../test/users/user-calls.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { sql } from '../db/query.ts'
import { demoteSuperuser } from './superusers.ts'

const OWN_PASSWORD = 'Otra#Clave99'
const ANAS_RUT = ana.profile.social_security
const ELSEWHERE = 'otro@correo.example'

let portal: Portal
let users: UserCalls
let anybody: AccountCalls
let emails: EmailChangeCalls
let carla: Visitor
let ivan: Visitor
beforeEach(async () => {
  portal = await openPortalForTest({})
  users = new UserCalls(portal)
  anybody = await AccountCalls.open(portal)
  emails = new EmailChangeCalls(portal)
  carla = await portal.as('carla')
  ivan = await portal.as('ivan')
})

async function letterFor(id: number): Promise<string> {
  const [text = ''] = await readPages(
    (await carla.post('/api/letters/', json({ ids: [id] }))).bytes,
  )
  return /token=([\w-]{43})/.exec(text.replaceAll(/\s/g, ''))?.[1] ?? ''
}

const groupOf = async (...permissions: string[]): Promise<number> =>
  (await ivan.post('/api/groups/', json({ name: 'Auditoría', permissions }))).body.id

const lastTo = async (address: string) =>
  (await portal.sentEmails()).findLast(({ to }) => to === address)

async function anaByCarla(form: object = {}): Promise<number> {
  const { body } = await users.create(carla, { ...ana, ...form })
  return (body as { id: number }).id
}

describe('when Iván makes an account stronger than Carla’s', () => {
  const promote = async (user: Parameters<UserCalls['change']>[1]) =>
    users.change(ivan, user, { group_ids: [await groupOf('audit.view_audit')] })

  test('the temporary password that Carla typed opens it no more, and Ana gets a link (security 6.693)', async () => {
    const id = await anaByCarla()
    const temporary = portal.visitor()
    expect((await temporary.logIn(ANAS_RUT, NEW_PASSWORD)).status).toBe(200)
    expect((await promote(id)).status).toBe(200)
    expect(await users.logsIn(ANAS_RUT, NEW_PASSWORD)).toBe(false)
    expect((await temporary.get('/api/auth/user/')).status).toBe(401)
    const token = linkTokenOf(await lastTo(ana.email))
    expect((await anybody.setPassword(token, OWN_PASSWORD)).status).toBe(200)
    expect(await users.logsIn(ANAS_RUT, OWN_PASSWORD)).toBe(true)
  })

  test('so does the one that Carla typed for Rosa, who gets a link to choose her own (security 6.693)', async () => {
    await users.change(carla, 'rosa', { password: NEW_PASSWORD })
    await promote('rosa')
    expect(await users.logsIn(personas.rosa.rut, NEW_PASSWORD)).toBe(false)
    const email = await lastTo(personas.rosa.email)
    expect(email?.subject).toBe('Tu cuenta cambió')
    expect((await anybody.setPassword(linkTokenOf(email), OWN_PASSWORD)).status).toBe(200)
  })

  test('the letter and the invitation of Tomás are dead, and he is invited again (security 6.693)', async () => {
    const [first] = await portal.sentEmails()
    const letter = await letterFor(await users.idOf('tomas'))
    await promote('tomas')
    expect(await anybody.setPassword(letter, OWN_PASSWORD)).toEqual(DEAD_LINK)
    const invitation = await lastTo(personas.tomas.email)
    expect(invitation).not.toEqual(first)
    expect((await anybody.setPassword(linkTokenOf(invitation), OWN_PASSWORD)).status).toBe(200)
  })

  test('a new email that Carla asked for is not confirmed any more (security 6.693)', async () => {
    await users.change(carla, 'bruno', { email: ELSEWHERE })
    const token = linkTokenOf(await lastTo(ELSEWHERE))
    await promote('bruno')
    expect(await emails.confirm(token)).toEqual(DEAD_LINK)
  })

  test('what Iván writes in the same step counts (security 6.693)', async () => {
    await users.change(carla, 'bruno', { email: ELSEWHERE })
    const group = await groupOf('audit.view_audit')
    const form = { email: 'bruno@correo.example', password: NEW_PASSWORD, group_ids: [group] }
    expect((await users.change(ivan, 'bruno', form)).status).toBe(200)
    expect(await users.logsIn(personas.bruno.rut, NEW_PASSWORD)).toBe(true)
    expect((await emails.confirm(linkTokenOf(await lastTo(form.email)))).status).toBe(200)
  })

  test('a group that gets more permissions makes its members start again as well (security 6.693)', async () => {
    const group = await groupOf('users.manage_users')
    const id = await anaByCarla()
    await users.change(ivan, id, { group_ids: [group] })
    expect((await users.change(ivan, id, { password: NEW_PASSWORD })).status).toBe(200)
    const raised = json({ permissions: ['users.manage_users', 'audit.view_audit'] })
    expect((await ivan.call('PATCH', `/api/groups/${group}/`, raised)).status).toBe(200)
    expect(await users.logsIn(ANAS_RUT, NEW_PASSWORD)).toBe(false)
  })

  test('a group with fewer permissions, and one’s own password, end nothing (security 6.693)', async () => {
    const pending = await anaByCarla()
    await users.change(ivan, 'bruno', { group_ids: [await groupOf('audit.view_audit')] })
    expect(await users.logsIn(personas.bruno.rut, 'Carpeta#2026')).toBe(true)
    await users.change(ivan, pending, { group_ids: [] })
    expect(await users.logsIn(ANAS_RUT, NEW_PASSWORD)).toBe(true)
  })
})

describe('when the rut of an account was wrong and Carla corrects it', () => {
  test('the letter that went to the address of the former rut opens nothing (security 6.691)', async () => {
    const id = await users.idOf('tomas')
    await portal.pool.query(`update users set rut = '17654321-3' where id = $1`, [id])
    const letter = await letterFor(id)
    const profile = { social_security: personas.tomas.rut }
    expect((await users.change(carla, id, { profile })).status).toBe(200)
    expect(await anybody.setPassword(letter, OWN_PASSWORD)).toEqual(DEAD_LINK)
    expect((await carla.get('/api/never-entered/')).body.results).toMatchObject([
      { id, letter_at: null },
    ])
  })

  test('a temporary password that was handed over opens it no more, and no email says so (security 6.691)', async () => {
    const id = await anaByCarla()
    await users.change(carla, id, { profile: { social_security: '6.543.217-K' } })
    expect(await users.logsIn('6.543.217-K', NEW_PASSWORD)).toBe(false)
    const changed = (await portal.sentEmails()).find(({ subject }) => subject === 'Tu rut cambió')
    expect(changed?.text).toContain('desde ahora ingresas con el nuevo.')
  })
})

describe('what Carla prepared in the accounts of others', () => {
  /** The letter, the temporary passwords and the link of a new email that Carla leaves. */
  async function prepare() {
    const letter = await letterFor(await users.idOf('tomas'))
    await users.change(carla, 'pia', { password: NEW_PASSWORD })
    await users.change(carla, 'bruno', { email: ELSEWHERE })
    const change = linkTokenOf(await lastTo(ELSEWHERE))
    await anaByCarla({ email: 'de.carla@correo.example' })
    return { letter, change }
  }

  /** Whether a link goes to an address for who asks for one by the rut. */
  async function sendsLink(rut: string, address: string) {
    const before = (await users.emailsTo(address)).length
    await anybody.requestRestore(rut)
    return (await users.emailsTo(address)).length > before
  }

  async function expectNothingWorks({ letter, change }: { letter: string; change: string }) {
    expect(await anybody.setPassword(letter, OWN_PASSWORD)).toEqual(DEAD_LINK)
    expect(await emails.confirm(change)).toEqual(DEAD_LINK)
    expect(await users.logsIn(personas.pia.rut, NEW_PASSWORD)).toBe(false)
    expect(await users.logsIn(ANAS_RUT, NEW_PASSWORD)).toBe(false)
    expect(await sendsLink(ANAS_RUT, 'de.carla@correo.example')).toBe(false)
  }

  test('ends when she is deleted (security 6.692)', async () => {
    const left = await prepare()
    await users.remove(ivan, 'carla')
    await expectNothingWorks(left)
  })

  test('ends when her account is closed (security 6.692)', async () => {
    const left = await prepare()
    await users.change(ivan, 'carla', { is_active: false })
    await expectNothingWorks(left)
  })

  test('ends when she loses the permission, also with her group (security 6.692)', async () => {
    const left = await prepare()
    await users.change(ivan, 'carla', { group_ids: [] })
    await expectNothingWorks(left)
    await users.change(ivan, 'carla', { group_ids: [1] })
    carla = await portal.as('carla')
    await users.change(carla, 'pia', { password: NEW_PASSWORD })
    await ivan.call('PATCH', '/api/groups/1/', json({ permissions: ['users.manage_users'] }))
    expect(await users.logsIn(personas.pia.rut, NEW_PASSWORD)).toBe(false)
  })

  test('ends when she says that it was not she (security 6.692)', async () => {
    await addTotp(carla)
    const notMe = linkTokenOf(await lastTo(personas.carla.email))
    const left = await prepare()
    expect((await anybody.visitor.post('/api/client/not-me/', json({ token: notMe }))).status).toBe(
      200,
    )
    await expectNothingWorks(left)
  })

  test('ends when the operator makes Julia an ordinary user (security 6.692)', async () => {
    await users.addJulia()
    await users.change(await users.asJulia(), 'pia', { password: NEW_PASSWORD })
    await demoteSuperuser(portal.db, '9000001-2')
    expect(await users.logsIn(personas.pia.rut, NEW_PASSWORD)).toBe(false)
  })

  test('works for its owner while she keeps the permission, and afterwards what its owner made of it (security 6.692)', async () => {
    const { letter } = await prepare()
    await users.change(ivan, 'carla', { group_ids: [1, await groupOf('audit.view_audit')] })
    expect((await anybody.setPassword(letter, OWN_PASSWORD)).status).toBe(200)
    await users.remove(ivan, 'carla')
    expect(await users.logsIn(personas.tomas.rut, OWN_PASSWORD)).toBe(true)
  })

  test('ends with an earlier invitation, where she typed a password after it (security 6.940)', async () => {
    const id = await anaByCarla({ email: ELSEWHERE, invite: true })
    expect((await users.change(carla, id, { password: NEW_PASSWORD })).status).toBe(200)
    await users.remove(ivan, 'carla')
    expect(await sendsLink(ANAS_RUT, ELSEWHERE)).toBe(false)
    expect((await ivan.post(`/api/users/${id}/invite/`)).status).toBe(200)
    expect(await sendsLink(ANAS_RUT, ELSEWHERE)).toBe(true)
  })

  test.each([
    ['with it', { email: ELSEWHERE, identity_checked: true }, null],
    ['before it', { email: ELSEWHERE, identity_checked: true }, { identity_checked: true }],
  ])(
    'ends with the email that she typed %s when she checked an identity (security 6.940)',
    async (_, first, second) => {
      expect((await users.change(carla, 'pia', first)).status).toBe(200)
      if (second) expect((await users.change(carla, 'pia', second)).status).toBe(200)
      const link = linkTokenOf(await lastTo(ELSEWHERE))
      expect(await sendsLink(personas.pia.rut, ELSEWHERE)).toBe(true)
      await users.remove(ivan, 'carla')
      expect(await anybody.setPassword(link, OWN_PASSWORD)).toEqual(DEAD_LINK)
      expect(await sendsLink(personas.pia.rut, ELSEWHERE)).toBe(false)
    },
  )

  test('stays where its owner chose a password by that email (security 6.940)', async () => {
    await users.change(carla, 'pia', { email: ELSEWHERE, identity_checked: true })
    await anybody.setPassword(linkTokenOf(await lastTo(ELSEWHERE)), OWN_PASSWORD)
    await users.remove(ivan, 'carla')
    expect(await users.logsIn(personas.pia.rut, OWN_PASSWORD)).toBe(true)
    expect(await sendsLink(personas.pia.rut, ELSEWHERE)).toBe(true)
  })

  test('also while a link that was asked for waits for that (security 6.940)', async () => {
    const id = await anaByCarla({ email: ELSEWHERE })
    await anybody.requestRestore(ANAS_RUT)
    const ending = sql`update users set password_hash = null, temporary_password_until = null,
      temporary_password_by = null where id = ${id}`
    await callDuring(portal.db, ending, () => portal.sentEmails())
    expect(await users.emailsTo(ELSEWHERE)).toEqual(['Tienes una cuenta en la Carpeta Virtual'])
  })
})
