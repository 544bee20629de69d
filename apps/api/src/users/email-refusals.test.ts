import { describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { invitationOf, invitationProgress, inviteMany } from '../../test/users/invitation-calls.ts'
import { noSuchMailbox, openRefusingPortal } from '../../test/users/refusing-portal.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json } from '../../test/visitor.ts'
import { exec, many, sql } from '../db/query.ts'

describe('a mail server that refuses emails', () => {
  async function openWith(refuses: Parameters<typeof openRefusingPortal>[0]) {
    const { portal, ...opened } = await openRefusingPortal(refuses)
    const jobs = () =>
      many(portal.db, sql`select attempts, run_at > now() as waits from graphile_worker.jobs`)
    return { ...opened, portal, jobs, by: await portal.as('carla') }
  }

  test('for good: its message is recorded on Tomás’ account, and the email is not retried', async () => {
    const { by, work, jobs, server } = await openWith(() => noSuchMailbox)
    await work()
    expect(await invitationOf(by, 'tomas')).toMatchObject({
      state: 'invited',
      delivery: 'failed',
      failure: expect.stringContaining('550 5.1.1 no such mailbox here'),
    })
    expect(await invitationProgress(by)).toEqual({ queued: 0, sent: 0, failed: 1 })
    expect(await jobs()).toEqual([])
    expect(server.received).toEqual([])
  })

  test('for good: once Tomás’ email is corrected, the next email arrives', async () => {
    const email = 'tomas@otro.example'
    const { by, work, server, db } = await openWith((to) =>
      to === email ? undefined : noSuchMailbox,
    )
    await work()
    const id = await userIdOf(db, 'tomas')
    await by.call('PATCH', `/api/users/${id}/`, json({ email }))
    await by.post(`/api/users/${id}/invite/`, json({}))
    await work()
    expect(server.received.map(({ subject }) => subject)).toEqual(['Activa tu Carpeta Virtual'])
    expect(await invitationOf(by, 'tomas')).toMatchObject({ delivery: 'sent', failure: '' })
  })

  test('for now: the email waits and is retried', async () => {
    const { by, work, jobs } = await openWith(() => ({ code: 451, message: '4.7.1 try later' }))
    await work()
    expect(await invitationOf(by, 'tomas')).toMatchObject({ delivery: 'queued', failure: '' })
    expect(await jobs()).toMatchObject([{ attempts: 1 }])
  })

  test.each([
    ['a daily quota', { code: 550, message: '5.4.5 Daily user sending limit exceeded' }],
    ['a blocked sender', { code: 550, message: '5.1.8 Access denied, bad outbound sender' }],
    ['a policy', { code: 554, message: '5.7.1 Message rejected' }],
    ['a full mailbox', { code: 552, message: '5.2.2 mailbox full' }],
    ['a quota, without its code', { code: 554, message: 'Sending quota exceeded' }],
    ['a full mailbox, without its code', { code: 552, message: 'Mailbox is full' }],
    ['a missing login', { code: 530, message: 'Authentication required' }],
    ['a policy, as some write its code', { code: 550, message: '#5.7.1 Poor reputation' }],
  ])(
    'by %s: no address is marked, and the emails arrive the next day (security 12.690, security 12.811)',
    async (_, answer) => {
      let isOver = false
      const { portal, by, work, jobs, server } = await openWith(() => (isOver ? undefined : answer))
      await by.post('/api/send-restore-password-ss/', json({ social_security: '12345678-5' }))
      await work()
      expect(await invitationOf(by, 'tomas')).toMatchObject({ delivery: 'queued', failure: '' })
      expect((await by.get('/api/users/?invitation=failed')).body.results).toEqual([])
      isOver = true
      await portal.pool.query('update graphile_worker._private_jobs set run_at = now()')
      await work()
      expect(server.received.map(({ subject }) => subject)).toEqual(
        expect.arrayContaining(['Activa tu Carpeta Virtual', 'Recupera tu contraseña']),
      )
      expect(await jobs()).toEqual([])
    },
  )

  test('for three days: the email failed, and staff can invite again', async () => {
    const { by, work, db } = await openWith(() => ({ code: 451, message: '4.7.1 try later' }))
    await exec(
      db,
      sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), attempts => 19)`,
    )
    await work()
    expect(await invitationOf(by, 'tomas')).toMatchObject({
      delivery: 'failed',
      failure: expect.stringContaining('451 4.7.1 try later'),
    })
    expect(await inviteMany(by, { all: {} })).toMatchObject({ queued: 1 })
  })

  test('a member’s address: recorded on her account until an email arrives, whatever the email', async () => {
    let isDisabled = true
    const disabled = { code: 550, message: '5.2.1 mailbox disabled' }
    const { by, work, jobs } = await openWith((to) =>
      to === personas.rosa.email && isDisabled ? disabled : undefined,
    )
    const ask = async () => {
      await by.post('/api/send-restore-password-ss/', json({ social_security: '12345678-5' }))
      await work()
    }
    await ask()
    expect(await invitationOf(by, 'rosa')).toMatchObject({
      state: 'active',
      delivery: 'failed',
      failure: expect.stringContaining('mailbox disabled'),
    })
    expect(await jobs()).toEqual([])
    const failed = async () =>
      (await by.get('/api/users/?invitation=failed')).body.results.map(
        (row: { first_name: string }) => row.first_name,
      )
    expect(await failed()).toEqual(['Rosa'])
    isDisabled = false
    await ask()
    expect(await invitationOf(by, 'rosa')).toMatchObject({ delivery: 'sent', failure: '' })
    expect(await failed()).toEqual([])
  })

  test('Rosa’s new email: recorded on her account, though her old one hears of the change, and told to her (§12.49, §12.952)', async () => {
    let isRefused = true
    const email = 'rosa.nueva@correo.example'
    const { portal, by, work, server, db } = await openWith((to) =>
      to === email && isRefused ? noSuchMailbox : undefined,
    )
    const url = `/api/users/${await userIdOf(db, 'rosa')}/`
    const ask = async () => {
      await by.call('PATCH', url, json({ email }))
      await work()
    }
    const failure = expect.stringMatching(/^rosa\.nueva@correo\.example: .*no such mailbox/)
    const rosa = await portal.as('rosa')
    const seen = async () => {
      const answers = [await rosa.get('/api/auth/user/'), await by.get(url)]
      const [own, ofStaff] = answers.map(({ body }) => [
        body.pending_email,
        body.pending_email_refused,
      ])
      expect(ofStaff).toEqual(own)
      return own
    }
    await ask()
    expect(server.received.map(({ subject }) => subject)).toContain('Se pidió cambiar tu correo')
    expect(await invitationOf(by, 'rosa')).toMatchObject({ delivery: 'failed', failure })
    expect(await seen()).toEqual([email, true])
    await by.call('DELETE', `${url}email-change/`)
    expect(await invitationOf(by, 'rosa')).toMatchObject({ delivery: 'sent', failure: '' })
    expect(await seen()).toEqual([undefined, undefined])

    await ask()
    expect(await invitationOf(by, 'rosa')).toMatchObject({ delivery: 'failed', failure })
    isRefused = false
    await ask()
    expect(await invitationOf(by, 'rosa')).toMatchObject({ delivery: 'sent', failure: '' })
    expect(await seen()).toEqual([email, undefined])
  })

  test('an invalid address: the email is not retried either', async () => {
    const { by, work, db, jobs } = await openWith(() => undefined)
    await exec(db, sql`update users set email = 'tomas' where rut = ${personas.tomas.rut}`)
    await work()
    expect(await invitationOf(by, 'tomas')).toMatchObject({ delivery: 'failed' })
    expect(await jobs()).toEqual([])
  })
})
