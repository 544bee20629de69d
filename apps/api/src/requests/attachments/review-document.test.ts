import { requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, expect, test } from 'vitest'
import type { Portal } from '../../../test/open-portal.ts'
import { openRequestsPortal } from '../../../test/requests-portal.ts'
import { storeRequest } from '../../../test/stored-requests.ts'
import type { Visitor } from '../../../test/visitor.ts'

const requests = openRequestsPortal()
const { action, eventsOf } = requests

let portal: Portal
let mario: Visitor
let ivan: Visitor
beforeAll(() => {
  ;({ portal, mario, ivan } = requests)
})

test('accept a document, or reject it with a reason; the request stays in review (§12.22)', async () => {
  const { id, documentIds } = await storeRequest(portal, { state: 'in_review' })
  const review = (at: number, body: object) =>
    action(mario, id, `documents/${documentIds[at]}/review`, body)
  expect((await review(0, { version: 0, accepted: true })).status).toBe(200)
  const unsaid = await review(1, { version: 1, accepted: false })
  expect([unsaid.status, unsaid.body]).toEqual([400, requestMessages.reasonRequired])
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
  const sent = await storeRequest(portal)
  const early = await action(mario, sent.id, path(sent.documentIds[0]), yes)
  expect([early.status, early.body]).toEqual([409, requestMessages.impossible])
  expect(await eventsOf(id)).toEqual([])
})

test('a review of a document is refused after another change of the request', async () => {
  const { id, documentIds } = await storeRequest(portal, { state: 'in_review' })
  await action(mario, id, 'assign', { version: 0, user_id: null })
  const path = `documents/${documentIds[0]}/review`
  const late = await action(ivan, id, path, { version: 0, accepted: true })
  expect([late.status, late.body]).toEqual([409, requestMessages.changedMeanwhile])
  const { body } = await mario.get(`/api/requests/${id}/`)
  expect(body.documents[0].review).toBe('pending')
})
