import { memberRequestSchema } from '@carpeta/contract/requests'
import {
  BYTES_PER_MB,
  documentMessages,
  MAX_FILE_MB,
  tooManyDocumentsMessage,
} from '@carpeta/domain/requests/document-rules'
import { MAX_ANSWER_FILES, requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Portal } from '../../test/open-portal.ts'
import { openRequestsPortal } from '../../test/requests-portal.ts'
import { pdf, type SampleFile } from '../../test/sample-files.ts'
import { COPY, storeRequest, TRANSFER } from '../../test/stored-requests.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'

const requests = openRequestsPortal()
const { action, eventsOf, rowOf } = requests

let portal: Portal
let rosa: Visitor
let mario: Visitor
let carla: Visitor
beforeAll(() => {
  ;({ portal, rosa, mario, carla } = requests)
})

describe('a file of an answer', () => {
  let id: number
  beforeEach(async () => {
    id = (await storeRequest(portal, { title: COPY, state: 'in_review' })).id
  })

  function add(person: Visitor, file: SampleFile | null = pdf('respuesta.pdf'), to = id) {
    return person.post(`/api/requests/${to}/answer-files/`, upload(file))
  }

  function remove(person: Visitor, file: number, of = id) {
    return person.call('DELETE', `/api/requests/${of}/answer-files/${file}/`)
  }

  async function resolve() {
    const { body } = await mario.get(`/api/requests/${id}/`)
    return mario.post(`/api/requests/${id}/resolve/`, json({ version: body.version, text: 'Va' }))
  }

  async function countStored() {
    const { rows } = await portal.pool.query('select name, state from documents order by id')
    return rows.length
  }

  test('Mario adds two files, removes one and answers: Rosa gets the other (security 5.24)', async () => {
    const first = await add(mario, pdf('uno.pdf', { text: 'primero' }))
    expect(first.status).toBe(200)
    expect(first.body.answer_files).toMatchObject([
      { name: 'uno.pdf', type: 'application/pdf', position: null, title: '' },
    ])
    const second = await add(mario, pdf('dos.pdf', { text: 'segundo' }))
    expect(second.body.version).toBe(2)
    const [one, two] = second.body.answer_files
    const left = await remove(mario, one.id)
    expect(left.body.answer_files).toMatchObject([{ id: two.id }])
    expect((await mario.get(`/api/documents/${one.id}/`)).status).toBe(404)
    expect((await mario.get(`/api/documents/${two.id}/`)).status).toBe(200)
    expect((await rosa.get(`/api/documents/${two.id}/`)).status).toBe(404)
    expect((await resolve()).status).toBe(200)
    const { body } = await rosa.get(`/api/requests/${id}/`)
    expect(body.answer_files).toMatchObject([{ id: two.id, name: 'dos.pdf' }])
    expect((await rosa.get(`/api/documents/${two.id}/`)).bytes.toString()).toContain('segundo')
    expect((await (await portal.as('hernan')).get(`/api/documents/${two.id}/`)).status).toBe(404)
  })

  test('Mario, who saw the request without the file that Iván added, cannot answer with it', async () => {
    const { body } = await mario.get(`/api/requests/${id}/`)
    await add(await portal.as('ivan'))
    const late = await mario.post(
      `/api/requests/${id}/resolve/`,
      json({ version: body.version, text: 'Va' }),
    )
    expect([late.status, late.body]).toEqual([409, requestMessages.changedMeanwhile.text])
  })

  test('Rosa keeps the files of an answer when the request is reopened (§12.31, security 5.24)', async () => {
    const { body } = await add(mario)
    const [file] = body.answer_files
    const { body: closed } = await resolve()
    const early = await remove(mario, file.id)
    expect([early.status, early.body]).toEqual([409, requestMessages.impossible.text])
    await mario.post(`/api/requests/${id}/reopen/`, json({ version: closed.version, text: '' }))
    const late = await remove(mario, file.id)
    expect([late.status, late.body]).toEqual([409, requestMessages.answerFilePublished.text])
    expect((await rosa.get(`/api/documents/${file.id}/`)).status).toBe(200)
  })

  test('Mario sees which files Rosa already has', async () => {
    const { body: added } = await add(mario)
    expect(added.answer_files).toMatchObject([{ published_at: null }])
    const { body: closed } = await resolve()
    const [{ published_at: at }] = closed.answer_files
    expect(new Date(at).getTime()).toBeGreaterThanOrEqual(
      new Date(closed.closed_at).getTime() - 1000,
    )
    await mario.post(`/api/requests/${id}/reopen/`, json({ version: closed.version, text: '' }))
    const { body } = await add(mario, pdf('otra.pdf'))
    expect(body.answer_files).toMatchObject([{ published_at: at }, { published_at: null }])
    const { body: hers } = await rosa.get(`/api/requests/${id}/`)
    expect(memberRequestSchema.strict().parse(hers)).toEqual(hers)
    expect(hers.answer_files).toHaveLength(1)
  })

  test.each(['resolved', 'rejected', 'cancelled'])(
    'no file is added to a request that is %s, and nothing is stored',
    async (state) => {
      const { id: other } = await storeRequest(portal, { title: COPY, state })
      const before = await countStored()
      const { status, body } = await add(mario, pdf(), other)
      expect([status, body]).toEqual([409, requestMessages.impossible.text])
      expect(await countStored()).toBe(before)
    },
  )

  test('that waits goes on in the answer of the request into which this one is merged (§12.2165)', async () => {
    const { body } = await add(mario, pdf('espera.pdf'))
    const into = await storeRequest(portal, { title: COPY, state: 'in_review' })
    const merge = { version: body.version, into: into.id }
    expect((await action(mario, id, 'merge', merge)).status).toBe(200)
    const [file] = body.answer_files
    const merged = (await mario.get(`/api/requests/${into.id}/`)).body
    expect(merged.answer_files).toMatchObject([{ id: file.id, published_at: null }])
    expect((await rosa.get(`/api/documents/${file.id}/`)).status).toBe(404)
    expect((await remove(mario, file.id, into.id)).body.answer_files).toEqual([])
  })

  test('that waits is removed when Rosa cancels her request, which nobody answers any more (§12.2165)', async () => {
    const sent = await storeRequest(portal, { title: COPY, state: 'sent' })
    const { body } = await add(mario, pdf('de-otra-socia.pdf'), sent.id)
    const [file] = body.answer_files
    expect((await action(rosa, sent.id, 'cancel')).status).toBe(200)
    expect((await mario.get(`/api/documents/${file.id}/`)).status).toBe(404)
    await portal.sentEmails()
    const { rows } = await portal.pool.query('select from documents where id = $1', [file.id])
    expect(rows).toEqual([])
  })

  test('more than 10 MB are refused, and nothing is stored', async () => {
    const before = await countStored()
    const full = await add(mario, pdf('plano.pdf', { size: MAX_FILE_MB * BYTES_PER_MB }))
    expect(full.status).toBe(200)
    const large = await add(mario, pdf('plano.pdf', { size: MAX_FILE_MB * BYTES_PER_MB + 1 }))
    expect([large.status, large.body]).toEqual([413, documentMessages.tooLarge.text])
    expect(await countStored()).toBe(before + 1)
  })

  test('an invalid file and a missing file are refused', async () => {
    const before = await countStored()
    const fake = await add(mario, { name: 'nota.pdf', bytes: Buffer.from('<html>') })
    expect([fake.status, fake.body]).toEqual([400, [documentMessages.pdfBroken.text]])
    const none = await add(mario, null)
    expect([none.status, none.body]).toEqual([400, [documentMessages.required.text]])
    const asJson = await mario.post(`/api/requests/${id}/answer-files/`, json({}))
    expect(asJson.status).toBe(415)
    expect(await countStored()).toBe(before)
    expect((await mario.get(`/api/requests/${id}/`)).body.version).toBe(0)
  })

  test(`no more than ${MAX_ANSWER_FILES}, also at once`, async () => {
    for (let index = 2; index < MAX_ANSWER_FILES; index++) await add(mario, pdf(`${index}.pdf`))
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(mario, pdf())))
    const refused = answers.filter(({ status }) => status === 400)
    expect(refused.map(({ body }) => body)).toEqual(
      Array(3).fill([tooManyDocumentsMessage(MAX_ANSWER_FILES).text]),
    )
    const { body } = await mario.get(`/api/requests/${id}/`)
    expect(body.answer_files).toHaveLength(MAX_ANSWER_FILES)
    expect(body.version).toBe(MAX_ANSWER_FILES)
  })

  describe('is allowed', () => {
    test('only staff who answer', async () => {
      const { body } = await add(mario)
      const [file] = body.answer_files
      const anonymous = portal.visitor()
      await anonymous.fetchToken()
      const others = [
        [anonymous, 401],
        [rosa, 403],
        [carla, 403],
      ] as const
      for (const [person, status] of others) {
        expect((await add(person)).status).toBe(status)
        expect((await remove(person, file.id)).status).toBe(status)
      }
      expect((await mario.get(`/api/requests/${id}/`)).body.answer_files).toHaveLength(1)
    })

    test('only for answer files of the named request, and for no draft', async () => {
      const { body } = await add(mario)
      const [file] = body.answer_files
      const other = await storeRequest(portal, { title: TRANSFER, state: 'in_review' })
      expect((await remove(mario, file.id, other.id)).status).toBe(404)
      expect((await remove(mario, other.documentIds[0] ?? 0, other.id)).status).toBe(404)
      expect((await remove(mario, 999_999)).status).toBe(404)
      const draft = await storeRequest(portal, { title: COPY, state: 'draft' })
      expect((await add(mario, pdf(), draft.id)).status).toBe(404)
      expect((await add(mario, pdf(), 999_999)).status).toBe(404)
    })
  })
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
  test('is closed also with more than a hundred of them, as those that were merged into it have (§12.2363)', async () => {
    const { portal } = requests
    const ids = [...documents]
    const merged: number[] = []
    while (ids.length <= 100) {
      const other = await storeRequest(portal, { title: TRANSFER, state: 'cancelled' })
      ids.push(...other.documentIds)
      merged.push(other.id)
    }
    await portal.pool.query('update requests set merged_into = $1 where id = any($2)', [id, merged])
    const [accepted, ...left] = ids
    expect((await resolve([accepted], left)).status).toBe(200)
    const { text } = (await eventsOf(id)).find(({ kind }) => kind === 'note') ?? { text: '' }
    expect(text).toMatch(new RegExp(`^Se cerró sin revisar: .+ \\(${merged.length + 1}\\)`))
  })

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
    ['none is decided', () => [[], []]],
    ['one is missing', () => [documents.slice(0, 2), []]],
    ['one is decided twice', () => [documents.slice(0, 2), documents.slice(1, 2)]],
    ['one is of another request', () => [documents.slice(0, 2), [999_999]]],
  ] as [string, () => [number[], number[]]][])(
    'stays open when %s (§12.350)',
    async (_name, decisions) => {
      const { status, body } = await resolve(...decisions())
      expect([status, body]).toEqual([409, requestMessages.documentsPending.text])
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
