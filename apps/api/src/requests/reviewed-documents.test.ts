import { memberRequestSchema, staffRequestSchema } from '@carpeta/contract/requests'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Portal } from '../../test/open-portal.ts'
import { openRequestsPortal } from '../../test/requests-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { COPY, storeRequest, TRANSFER } from '../../test/stored-requests.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { type Answer, json, upload, type Visitor } from '../../test/visitor.ts'
import { deleteOldDrafts } from './drafts-store.ts'

const requests = openRequestsPortal()

let portal: Portal
let rosa: Visitor
let mario: Visitor
let ivan: Visitor
beforeAll(() => {
  ;({ portal, rosa, mario, ivan } = requests)
})

// Rosa sent three documents, which Mario reviews.

let id: number
let first: number[]
beforeEach(async () => {
  ;({ id, documentIds: first } = await storeRequest(portal, {
    title: TRANSFER,
    state: 'in_review',
  }))
})

async function action(person: Visitor, name: string, body: object = {}): Promise<Answer> {
  if (person !== mario) return person.post(`/api/requests/${id}/${name}/`, json(body))
  const { version } = (await mario.get(`/api/requests/${id}/`)).body
  return person.post(`/api/requests/${id}/${name}/`, json({ version, ...body }))
}

async function done(answer: Promise<Answer>) {
  const { status, body } = await answer
  expect([status, body]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()])
  return body
}

/** Mario rejects the documents at these positions and asks for others. */
async function reject(...positions: number[]) {
  const { body } = await rosa.get(`/api/requests/${id}/`)
  for (const position of positions) {
    const rejection = { accepted: false, reason: `Se lee mal (${position})` }
    await done(action(mario, `documents/${body.documents[position].id}/review`, rejection))
  }
  await done(action(mario, 'ask', { text: 'Envíalos otra vez' }))
}

function uploadFile(name: string, position?: number): Promise<Answer> {
  const fields = { request_id: id, ...(position === undefined ? {} : { position }) }
  return rosa.post('/api/upload-document/', upload(pdf(name), fields))
}

async function names(): Promise<string[]> {
  const { body } = await rosa.get(`/api/requests/${id}/`)
  return body.documents.map(({ name }: { name: string }) => name)
}

describe('Rosa uploads another document', () => {
  test('for each rejected one, without naming the position', async () => {
    await reject(0, 2)
    await done(uploadFile('a.pdf'))
    await done(uploadFile('c.pdf'))
    expect(await names()).toEqual(['documento.pdf', 'documento.pdf', 'documento.pdf'])
    expect((await done(action(rosa, 'reply'))).state).toBe('in_review')
    expect(await names()).toEqual(['a.pdf', 'documento.pdf', 'c.pdf'])
  })

  test('in place of one that she has just uploaded, until she replies', async () => {
    await reject(0)
    const { id: blurred } = await done(uploadFile('borrosa.pdf'))
    await done(rosa.call('DELETE', `/api/documents/${blurred}/`))
    await done(uploadFile('buena.pdf'))
    await done(action(rosa, 'reply'))
    expect(await names()).toEqual(['buena.pdf', 'documento.pdf', 'documento.pdf'])
    expect((await uploadFile('tarde.pdf', 0)).status).toBe(409)
  })

  test('later only for newly rejected ones, not for those she replaced before', async () => {
    await reject(0)
    await done(uploadFile('a.pdf'))
    await done(action(rosa, 'reply'))
    await reject(1)
    const wrong = await uploadFile('a2.pdf', 0)
    expect([wrong.status, wrong.body]).toEqual([409, requestMessages.alreadySent.text])
    await done(uploadFile('b.pdf'))
    await done(action(rosa, 'reply'))
    expect(await names()).toEqual(['a.pdf', 'b.pdf', 'documento.pdf'])
  })

  test('and the rejected one stays for the record, with its reason (§12.23)', async () => {
    await reject(0)
    const { id: second } = await done(uploadFile('a.pdf'))
    await done(action(rosa, 'reply'))
    const { body } = await mario.get(`/api/requests/${id}/`)
    expect(staffRequestSchema.strict().parse(body)).toEqual(body)
    expect(body.documents[0]).toMatchObject({ id: second, review: 'pending', reason: '' })
    expect(body.replaced_documents).toMatchObject([
      { id: first[0], position: 0, review: 'rejected', reason: 'Se lee mal (0)' },
    ])
    const { body: hers } = await rosa.get(`/api/requests/${id}/`)
    expect(memberRequestSchema.strict().parse(hers)).toEqual(hers)
  })
})

test('Mario rejects, accepts and rejects again: the history keeps both reasons', async () => {
  const review = (accepted: boolean, reason: string) =>
    done(action(mario, `documents/${first[0]}/review`, { accepted, reason }))
  await review(false, 'Falta la firma')
  await review(true, '')
  await review(false, 'No es la suya')
  for (const person of [mario, rosa]) {
    const { body } = await person.get(`/api/requests/${id}/`)
    const written = body.events.map(({ kind, text }: Record<string, string>) => [kind, text])
    expect(written).toEqual([
      ['document_rejected', 'Carta de solicitud firmada: Falta la firma'],
      ['document_accepted', 'Carta de solicitud firmada'],
      ['document_rejected', 'Carta de solicitud firmada: No es la suya'],
    ])
  }
})

describe('Rosa, who has no other document,', () => {
  test('replies so, and Mario sees her reply and the rejected document', async () => {
    await reject(0, 1)
    await done(uploadFile('a.pdf', 0))
    const half = await action(rosa, 'reply', { comment: ' ' })
    expect([half.status, half.body]).toEqual([400, requestMessages.replyRequired.text])
    const { state } = await done(action(rosa, 'reply', { comment: 'No tengo el original' }))
    expect(state).toBe('in_review')
    const { body } = await mario.get(`/api/requests/${id}/`)
    expect(body.documents.map(({ review }: { review: string }) => review)).toEqual([
      'pending',
      'rejected',
      'pending',
    ])
    expect(body.due_at).not.toBeNull()
    // When asked again, she can still upload it.
    await done(action(mario, 'ask', { text: 'Sin él no se puede' }))
    await done(uploadFile('b.pdf'))
    await done(action(rosa, 'reply'))
    expect(await names()).toEqual(['a.pdf', 'b.pdf', 'documento.pdf'])
  })

  test('cancels her request', async () => {
    await reject(0)
    const body = await done(action(rosa, 'cancel'))
    expect(body.state).toBe('cancelled')
    expect(body.closed_at).not.toBeNull()
    expect((await uploadFile('a.pdf')).status).toBe(409)
  })
})

describe('concurrent calls (security 5.23)', () => {
  const rounds = Array.from({ length: 5 }, (_, round) => round)

  test.each(rounds)('upload and reply: an accepted document counts (%i)', async () => {
    await reject(0)
    const [uploaded, replied] = await Promise.all([
      uploadFile('a.pdf'),
      action(rosa, 'reply', { comment: 'Va' }),
    ])
    expect(replied.status).toBe(200)
    expect([201, 409]).toContain(uploaded.status)
    expect(await names()).toContain(uploaded.status === 201 ? 'a.pdf' : 'documento.pdf')
    const { rows } = await portal.pool.query(
      `select count(*)::int as slots from request_documents
       where request_id = $1 and replaced_at is null`,
      [id],
    )
    expect(rows).toEqual([{ slots: 3 }])
  })

  test.each([
    ['reply', () => action(rosa, 'reply', { comment: 'Va' })],
    ['cancellation', () => action(rosa, 'cancel')],
  ])('%s and answer: exactly one succeeds', async (_what, hers) => {
    await reject(0)
    const { version } = (await mario.get(`/api/requests/${id}/`)).body
    const both = await Promise.all([
      hers(),
      mario.post(`/api/requests/${id}/resolve/`, json({ version, text: 'Listo' })),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('a draft that is being saved while old ones are deleted stays', async () => {
    const draft = (await storeRequest(portal, { state: 'draft' })).id
    const saveAt = (when: string) =>
      `update request_drafts set saved_at = ${when} where request_id = ${draft}`
    await portal.pool.query(saveAt("now() - interval '31 days'"))
    const saving = await portal.pool.connect()
    try {
      await saving.query('begin')
      await saving.query('select from requests where id = $1 for update', [draft])
      await saving.query(saveAt('now()'))
      let isOver = false
      const deleted = deleteOldDrafts(portal.db, 30).finally(() => (isOver = true))
      await vi.waitFor(async () => {
        const blocked = await portal.pool.query(
          `select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(isOver || (blocked.rowCount ?? 0) > 0).toBe(true)
      })
      await saving.query('commit')
      await deleted
    } finally {
      saving.release()
    }
    expect((await rosa.get(`/api/requests/${draft}/draft/`)).status).toBe(200)
  })

  test.each(rounds)('upload to an old draft and its deletion (%i)', async () => {
    const draft = (await storeRequest(portal, { state: 'draft' })).id
    await portal.pool.query(
      "update request_drafts set saved_at = now() - interval '31 days' where request_id = $1",
      [draft],
    )
    const [uploaded] = await Promise.all([
      rosa.post('/api/upload-document/', upload(pdf('a.pdf'), { request_id: draft, position: 0 })),
      deleteOldDrafts(portal.db, 30),
    ])
    const { status, body } = await rosa.get(`/api/requests/${draft}/draft/`)
    if (uploaded.status === 201) expect(body.slots[0].files[1]).toMatchObject({ name: 'a.pdf' })
    else expect([uploaded.status, status]).toEqual([404, 404])
  })
})

describe('staff', () => {
  const { action, eventsOf } = requests

  test('accept a document, or reject it with a reason; the request stays in review (§12.22)', async () => {
    const { id, documentIds } = await storeRequest(portal, { state: 'in_review' })
    const review = (at: number, body: object) =>
      action(mario, id, `documents/${documentIds[at]}/review`, body)
    expect((await review(0, { version: 0, accepted: true })).status).toBe(200)
    const unsaid = await review(1, { version: 1, accepted: false })
    expect([unsaid.status, unsaid.body]).toEqual([400, requestMessages.reasonRequired.text])
    const { body } = await review(1, { version: 1, accepted: false, reason: 'Se lee mal' })
    expect(body).toMatchObject({
      state: 'in_review',
      version: 2,
      documents: [
        { review: 'accepted', reason: '' },
        { review: 'rejected', reason: 'Se lee mal' },
        { review: 'pending', reason: '' },
      ],
    })
    expect(await eventsOf(id)).toEqual([
      { kind: 'document_accepted', actor: 'Mario', text: 'Carta de solicitud firmada' },
      {
        kind: 'document_rejected',
        actor: 'Mario',
        text: 'Cédula de identidad de quien recibe, por ambos lados: Se lee mal',
      },
    ])
    // Another review removes the reason.
    const again = await review(1, { version: 2, accepted: true, reason: 'sobra' })
    expect(again.body.documents[1]).toMatchObject({ review: 'accepted', reason: '' })
  })

  test('cannot review a document of another request, nor outside a review', async () => {
    const { id } = await storeRequest(portal, { state: 'in_review' })
    const other = await storeRequest(portal, { by: 'hernan', state: 'in_review' })
    const path = (document: number | undefined) => `documents/${document}/review`
    const yes = { version: 0, accepted: true }
    expect((await action(mario, id, path(other.documentIds[0]), yes)).status).toBe(404)
    expect((await action(mario, id, path(999_999), yes)).status).toBe(404)
    const closed = await storeRequest(portal, { state: 'resolved', closedAt: 'now()' })
    const late = await action(mario, closed.id, path(closed.documentIds[0]), yes)
    expect([late.status, late.body]).toEqual([409, requestMessages.impossible.text])
    expect(await eventsOf(id)).toEqual([])
  })

  test('review with a request the documents of what was merged into it, which is closed with them, not without (§12.2160)', async () => {
    const first = await storeRequest(portal, { state: 'in_review' })
    const second = await storeRequest(portal, { state: 'in_review' })
    const { id } = await storeRequest(portal, { title: COPY, state: 'in_review' })
    await action(mario, first.id, 'merge', { version: 0, into: second.id })
    await action(mario, second.id, 'merge', { version: 1, into: id })
    const [accepted, rejected, left] = first.documentIds
    const review = (document: number | undefined, body: object) =>
      action(mario, id, `documents/${document}/review`, body)
    const begun = await review(accepted, { version: 1, accepted: true })
    expect([begun.status, begun.body.id]).toEqual([200, id])
    await review(rejected, { version: 2, accepted: false, reason: 'Se lee mal' })
    const answer = { version: 3, text: 'Listo' }
    const early = await action(mario, id, 'resolve', answer)
    expect([early.status, early.body]).toEqual([409, requestMessages.documentsPending.text])
    const done = await action(mario, id, 'resolve', {
      ...answer,
      accept_documents: second.documentIds,
      leave_documents: [left],
    })
    expect(done.status).toBe(200)
    for (const person of [mario, rosa]) {
      const { body } = await person.get(`/api/requests/${id}/`)
      expect(
        body.merged.map(({ documents }: { documents: { review: string }[] }) =>
          documents.map(({ review }) => review),
        ),
      ).toEqual([
        ['accepted', 'rejected', 'pending'],
        ['accepted', 'accepted', 'accepted'],
      ])
      expect(body.merged[0].documents[1].reason).toBe('Se lee mal')
    }
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual([
      'assigned',
      'absorbed',
      'document_accepted',
      'document_rejected',
      ...second.documentIds.map(() => 'document_accepted'),
      'note',
      'resolved',
    ])
  })

  test('a review of a document is refused after another change of the request', async () => {
    const { id, documentIds } = await storeRequest(portal, { state: 'in_review' })
    await action(mario, id, 'assign', { version: 0, user_id: await userIdOf(portal.db, 'mario') })
    const path = `documents/${documentIds[0]}/review`
    const late = await action(ivan, id, path, { version: 0, accepted: true })
    expect([late.status, late.body]).toEqual([409, requestMessages.changedMeanwhile.text])
    const { body } = await mario.get(`/api/requests/${id}/`)
    expect(body.documents[0].review).toBe('pending')
  })
})
