import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { callerOf as readCaller } from '../../test/caller-of.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { callWithSlowBody } from '../../test/slow-call.ts'
import { waitForBlockedStatement } from '../../test/users/concurrent-call.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'
import type { Services } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { exec, sql } from '../db/query.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { Forbidden, NotSignedIn } from '../http/errors.ts'
import { callerTransaction, requireRecentAuthentication } from './caller-transaction.ts'
import { renewSession } from './reauthentication.ts'
import { endOtherSessions } from './sessions.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const callerOf = (person: Visitor, access: SignedInCaller['access']) =>
  readCaller(portal, person, access)

const change = (tx: Transaction) => exec(tx, sql`update procedures set is_active = false`)

test('an action of a call has no other transaction that it could open by mistake (security 5.35)', () => {
  expectTypeOf<Services['db']>().not.toHaveProperty('transaction')
})

describe('a change runs', () => {
  test('with the user as the database has it now', async () => {
    const caller = await callerOf(await portal.as('carla'), 'auth.add_user')
    await portal.pool.query(`update users set last_name = 'Neira Vega' where id = ${caller.id}`)
    const name = await callerTransaction(portal.db, caller, async (_tx, { user }) => user.last_name)
    expect(name).toBe('Neira Vega')
  })

  test('not after the session ended', async () => {
    const caller = await callerOf(await portal.as('rosa'), 'client')
    await portal.pool.query('delete from sessions where user_id = $1', [caller.id])
    await expect(callerTransaction(portal.db, caller, change)).rejects.toThrow(NotSignedIn)
  })

  test('not without the permission', async () => {
    const caller = await callerOf(await portal.as('rosa'), 'auth.add_user')
    await expect(callerTransaction(portal.db, caller, change)).rejects.toThrow(Forbidden)
  })

  test('not as Carla once she views as a member, nor in a view of somebody else (security 13.6)', async () => {
    const carla = await portal.logIn('carla')
    const viewAs = async (name: 'rosa' | 'hernan') => {
      const view = { user_id: await userIdOf(portal.db, name), reason: 'Pregunta por su saldo' }
      expect((await carla.post('/api/view-as/', json(view))).status).toBe(200)
    }
    const before = await callerOf(carla, 'user')
    await viewAs('rosa')
    const asRosa = await callerOf(carla, 'user')
    await expect(callerTransaction(portal.db, before, change)).rejects.toThrow(NotSignedIn)
    await carla.post('/api/view-as/end/')
    await viewAs('hernan')
    await expect(callerTransaction(portal.db, asRosa, change)).rejects.toThrow(NotSignedIn)
  })

  test('before a deactivation that comes meanwhile, and not after one (security 5.35)', async () => {
    const caller = await callerOf(await portal.as('hernan'), 'client')
    const order: string[] = []
    let deactivation: Promise<unknown> = Promise.resolve()
    await callerTransaction(portal.db, caller, async () => {
      deactivation = portal.pool
        .query('update users set is_active = false where id = $1', [caller.id])
        .then(() => order.push('deactivated'))
      await waitForBlockedStatement(portal.db)
      order.push('changed')
    })
    await deactivation
    expect(order).toEqual(['changed', 'deactivated'])
    await expect(callerTransaction(portal.db, caller, change)).rejects.toThrow(NotSignedIn)
  })

  test('again when two users who change each other wait in a circle', async () => {
    const [carla, mario] = await Promise.all([
      callerOf(await portal.as('carla'), 'user'),
      callerOf(await portal.as('mario'), 'user'),
    ])
    const bothLocked = Promise.withResolvers<void>()
    let runs = 0
    const rename = (caller: SignedInCaller, other: number) =>
      callerTransaction(portal.db, caller, async (tx) => {
        if (++runs === 2) bothLocked.resolve()
        await bothLocked.promise
        await exec(tx, sql`update users set last_name = 'Igual' where id = ${other}`)
      })
    await Promise.all([rename(carla, mario.id), rename(mario, carla.id)])
    // The one that is rolled back may lock first again.
    expect(runs).toBeGreaterThan(2)
    const renamed = await portal.pool.query(`select from users where last_name = 'Igual'`)
    expect(renamed.rowCount).toBe(2)
  })
})

/** Confirms the password, as another tab of the browser does. */
async function confirmPassword(person: Visitor): Promise<void> {
  const { status } = await person.post(
    '/api/auth/reauthenticate/',
    json({ password: SAMPLE_PASSWORD }),
  )
  expect(status).toBe(200)
}

/** The call that uploads a document to a new draft of Rosa's. */
async function uploadTo(rosa: Visitor): Promise<['POST', string, InjectOptions]> {
  const { body } = await rosa.get('/api/procedures/')
  const { id } = body.results.find(
    (each: { document_amount: number }) => each.document_amount === 1,
  )
  const draft = { procedure_id: id, sale_code: 'V-1001', comment: 'La cédula' }
  const { body: created } = await rosa.post('/api/request/create/', json(draft))
  return ['POST', '/api/upload-document/', upload(pdf(), { request_id: created.id })]
}

test('an upload goes on when Rosa confirms her password in another tab (security 5.35)', async () => {
  const rosa = await portal.logIn('rosa')
  const call = await uploadTo(rosa)
  const { status } = await callWithSlowBody(portal, rosa, call, () => confirmPassword(rosa))
  expect(status).toBe(201)
})

test('an id that a confirmed password replaced confirms nothing, and ends no session that has the new one (security 3.19)', async () => {
  const rosa = await portal.logIn('rosa')
  const before = await callerOf(rosa, 'client')
  await confirmPassword(rosa)
  await expect(renewSession(portal.db, before, async () => {})).rejects.toThrow(NotSignedIn)
  await expect(requireRecentAuthentication(portal.db, before)).rejects.toThrow(NotSignedIn)
  await endOtherSessions(portal, before)
  expect((await rosa.get('/api/auth/user/')).status).toBe(200)
})

test('a document of Rosa’s, deactivated while it arrives, leaves no row and no file (security 5.35)', async () => {
  const rosa = await portal.as('rosa')
  const call = await uploadTo(rosa)
  const documents = async () => (await portal.pool.query('select from documents')).rowCount
  const before = await documents()
  const { status } = await callWithSlowBody(portal, rosa, call, () =>
    portal.pool.query(`update users set is_active = false where first_name = 'Rosa'`),
  )
  // The job that removes what no request refers to.
  await portal.sentEmails()
  expect([status, await documents()]).toEqual([401, before])
})
