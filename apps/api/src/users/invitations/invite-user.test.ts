import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../../seeds/personas.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { AccountCalls, linkTokenOf } from '../../../test/users/account-calls.ts'
import {
  invitationOf,
  invitationProgress,
  invite,
  inviteMany,
  makeUninvited,
} from '../../../test/users/invitation-calls.ts'
import { userIdOf } from '../../../test/users/user-id.ts'
import { json, type Visitor } from '../../../test/visitor.ts'
import { exec, sql } from '../../db/query.ts'
import { inviteMembers } from './invite-members.ts'

let portal: Portal
let carla: Visitor
beforeEach(async () => {
  portal = await openPortal()
  carla = await portal.as('carla')
})
afterEach(() => portal.close())

const linkTokens = async () => (await portal.sentEmails()).map(linkTokenOf)
const checkStatus = async (token: string) =>
  (await carla.get(`/api/client/check/?token=${token}`)).status

describe('the state of an invitation', () => {
  test('is no email, not invited, invited or active', async () => {
    await makeUninvited(portal.db, 'rosa', 'pia')
    await exec(portal.db, sql`update users set email = '' where rut = ${personas.pia.rut}`)
    expect((await invitationOf(carla, 'bruno')).state).toBe('active')
    for (const [state, name] of [
      ['no_email', 'Pía'],
      ['not_invited', 'Rosa'],
      ['invited', 'Tomás'],
    ]) {
      const { body } = await carla.get(`/api/users/?invitation=${state}`)
      expect(body.results.map((row: { first_name: string }) => row.first_name)).toEqual([name])
    }
  })

  test('includes the outcome of the email', async () => {
    expect(await invitationOf(carla, 'tomas')).toMatchObject({ delivery: 'queued' })
    expect(await invitationProgress(carla)).toEqual({ queued: 1, sent: 0, failed: 0 })
    await portal.sentEmails()
    expect(await invitationOf(carla, 'tomas')).toMatchObject({ delivery: 'sent', failure: '' })
    expect(await invitationProgress(carla)).toEqual({ queued: 0, sent: 1, failed: 0 })
  })
})

describe('inviting one user', () => {
  test('works twice: the newer email replaces the older one', async () => {
    await makeUninvited(portal.db, 'rosa')
    const { status, body } = await invite(portal.db, carla, 'rosa')
    expect([status, body]).toMatchObject([
      200,
      { first_name: 'Rosa', invitation: { state: 'invited', delivery: 'queued' } },
    ])
    const first = (await linkTokens()).at(-1) ?? ''
    await invite(portal.db, carla, 'rosa')
    const second = (await linkTokens()).at(-1) ?? ''
    expect([await checkStatus(first), await checkStatus(second)]).toEqual([422, 200])
  })

  test('sends one email, however many concurrent calls invite', async () => {
    await makeUninvited(portal.db, 'rosa')
    const ivan = await portal.as('ivan')
    const [rosa, tomas] = [await userIdOf(portal.db, 'rosa'), await userIdOf(portal.db, 'tomas')]
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, i) => invite(portal.db, i % 2 ? carla : ivan, 'rosa')),
      ...Array.from({ length: 3 }, () => inviteMany(carla, { ids: [rosa, tomas] })),
      ...Array.from({ length: 3 }, () => inviteMany(ivan, { all: {} })),
      inviteMembers(portal.db, 'all-not-invited'),
    ])
    expect(answers).toHaveLength(13)
    const emails = await portal.sentEmails()
    expect(emails.map(({ to }) => to).toSorted()).toEqual([
      personas.rosa.email,
      personas.tomas.email,
    ])
  })

  test('is refused with the reason for an account that is active, deactivated or without an email', async () => {
    expect(await invite(portal.db, carla, 'hernan')).toMatchObject({
      status: 400,
      body: 'La cuenta ya está activada',
    })
    await makeUninvited(portal.db, 'rosa', 'pia')
    await exec(portal.db, sql`update users set email = '' where rut = ${personas.pia.rut}`)
    await exec(portal.db, sql`update users set is_active = false where rut = ${personas.rosa.rut}`)
    expect(await invite(portal.db, carla, 'pia')).toMatchObject({
      status: 400,
      body: 'La cuenta no tiene correo',
    })
    expect(await invite(portal.db, carla, 'rosa')).toMatchObject({
      status: 400,
      body: 'La cuenta está desactivada',
    })
    expect((await carla.post('/api/users/999999/invite/', json({}))).status).toBe(404)
    expect((await carla.post('/api/users/abc/revoke/', json({}))).status).toBe(404)
  })
})

describe('an email in the queue', () => {
  test('is not sent when an earlier one activated the account', async () => {
    const [token = ''] = await linkTokens()
    await invite(portal.db, carla, 'tomas')
    const account = await AccountCalls.open(portal)
    await account.setPassword(token)
    expect(await portal.sentEmails()).toHaveLength(1)
    expect(await invitationOf(carla, 'tomas')).toMatchObject({ state: 'active', delivery: null })
  })

  test('is not sent after a change of email: staff invite again (security 6.20)', async () => {
    const email = 'tomas@otro.example'
    await carla.call('PATCH', `/api/users/${await userIdOf(portal.db, 'tomas')}/`, json({ email }))
    const subjects = (await portal.sentEmails()).map(({ subject }) => subject)
    expect(subjects).toEqual(['Tu correo cambió'])
    expect(await invitationOf(carla, 'tomas')).toMatchObject({ state: 'not_invited' })
    await invite(portal.db, carla, 'tomas')
    expect((await portal.sentEmails()).at(-1)?.to).toBe(email)
  })
})
