import { expect, onTestFinished, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { draftBy } from '../../test/announcements.ts'
import { openMachine, openMachineWith } from '../../test/carpeta-process.ts'
import { openPortalForTest } from '../../test/open-portal.ts'
import { NEW_PASSWORD } from '../../test/users/account-calls.ts'
import { EmailChangeCalls } from '../../test/users/email-change-calls.ts'
import { UserCalls } from '../../test/users/user-calls.ts'
import { json } from '../../test/visitor.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { scalar, sql } from '../db/query.ts'
import { operator } from '../http/caller.ts'

test('after a recovery to a point in time one command ends what a restore ends: sessions, links, temporary passwords, unconfirmed emails and known browsers (security 6.740)', async () => {
  const portal = await openPortalForTest({})
  const users = new UserCalls(portal)
  const links = new EmailChangeCalls(portal)
  const ivan = await portal.logIn('ivan')
  const typed = await users.change(ivan, 'rosa', { password: NEW_PASSWORD })
  const email = 'hernan.nuevo@correo.example'
  const hernan = await portal.logIn('hernan')
  const asked = await users.change(hernan, 'hernan', { email, old_password: SAMPLE_PASSWORD })
  expect([typed.status, asked.status]).toEqual([200, 200])
  const token = await links.confirmToken(email)

  const { connectionString } = portal.pool.options
  const env = { DATABASE_URL: String(connectionString), SECRET_KEY: portal.config.secretKeys[0] }
  const { command } = openMachine({ atEnd: onTestFinished })
  const ended = await command(['end-access'], env)
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(ended.stdout).toBe(
    'Terminaron todas las sesiones, los enlaces, las cartas y los navegadores conocidos.\nSin usar: las contraseñas temporales y los correos por confirmar de 2 cuentas ya no sirven.\n',
  )
  for (const person of [ivan, hernan]) {
    expect((await person.get('/api/auth/user/')).status).toBe(401)
  }
  const { status } = await portal.visitor().logIn(personas.rosa.rut, NEW_PASSWORD)
  expect(status).toBe(400)
  expect((await links.confirm(token)).status).toBe(422)
  expect(await scalar(portal.db, sql`select count(*) from known_devices`)).toBe(0)
  const noted = sql`select count(*) from audit_entries where action = 'user.unused_access_ended'`
  expect(await scalar(portal.db, noted)).toBe(2)
})

test('it chains what waited for the chain at that moment, so that the doctor asked next does not take it for forged (§12.1911)', async () => {
  const { command: run, database } = await openMachineWith('empty', onTestFinished)
  await recordAuditEvent(database.db, operator, { action: 'load.applied' })
  const waiting = sql`select count(*) from audit_pending`
  expect(await scalar(database.db, waiting)).toBe(1)
  expect(await run(['end-access'])).toMatchObject({ code: 0, stderr: '' })
  expect(await scalar(database.db, waiting)).toBe(0)
})

test.each([
  ['whose moment came since', `now() - interval '1 hour'`],
  ['whose moment is still to come', `now() + interval '1 day'`],
])(
  'an announcement %s is a draft again: nobody gets what staff may have taken back (security 6.800, security 6.810)',
  async (_, at) => {
    const portal = await openPortalForTest({})
    const ivan = await portal.logIn('ivan')
    const { id, version } = await draftBy(ivan, { title: 'Corte de agua', sends_email: true })
    const moment = json({ version, publish_at: '2999-01-02T09:30' })
    expect((await ivan.post(`/api/announcements/${id}/publish/`, moment)).status).toBe(200)
    await portal.pool.query(
      `update announcements set published_at = ${at} where state = 'scheduled'`,
    )
    const { connectionString } = portal.pool.options
    const env = { DATABASE_URL: String(connectionString), SECRET_KEY: portal.config.secretKeys[0] }
    const { stdout } = await openMachine({ atEnd: onTestFinished }).command(['end-access'], env)
    await portal.pool.query('update graphile_worker._private_jobs set run_at = now()')
    expect((await portal.sentEmails()).map(({ subject }) => subject)).not.toContain(
      'Aviso: Corte de agua',
    )
    const again = await portal.logIn('ivan')
    expect((await again.get(`/api/announcements/${id}/`)).body.state).toBe('draft')
    expect(stdout).toContain(
      'Avisos: 1 programado es otra vez borrador: revise si alguien los publicó, cambió o retiró.',
    )
  },
)
