import { memberRequestSchema } from '@carpeta/contract/requests/request-schemas'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Portal } from '../../../test/open-portal.ts'
import { openRequestsPortal } from '../../../test/requests-portal.ts'
import { COPY, insertStoredDocument, storeRequest } from '../../../test/stored-requests.ts'
import type { Visitor } from '../../../test/visitor.ts'

const requests = openRequestsPortal()
const { action, eventsOf, idOfPerson, rowOf } = requests

let portal: Portal
let rosa: Visitor
let mario: Visitor
beforeAll(() => {
  ;({ portal, rosa, mario } = requests)
})

describe('Rosa', () => {
  test('cancels a request that staff are not reviewing (§12.14)', async () => {
    const { id } = await storeRequest(portal, { dueAt: 'now()' })
    const { status, body } = await action(rosa, id, 'cancel')
    expect(status).toBe(200)
    expect(memberRequestSchema.strict().parse(body)).toEqual(body)
    expect(body.state).toBe('cancelled')
    expect(body.closed_at).not.toBeNull()
    expect(await rowOf(id)).toMatchObject({ due_at: null, version: 1 })
    expect(await eventsOf(id)).toEqual([{ kind: 'cancelled', actor: 'Rosa', text: '' }])
  })

  test('replies with a comment if no document is rejected', async () => {
    const { id } = await storeRequest(portal, { title: COPY, state: 'missing' })
    const empty = await action(rosa, id, 'reply', { comment: ' ' })
    expect([empty.status, empty.body]).toEqual([400, requestMessages.replyRequired])
    const { body } = await action(rosa, id, 'reply', { comment: 'La del 5 de marzo' })
    expect(body.state).toBe('in_review')
    expect((await rowOf(id)).due_at).not.toBeNull()
  })

  test('replies without a comment only once every rejected document is replaced', async () => {
    const { id, documentIds } = await storeRequest(portal, { state: 'in_review' })
    for (const [version, document] of documentIds.slice(0, 2).entries()) {
      const rejected = { version, accepted: false, reason: 'Se lee mal' }
      await action(mario, id, `documents/${document}/review`, rejected)
    }
    await action(mario, id, 'ask', { version: 2, text: 'Dos se leen mal' })
    await replace(id, 0)
    const half = await action(rosa, id, 'reply')
    expect([half.status, half.body]).toEqual([400, requestMessages.replyRequired])
    await replace(id, 1)
    const { status, body } = await action(rosa, id, 'reply')
    expect([status, body.state]).toEqual([200, 'in_review'])
    expect(body.documents.map(({ review }: { review: string }) => review)).toEqual(
      Array(3).fill('pending'),
    )
  })

  test('needs a comment again when she is asked again', async () => {
    const { id, documentIds } = await storeRequest(portal, { state: 'in_review' })
    const rejected = { version: 0, accepted: false, reason: 'Se lee mal' }
    await action(mario, id, `documents/${documentIds[0]}/review`, rejected)
    await action(mario, id, 'ask', { version: 1, text: 'Se lee mal' })
    await replace(id, 0)
    expect((await action(rosa, id, 'reply')).status).toBe(200)
    const { version } = await rowOf(id)
    await action(mario, id, 'ask', { version, text: '¿Y el teléfono?' })
    expect((await action(rosa, id, 'reply')).status).toBe(400)
    expect((await action(rosa, id, 'reply', { comment: '56 9 5555' })).status).toBe(200)
  })

  /** Changes the rows as a new upload does. */
  async function replace(requestId: number, position: number) {
    const userId = await idOfPerson('Rosa')
    await portal.pool.query(
      'update request_documents set replaced_at = now() where request_id = $1 and position = $2',
      [requestId, position],
    )
    await insertStoredDocument(portal, { requestId, userId, position })
    await portal.pool.query(
      "insert into request_events (request_id, kind, actor_id) values ($1, 'document_replaced', $2)",
      [requestId, userId],
    )
  }
})
