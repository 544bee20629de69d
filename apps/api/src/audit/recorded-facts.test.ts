import { describe, expect, test } from 'vitest'
import { entriesSince, lastEntry } from '../../test/audit/audit-entries.ts'
import { NEW_PASSWORD, rutOf } from '../../test/audit/flow.ts'
import { openPortalForTest } from '../../test/open-portal.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json } from '../../test/visitor.ts'
import { operator } from '../http/caller.ts'
import { recordAuditEvent } from './record-audit-event.ts'

describe('a failed login', () => {
  test('is one entry for each checked password, and none while the name is throttled', async () => {
    const portal = await openPortalForTest({})
    const last = await lastEntry(portal)
    for (let tries = 0; tries < 12; tries++)
      await portal.visitor().logIn(rutOf('rosa'), NEW_PASSWORD)
    const entries = await entriesSince(portal, last)
    expect(entries).toHaveLength(10)
    expect(entries).toEqual(
      Array(10).fill({
        action: 'session.login_failed',
        who: null,
        whose: 'Rosa',
        before: {},
        after: {},
        object_id: '',
      }),
    )
  })

  test('with an unknown or ambiguous name records nothing of what was typed (security 13.11)', async () => {
    const portal = await openPortalForTest({})
    await portal.pool.query(
      `update users set email = 'familia@correo.example' where rut in ($1, $2)`,
      [rutOf('rosa'), rutOf('hernan')],
    )
    const last = await lastEntry(portal)
    await portal.visitor().logIn('1-9', NEW_PASSWORD)
    await portal.visitor().logIn('familia@correo.example', NEW_PASSWORD)
    await portal.visitor().logIn('nada', NEW_PASSWORD)
    await portal.visitor().logIn('', '')
    const nobody = { action: 'session.login_failed', who: null, whose: null, before: {}, after: {} }
    expect(await entriesSince(portal, last)).toEqual([
      { ...nobody, object_id: '' },
      { ...nobody, object_id: '' },
    ])
  })

  test('in a browser with a session is not recorded as its user’s', async () => {
    const portal = await openPortalForTest({})
    const mario = await portal.as('mario')
    const last = await lastEntry(portal)
    await mario.logIn(rutOf('rosa'), NEW_PASSWORD)
    expect(await entriesSince(portal, last)).toMatchObject([{ who: null, whose: 'Rosa' }])
  })
})

test('a list is recorded with the ids on its page, and an empty one is not (security 13.7)', async () => {
  const portal = await openPortalForTest({})
  const someone = await portal.as('carla')
  const last = await lastEntry(portal)
  const { body } = await someone.get('/api/users/?pageSize=3&orderBy=last_name')
  const ids = body.results.map(({ id }: { id: number }) => id)
  await someone.get('/api/users/?fullname=nadie+se+llama+as%C3%AD')
  expect(await entriesSince(portal, last)).toMatchObject([
    { action: 'member.listed', who: 'Carla', whose: null, after: { ids } },
  ])
})

test('a list without rows that counts what its filters found is recorded: it tells who asked for what (security 13.575)', async () => {
  const portal = await openPortalForTest({})
  const someone = await portal.as('mario')
  const last = await lastEntry(portal)
  const { body } = await someone.get('/api/requests/?q=promesa&state=cancelled')
  expect(body.results).toEqual([])
  expect(await entriesSince(portal, last)).toMatchObject([
    { action: 'member.listed', who: 'Mario', whose: null, after: { ids: [] } },
  ])
})

test('a read of the audit log is recorded with its filters, without the typed names (security 13.8)', async () => {
  const portal = await openPortalForTest({})
  const someone = await portal.as('ivan')
  const last = await lastEntry(portal)
  await someone.get('/api/audit/?subject=munoz+sepulveda&action=member.read')
  await someone.get('/api/audit/export.csv?actor=carla&from=2026-11-01')
  await someone.get('/api/audit/?subject=nadie')
  expect(await entriesSince(portal, last)).toMatchObject([
    {
      ...{ action: 'audit.read', who: 'Iván', whose: 'Rosa' },
      after: { action: 'member.read', filters: ['subject'] },
    },
    {
      ...{ action: 'audit.exported', who: 'Iván', whose: null },
      after: { from: '2026-11-01', filters: ['actor'] },
    },
    { action: 'audit.read', who: 'Iván', whose: null, after: { filters: ['subject'] } },
  ])
})

test('a read of the audit log by her rut is told to Rosa, whose first account was deleted (security 13.8)', async () => {
  const portal = await openPortalForTest({})
  const ivan = await portal.as('ivan')
  const readers = async () => {
    await ivan.get(`/api/audit/?subject=${rutOf('rosa')}`)
    const { rows } = await portal.pool.query(
      `select subject_id from audit_entries where action = 'audit.read' order by id`,
    )
    return rows.map(({ subject_id }) => subject_id)
  }
  const first = await userIdOf(portal.db, 'rosa')
  await ivan.call('DELETE', `/api/users/${first}/`)
  expect(await readers()).toEqual([first])
  const again = {
    ...{ first_name: 'Rosa', last_name: 'Muñoz', email: 'rosa@otro.example', invite: true },
    profile: { social_security: rutOf('rosa') },
  }
  const { body: second } = await ivan.post('/api/users/', json(again))
  expect(await readers()).toEqual([first, second.id])
  await ivan.call('DELETE', `/api/users/${second.id}/`)
  await ivan.get(`/api/audit/?subject=${rutOf('rosa')}&action=member.read`)
  expect(await readers()).toEqual([first, second.id, second.id])
})

test('a lone surrogate in a name is replaced', async () => {
  const portal = await openPortalForTest({})
  await recordAuditEvent(portal.db, operator, {
    action: 'user.changed',
    before: { first_name: 'Ana' },
    after: { first_name: 'A\ud800', ids: [{ name: '\udc00' }] },
    reason: 'B\ud800',
  })
  const { rows } = await portal.pool.query(
    'select after, reason from audit_entries order by id desc',
  )
  const broken = '\ufffd'
  expect(rows[0]).toEqual({
    after: { first_name: `A${broken}`, ids: [{ name: broken }] },
    reason: `B${broken}`,
  })
})

const mariosRole = { who: 'Mario Fuentes Alarcón', role: 'Atención de socios' }

test('Rosa sees that Mario read and answered her request and Carla changed her account, with where they work, and not her own actions (§12.65, §12.1314)', async () => {
  const portal = await openPortalForTest({})
  const { id } = await storeRequest(portal)
  const her = await portal.as('rosa')
  const { body: me } = await her.get('/api/auth/user/')
  await her.get('/api/sales-data/')
  await her.get(`/api/requests/${id}/`)
  await her.call('PATCH', `/api/users/${me.id}/`, json({ last_name: 'Muñoz Soto' }))
  const mario = await portal.as('mario')
  const { body: read } = await mario.get(`/api/requests/${id}/`)
  const answer = {
    version: read.version,
    text: 'Va adjunta.',
    leave_documents: read.documents.map((each: { id: number }) => each.id),
  }
  expect((await mario.post(`/api/requests/${id}/resolve/`, json(answer))).status).toBe(200)
  const changed = { first_name: 'Rosa María' }
  await (await portal.as('carla')).call('PATCH', `/api/users/${me.id}/`, json(changed))
  const { body } = await her.get('/api/client/accesses/')
  expect(body.results).toMatchObject([
    {
      ...{ who: 'Carla Neira Bustos', role: 'Administración' },
      action: 'Cambió los datos de tu cuenta',
    },
    { ...mariosRole, action: `Respondió tu solicitud Nº ${id}` },
    { ...mariosRole, action: `Vio tu solicitud Nº ${id}` },
  ])
})
