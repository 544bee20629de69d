import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { draftBy, publishedBy } from '../../test/announcements.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { openMailServer } from '../../test/smtp-server.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'
import { mailerFor } from '../email/mailer.ts'
import { workOnce } from '../jobs/run-worker.ts'
import { rateLimitsFor } from '../throttle/rate-limits.ts'
import { jobsFor } from '../worker.ts'
import { enqueueBatch, sendAnnouncementEmail } from './announcement-emails.ts'

let portal: Portal
let ivan: Visitor
beforeAll(async () => {
  portal = await openPortal()
  ivan = await portal.as('ivan')
  await portal.pool.query('create table kept_users as select * from users')
  return () => portal.close()
})

/** The emails before the test. */
let earlier = 0
beforeEach(async () => {
  earlier = (await portal.sentEmails()).length
  await portal.pool.query(
    `update users set is_active = kept.is_active, deleted_at = kept.deleted_at, email = kept.email,
        password_hash = kept.password_hash, wants_announcement_emails = true
      from kept_users kept where kept.id = users.id`,
  )
})

const announced = async () => (await portal.sentEmails()).slice(earlier)
const recipients = async () => (await announced()).map(({ to }) => to).toSorted()
const states = async (id: number) =>
  (await ivan.get(`/api/announcements/${id}/`)).body.emails as Record<string, number>

const everyone = { audience: 'all', sends_email: true } as const

describe('the email of an announcement', () => {
  test('is shown to Iván as it would reach him, before anybody gets it (§12.1381)', async () => {
    const { id } = await draftBy(ivan, { sends_email: true })
    const { body } = await ivan.get(`/api/announcements/${id}/email/`)
    expect(body.subject).toBe('Aviso: Corte de agua')
    expect(body.text).toContain('Hola, Iván:\n\nEl martes no hay agua.')
    expect(body.text).toContain(`/dashboard?avisos=${id}`)
    expect(await announced()).toEqual([])
    expect((await ivan.get('/api/announcements/999999/email/')).status).toBe(404)
    const rosa = await portal.as('rosa')
    expect((await rosa.get(`/api/announcements/${id}/email/`)).status).toBe(403)
    expect((await portal.visitor().get(`/api/announcements/${id}/email/`)).status).toBe(401)
  })

  test('has its title, its text and a link, and not a single file (§12.197)', async () => {
    const { id } = await draftBy(ivan, { sends_email: true })
    const added = await ivan.post(`/api/announcements/${id}/files/`, upload(pdf('plano.pdf')))
    const { version } = added.body
    await ivan.post(`/api/announcements/${id}/publish/`, json({ version }))
    const [email] = (await announced()).filter(({ to }) => to === personas.rosa.email)
    expect(email?.subject).toBe('Aviso: Corte de agua')
    expect(email?.text).toContain('Hola, Rosa:\n\nEl martes no hay agua.\n\nMás en https://essbio')
    expect(email?.text).toContain('Trae un archivo, que puedes descargar en el portal.')
    expect(email?.text).toContain(`/dashboard?avisos=${id}`)
    expect(email?.text).toContain('puedes decirlo en tu perfil')
    expect(email).not.toHaveProperty('attachments')
  })

  test('shows markup as text (security 9.27)', async () => {
    await publishedBy(ivan, { sends_email: true, body: '<img src=x onerror=alert(1)>' })
    const [email] = await announced()
    expect(email?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  test('goes once to each member with a sale of the audience', async () => {
    await publishedBy(ivan, { sends_email: true })
    expect(await recipients()).toEqual([personas.hernan.email, personas.rosa.email])
  })

  test('is only sent when staff chose it', async () => {
    await publishedBy(ivan)
    expect(await recipients()).toEqual([])
  })

  test.each([
    ['is not active', 'is_active = false'],
    ['was deleted', 'deleted_at = now()'],
    ['has no address', "email = ''"],
    ['is not activated', 'password_hash = null'],
    ['does not want it', 'wants_announcement_emails = false'],
  ])(
    'does not go to an account that %s, before it is published or after (§12.197)',
    async (_, change) => {
      const alter = () =>
        portal.pool.query(`update users set ${change} where rut = $1`, [personas.rosa.rut])
      const late = await publishedBy(ivan, { sends_email: true })
      await alter()
      await publishedBy(ivan, { sends_email: true, title: 'Otro' })
      expect(await recipients()).toEqual([personas.hernan.email, personas.hernan.email])
      expect(await states(late)).toEqual({ queued: 0, sent: 1, failed: 0, cancelled: 1 })
    },
  )

  test('is switched off by Rosa in her preferences, and nothing else is (§12.198)', async () => {
    const rosa = await portal.as('rosa')
    const off = json({ announcement_emails: false })
    expect((await rosa.call('PATCH', '/api/client/preferences/', off)).body).toEqual({
      request_letters: true,
      announcement_emails: false,
      deed_emails: true,
      payment_emails: true,
      due_emails: true,
      due_days: 5,
    })
    await publishedBy(ivan, { sends_email: true })
    expect(await recipients()).toEqual([personas.hernan.email])
  })

  test('is not sent any more after a withdrawal (§12.199)', async () => {
    const id = await publishedBy(ivan, { sends_email: true })
    await ivan.post(`/api/announcements/${id}/withdraw/`, json({ version: 1 }))
    expect(await recipients()).toEqual([])
    expect(await states(id)).toMatchObject({ sent: 0, cancelled: 2 })
  })

  test('is not sent to Rosa, whose purchase is another person’s by now (§12.199, security 5.575)', async () => {
    const id = await publishedBy(ivan, { sends_email: true })
    const hand = (from: string, to: string) =>
      portal.pool.query('update sales set holder_rut = $2 where holder_rut = $1', [from, to])
    await hand(personas.rosa.rut, '9999999-3')
    onTestFinished(async () => void (await hand('9999999-3', personas.rosa.rut)))
    expect(await recipients()).toEqual([personas.hernan.email])
    expect(await states(id)).toMatchObject({ sent: 1, cancelled: 1 })
  })

  test.each([
    ['is still sent on its last day', 0, { sent: 2, cancelled: 0 }],
    ['is not sent any more after it', -1, { sent: 0, cancelled: 2 }],
  ])('%s (§12.199)', async (_, days, outcome) => {
    const id = await publishedBy(ivan, { sends_email: true })
    await portal.pool.query(
      `update announcements
        set visible_until = (now() at time zone 'America/Santiago')::date + $1::integer where id = $2`,
      [days, id],
    )
    expect(await recipients()).toHaveLength(outcome.sent)
    expect(await states(id)).toMatchObject(outcome)
  })

  test('is not enqueued when the publication is rolled back (security 12.60)', async () => {
    const { id } = await draftBy(ivan, everyone)
    await portal.pool.query(
      `alter table audit_entries add constraint no_publication
        check (action <> 'announcement.published') not valid`,
    )
    expect(
      (await ivan.post(`/api/announcements/${id}/publish/`, json({ version: 0 }))).status,
    ).toBe(500)
    await portal.pool.query('alter table audit_entries drop constraint no_publication')
    expect(await recipients()).toEqual([])
    expect(await states(id)).toMatchObject({ queued: 0 })
  })
})

test('120 members get one email each, in batches, although jobs run again after a kill (security 12.60)', async () => {
  await portal.pool.query(
    `with added as (
        insert into users (rut, first_name, email, password_hash)
        select n || '-0', 'Socio ' || n, 'socio' || n || '@correo.example', 'x'
        from generate_series(3000001, 3000120) n returning rut
      )
      insert into sales (code, holder_rut, project, condominium, approved_on, content_hash, as_of)
      select 'V-' || rut, rut, 'Villa Nueva', '', '2026-01-01', '', now() from added`,
  )
  const audience = { audience: 'project', project: 'Villa Nueva', sends_email: true } as const
  const id = await publishedBy(ivan, audience)
  const jobs = async () => {
    const { rows } = await portal.pool.query(
      `select tasks.identifier as task, jobs.payload from graphile_worker._private_jobs jobs
        join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id`,
    )
    return rows
  }
  // The publication adds one small job.
  expect(await jobs()).toEqual([
    { task: 'enqueue_announcement_emails', payload: { announcementId: id } },
  ])
  // A killed process committed a batch, and its job runs again.
  await enqueueBatch(portal, { announcementId: id })
  await enqueueBatch(portal, { announcementId: id })
  const waiting = (await jobs()).filter(({ task }) => task === 'send_announcement_email')
  expect(waiting).toHaveLength(100)
  expect(new Set(waiting.map(({ payload }) => payload.userId)).size).toBe(100)
  expect(JSON.stringify(waiting)).not.toContain('@')

  const sent = await recipients()
  expect(sent).toHaveLength(120)
  expect(new Set(sent).size).toBe(120)
  expect(await states(id)).toEqual({ queued: 0, sent: 120, failed: 0, cancelled: 0 })

  // The job of an email that was sent runs again.
  const services = { ...portal, mailer: () => Promise.reject(new Error('sent twice')) }
  const { userId } = waiting[0].payload
  await sendAnnouncementEmail(services, { announcementId: id, userId }, { isLastAttempt: false })
})

test('the outcome of each email is recorded, and a refused address on its account (§12.195, §12.2525)', async () => {
  const server = await openMailServer({
    refuses: (address) =>
      address === personas.rosa.email ? { code: 550, message: 'No such mailbox' } : undefined,
  })
  onTestFinished(server.close)
  const id = await publishedBy(ivan, { sends_email: true })
  const config = { ...portal.config, smtpUrl: server.url }
  const { db, pool, app } = portal
  const limits = rateLimitsFor(pool)
  const { tasks } = jobsFor({ db, config, limits, mailer: mailerFor(config) })
  await workOnce(pool, tasks, app.log)
  expect(await states(id)).toEqual({ queued: 0, sent: 1, failed: 1, cancelled: 0 })
  const failed = await ivan.get(`/api/announcements/${id}/readers/?email=failed`)
  expect(failed.body).toMatchObject({ undelivered: 1 })
  expect(failed.body.results).toMatchObject([
    {
      name: 'Rosa Muñoz Sepúlveda',
      email: 'failed',
      email_failure: expect.stringContaining('No such mailbox'),
    },
  ])
  const { rows } = await portal.pool.query(
    'select invitation_delivery as delivery from users where rut = $1',
    [personas.rosa.rut],
  )
  expect(rows).toEqual([{ delivery: 'failed' }])
  expect(server.received.map(({ messageId }) => messageId)).toEqual([
    expect.stringMatching(new RegExp(`^<announcement-${id}-\\d+-\\w{16}@localhost>$`)),
  ])
})

test('another announcement has other message ids after a restore, whose numbers come again: no mailbox drops it as the former (security 12.800)', async () => {
  const server = await openMailServer()
  onTestFinished(server.close)
  const config = { ...portal.config, smtpUrl: server.url }
  const { db, pool, app } = portal
  const { tasks } = jobsFor({ db, config, limits: rateLimitsFor(pool), mailer: mailerFor(config) })
  for (const title of ['Corte del lunes', 'Corte del martes']) {
    await pool.query('alter sequence announcements_id_seq restart with 9000')
    expect(await publishedBy(ivan, { title, sends_email: true })).toBe(9000)
    await workOnce(pool, tasks, app.log)
    await pool.query('delete from announcements where id = 9000')
  }
  const sent = server.received.map(({ messageId }) => messageId)
  expect([sent.length, new Set(sent).size]).toEqual([4, 4])
})
