import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { entriesSince, lastEntry, startNextHour } from '../../test/audit/audit-entries.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { operator } from '../http/caller.ts'
import { recordAuditEvent, recordAuditedRead } from './record-audit-event.ts'

let portal: Portal
let mario: Visitor
let last: number
beforeEach(async () => {
  portal = await openPortal()
  onTestFinished(() => portal.close())
  mario = await portal.as('mario')
  last = await lastEntry(portal)
})

const added = async () => (await entriesSince(portal, last)).map(({ action }) => action)

async function repeat(times: number, call: () => Promise<{ status: number }>): Promise<void> {
  for (let at = 0; at < times; at++) expect((await call()).status).toBe(200)
}

describe('the same read or download again within an hour', () => {
  test('adds nothing: 50 at once leave one entry (security 13.17)', async () => {
    const { id } = await storeRequest(portal)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => mario.get(`/api/requests/${id}/`)),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await added()).toEqual(['member.read'])
  })

  test('adds nothing for a statement, a list and the audit log itself', async () => {
    const rosa = await portal.as('rosa')
    const ivan = await portal.as('ivan')
    last = await lastEntry(portal)
    await repeat(3, () => rosa.get('/api/sales/V-1001/statement.csv'))
    await repeat(3, () => mario.get('/api/requests/'))
    await repeat(3, () => ivan.get('/api/audit/?action=member.read'))
    await repeat(3, () => ivan.get('/api/audit/export.csv'))
    expect(await added()).toEqual([
      'statement.issued',
      'member.listed',
      'audit.read',
      'audit.exported',
    ])
  })

  test('opens no transaction (§12.621)', async () => {
    await mario.get('/api/requests/')
    const { transaction } = portal.db
    portal.db.transaction = () => Promise.reject(new Error('a transaction'))
    onTestFinished(() => {
      portal.db.transaction = transaction
    })
    expect((await mario.get('/api/requests/')).status).toBe(200)
  })

  test('is an entry again in the next hour', async () => {
    const { id } = await storeRequest(portal)
    await repeat(2, () => mario.get(`/api/requests/${id}/`))
    await startNextHour(portal)
    await repeat(2, () => mario.get(`/api/requests/${id}/`))
    expect(await added()).toEqual(['member.read', 'member.read'])
  })

  test('is an entry of its own by another user, of another object, or in a view', async () => {
    const [first, second] = [await storeRequest(portal), await storeRequest(portal)]
    const ivan = await portal.as('ivan')
    last = await lastEntry(portal)
    await repeat(2, () => mario.get(`/api/requests/${first.id}/`))
    await repeat(2, () => mario.get(`/api/requests/${second.id}/`))
    await repeat(2, () => ivan.get(`/api/requests/${first.id}/`))
    const rosa = await userIdOf(portal.db, 'rosa')
    await ivan.post('/api/view-as/', json({ user_id: rosa, reason: 'Pregunta por su trámite' }))
    await repeat(2, () => ivan.get(`/api/requests/${first.id}/`))
    const reads = (await added()).filter((action) => action === 'member.read')
    expect(reads).toHaveLength(4)
  })

  test('is recorded when the first was rolled back', async () => {
    const member = await userIdOf(portal.db, 'rosa')
    const actor = { ...operator, id: await userIdOf(portal.db, 'mario') }
    const object = { type: 'user', id: member }
    const failing = portal.db.transaction(async (tx) => {
      await recordAuditedRead(tx, actor, object, member)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await recordAuditedRead(portal.db, actor, object, member)
    expect(await added()).toEqual(['member.read'])
  })
})

test('changes are never folded, however equal', async () => {
  const subjectId = await userIdOf(portal.db, 'rosa')
  const event = { action: 'user.changed', subjectId, after: { is_active: false } } as const
  await Promise.all(Array.from({ length: 5 }, () => recordAuditEvent(portal.db, operator, event)))
  expect(await added()).toEqual(Array(5).fill('user.changed'))
})
