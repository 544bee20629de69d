import { requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRequestsPortal } from '../../../test/requests-portal.ts'
import { storeRequest, TRANSFER } from '../../../test/stored-requests.ts'
import type { Visitor } from '../../../test/visitor.ts'

const requests = openRequestsPortal()
const { action, eventsOf, rowOf } = requests

let mario: Visitor
beforeAll(() => {
  ;({ mario } = requests)
})

let id: number
let documents: number[]
beforeEach(async () => {
  await requests.reset()
  const stored = await storeRequest(requests.portal, { title: TRANSFER, state: 'in_review' })
  ;({ id, documentIds: documents } = stored)
})

const resolve = (accept: (number | undefined)[], leave: (number | undefined)[], version = 0) =>
  action(mario, id, 'resolve', {
    version,
    text: 'El directorio la aceptó.',
    accept_documents: accept,
    leave_documents: leave,
  })

describe('a request with documents to review', () => {
  test('is closed with each document accepted or left, in one step, and its history says so (§12.350)', async () => {
    const [first, second, third] = documents
    const { status, body } = await resolve([first, third], [second])
    expect([status, body.state, body.version]).toEqual([200, 'resolved', 1])
    expect(body.documents.map(({ review }: { review: string }) => review)).toEqual([
      'accepted',
      'pending',
      'accepted',
    ])
    const { required_documents: titles } = await rowOf(id)
    const [one, two, three] = titles as string[]
    expect(await eventsOf(id)).toEqual([
      { kind: 'document_accepted', actor: 'Mario', text: one },
      { kind: 'document_accepted', actor: 'Mario', text: three },
      { kind: 'note', actor: 'Mario', text: `Se cerró sin revisar: ${two}` },
      { kind: 'assigned', actor: 'Mario', text: '' },
      { kind: 'resolved', actor: 'Mario', text: 'El directorio la aceptó.' },
    ])
    // The note is internal.
    const { body: hers } = await requests.rosa.get(`/api/requests/${id}/`)
    expect(JSON.stringify(hers)).not.toContain('sin revisar')
  })

  test.each([
    ['none is settled', () => [[], []]],
    ['one is missing', () => [documents.slice(0, 2), []]],
    ['one is settled twice', () => [documents.slice(0, 2), documents.slice(1, 2)]],
    ['one is of another request', () => [documents.slice(0, 2), [999_999]]],
  ] as [string, () => [number[], number[]]][])(
    'stays open when %s (§12.350)',
    async (_name, settled) => {
      const { status, body } = await resolve(...settled())
      expect([status, body]).toEqual([409, requestMessages.documentsPending])
      expect([(await rowOf(id)).state, await eventsOf(id)]).toEqual(['in_review', []])
    },
  )

  test('needs no more than what still waits (§12.350)', async () => {
    const [first, ...others] = documents
    const rejected = { version: 0, accepted: false, reason: 'Se lee mal' }
    await action(mario, id, `documents/${first}/review`, rejected)
    const { body } = await resolve(others, [], 1)
    expect(body.documents.map(({ review }: { review: string }) => review)).toEqual([
      'rejected',
      'accepted',
      'accepted',
    ])
  })

  test('is rejected without them', async () => {
    const { status } = await action(mario, id, 'reject', { version: 0, text: 'No procede.' })
    expect(status).toBe(200)
  })
})
