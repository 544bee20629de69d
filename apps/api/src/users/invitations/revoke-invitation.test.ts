import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../../seeds/personas.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { AccountCalls, linkTokenOf } from '../../../test/users/account-calls.ts'
import {
  invitationOf,
  invitationProgress,
  invite,
  revoke,
} from '../../../test/users/invitation-calls.ts'
import type { Visitor } from '../../../test/visitor.ts'

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

describe('a revoked invitation (security 6.20)', () => {
  test('has a dead link, and the account is not invited', async () => {
    const [token = ''] = await linkTokens()
    expect(await checkStatus(token)).toBe(200)
    expect(await revoke(portal.db, carla, 'tomas')).toMatchObject({
      status: 200,
      body: { invitation: { state: 'not_invited', invited_at: null, delivery: null } },
    })
    expect(await checkStatus(token)).toBe(422)
  })

  test('is not sent when it still waits; a new invitation is', async () => {
    await revoke(portal.db, carla, 'tomas')
    await invite(portal.db, carla, 'tomas')
    expect(await portal.sentEmails()).toHaveLength(1)
    await invite(portal.db, carla, 'tomas')
    await revoke(portal.db, carla, 'tomas')
    expect(await portal.sentEmails()).toHaveLength(1)
    expect(await invitationProgress(carla)).toEqual({ queued: 0, sent: 0, failed: 0 })
  })

  test('stays revoked when somebody asks for a restore, until staff invite again (security 6.27)', async () => {
    const account = await AccountCalls.open(portal)
    await portal.sentEmails()
    await revoke(portal.db, carla, 'tomas')
    expect(await account.requestRestore(personas.tomas.rut)).toEqual({ status: 200, body: {} })
    expect(await portal.sentEmails()).toHaveLength(1)
    expect(await invitationOf(carla, 'tomas')).toMatchObject({ state: 'not_invited' })

    await invite(portal.db, carla, 'tomas')
    await account.requestRestore(personas.tomas.rut)
    const [, ...tokens] = await linkTokens()
    expect(tokens).toHaveLength(2)
    for (const token of tokens) expect(await checkStatus(token)).toBe(200)
    await revoke(portal.db, carla, 'tomas')
    for (const token of tokens) expect(await checkStatus(token)).toBe(422)
  })

  test('of an active account changes nothing', async () => {
    const account = await AccountCalls.open(portal)
    const token = await account.restoreToken()
    expect((await revoke(portal.db, carla, 'rosa')).status).toBe(200)
    expect(await checkStatus(token)).toBe(200)
  })
})
