import { mergedAnswer } from '@carpeta/domain/requests/merge-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../../seeds/personas.ts'
import type { Portal } from '../../../test/open-portal.ts'
import { openRequestsPortal } from '../../../test/requests-portal.ts'
import { COPY, storeRequest, UPDATE } from '../../../test/stored-requests.ts'
import type { Visitor } from '../../../test/visitor.ts'

const requests = openRequestsPortal()
const { action, eventsOf, rowOf } = requests

const EARLY = "timestamptz '2026-11-24 20:00Z'"
const LATE = "timestamptz '2026-11-27 20:00Z'"

let portal: Portal
let rosa: Visitor
let mario: Visitor
beforeAll(() => {
  ;({ portal, rosa, mario } = requests)
})

let older: number
let newer: number
let documents: number[]
beforeEach(async () => {
  await requests.reset()
  const sentAt = "now() - interval '1 day'"
  const stored = await storeRequest(portal, { title: UPDATE, state: 'sent', sentAt, dueAt: EARLY })
  ;({ id: older, documentIds: documents } = stored)
  newer = (await storeRequest(portal, { title: COPY, state: 'in_review', dueAt: LATE })).id
})

const merge = (person: Visitor, id: number, into: number, version = 0) =>
  action(person, id, 'merge', { version, into })

const emailsTo = async (address: string) =>
  (await portal.sentEmails()).filter(({ to }) => to === address).map(({ subject }) => subject)

describe('merged, a request', () => {
  test('is closed with the other’s number, which goes on by the earlier one’s deadline (§12.428)', async () => {
    const { status, body } = await merge(mario, older, newer)
    expect([status, body.state, body.merged_into, body.answer]).toEqual([
      200,
      'cancelled',
      newer,
      mergedAnswer(newer),
    ])
    const into = await rowOf(newer)
    expect([into.state, into.due_at]).toEqual(['in_review', new Date('2026-11-24T20:00Z')])
    // The previous release reads a cancelled request and an internal note.
    expect((await eventsOf(older)).at(-1)).toMatchObject({ kind: 'cancelled', actor: 'Mario' })
    expect((await eventsOf(newer)).at(-1)).toMatchObject({ kind: 'note', actor: 'Mario' })
  })

  test('stays readable from the other one, with its documents, for Rosa and for staff (§12.429)', async () => {
    await portal.pool.query(`update requests set comment = 'Me cambié' where id = $1`, [older])
    await merge(mario, older, newer)
    for (const person of [rosa, mario]) {
      const { body } = await person.get(`/api/requests/${newer}/`)
      expect(body.merged).toEqual([
        expect.objectContaining({ id: older, procedure_title: UPDATE, comment: 'Me cambié' }),
      ])
      expect(body.merged[0].documents.map(({ id }: { id: number }) => id)).toEqual(documents)
      const merged = await person.get(`/api/requests/${older}/`)
      expect(merged.body.merged_into).toBe(newer)
    }
    const { body } = await rosa.get(`/api/requests/${newer}/`)
    expect(body.events.at(-1)).toMatchObject({ kind: 'absorbed', text: `Nº ${older}: ${UPDATE}` })
  })

  test('is told to Rosa once (§12.429)', async () => {
    await merge(mario, older, newer)
    expect((await emailsTo(personas.rosa.email)).slice(-1)).toEqual([
      `Unimos tu solicitud con otra ${older}: ${UPDATE}`,
    ])
    expect((await emailsTo(personas.rosa.email)).filter((it) => it.includes(`${newer}:`))).toEqual(
      [],
    )
  })

  test('takes nothing from her: she still cancels or answers the other one (§12.429)', async () => {
    await merge(mario, newer, older)
    expect((await action(rosa, newer, 'respond', { text: 'Falta' })).status).toBe(409)
    expect((await action(rosa, older, 'cancel')).status).toBe(200)
  })

  test('is in the audit log, and the other one too (security 13.28)', async () => {
    await merge(mario, older, newer)
    const { rows } = await portal.pool.query(
      `select object_id, after ->> 'event' as event from audit_entries
       where action = 'request.changed' and object_id = any($1) and after ->> 'event' is not null
       order by id desc limit 2`,
      [[String(older), String(newer)]],
    )
    expect(rows).toContainEqual({ object_id: String(older), event: 'merged' })
    expect(rows).toContainEqual({ object_id: String(newer), event: 'absorbed' })
  })
})

describe('is refused:', () => {
  test.each<[string, () => Promise<number> | number, string]>([
    ['into itself', () => older, requestMessages.mergeSelf],
    [
      'into another member’s',
      async () => (await storeRequest(portal, { by: 'hernan' })).id,
      requestMessages.mergeOtherMember,
    ],
    [
      'into a closed one',
      async () => (await storeRequest(portal, { state: 'resolved' })).id,
      requestMessages.mergeClosed,
    ],
  ])('%s', async (_name, into, sentence) => {
    const answer = await merge(mario, older, await into())
    expect([answer.status, answer.body]).toEqual([409, sentence])
    expect(await rowOf(older)).toMatchObject({ state: 'sent', merged_into: null })
  })

  test('what somebody changed meanwhile, a draft, and what does not exist', async () => {
    const late = await merge(mario, older, newer, 7)
    expect([late.status, late.body]).toEqual([409, requestMessages.changedMeanwhile])
    const draft = await storeRequest(portal, { title: COPY, state: 'draft' })
    expect((await merge(mario, older, draft.id)).status).toBe(404)
    expect((await merge(mario, 999_999, newer)).status).toBe(404)
    expect((await merge(mario, older, 999_999)).status).toBe(404)
  })

  test('to an anonymous visitor, to Rosa and to Carla (security 13.28)', async () => {
    expect((await merge(portal.visitor(), older, newer)).status).toBeOneOf([401, 403])
    expect((await merge(rosa, older, newer)).status).toBe(403)
    expect((await merge(requests.carla, older, newer)).status).toBe(403)
  })
})

test('two merges the opposite way at once: one of the two stays open (security 13.28)', async () => {
  const answers = await Promise.all([
    merge(mario, older, newer),
    merge(requests.ivan, newer, older),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const states = [(await rowOf(older)).state, (await rowOf(newer)).state]
  expect(states.filter((state) => state === 'cancelled')).toHaveLength(1)
})
