import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../../seeds/personas.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { AccountCalls, DEAD_LINK } from '../../../test/users/account-calls.ts'
import { EmailChangeCalls } from '../../../test/users/email-change-calls.ts'
import { UserCalls } from '../../../test/users/user-calls.ts'
import { exec, many, sql } from '../../db/query.ts'

const OLD = personas.rosa.email
const NEW = 'rosa.nueva@correo.example'
const ok = { status: 200, body: {} }

let portal: Portal
let users: UserCalls
let links: EmailChangeCalls
beforeEach(async () => {
  portal = await openPortal()
  users = new UserCalls(portal)
  links = new EmailChangeCalls(portal)
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
  test('is pending until its owner confirms it; until then the old one counts (§10.47, security 6.23)', async () => {
    const account = await AccountCalls.open(portal)
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
    const account = await AccountCalls.open(portal)
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
