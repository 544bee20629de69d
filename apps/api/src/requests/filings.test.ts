import { endpoints } from '@carpeta/contract/staff-requests'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import type { Portal } from '../../test/open-portal.ts'
import { openRequestsPortal, ROSAS_SALE } from '../../test/requests-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'

const requests = openRequestsPortal()
const { action, count, eventsOf, rowOf } = requests

let portal: Portal
let rosa: Visitor
let mario: Visitor
let rosaId: number
beforeAll(async () => {
  ;({ portal, rosa, mario } = requests)
  rosaId = await requests.idOfPerson('Rosa')
})
beforeEach(() => requests.reset())

const form = (changes: object = {}) => ({
  member_id: rosaId,
  procedure_id: requests.procedures[0],
  sale_code: ROSAS_SALE,
  comment: 'La pidió por teléfono.',
  ...changes,
})

const create = (person: Visitor, changes: object = {}) =>
  person.post('/api/filings/', json(form(changes)))
const send = (person: Visitor, id: number, body: object = {}) =>
  person.post('/api/request/send/', json({ request_id: id, ...body }))
const attach = (person: Visitor, id: number, position = 0) =>
  person.post('/api/upload-document/', upload(pdf('cedula.pdf'), { request_id: id, position }))

const address = (documents: number) =>
  `/api/filings/draft/?member_id=${rosaId}&procedure_id=${requests.procedures[documents]}&sale_code=${ROSAS_SALE}`

async function begun(changes: object = {}): Promise<number> {
  const { status, body } = await create(mario, changes)
  expect(status).toBe(201)
  return body.id
}

async function filed(changes: object = {}): Promise<number> {
  const id = await begun(changes)
  expect((await send(mario, id)).status).toBe(200)
  return id
}

const emailsTo = async (address: string) =>
  (await portal.sentEmails()).filter(({ to }) => to === address).map(({ subject }) => subject)

describe('Mario files a request for Rosa', () => {
  test('which is hers, says who filed it, and has its deadline; she gets an email (§12.426)', async () => {
    const id = await filed()
    const { body } = await rosa.get(`/api/requests/${id}/`)
    expect(body).toMatchObject({
      state: 'sent',
      filed_by: 'Mario Fuentes Alarcón',
      comment: 'La pidió por teléfono.',
      answer_by: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    expect(body.events.map(({ kind }: { kind: string }) => kind)).toEqual(['filed'])
    const [subject] = (await emailsTo(personas.rosa.email)).slice(-1)
    expect(subject).toMatch(new RegExp(`^Ingresamos una solicitud por ti ${id}:`))
    expect(await eventsOf(id)).toEqual([{ kind: 'filed', actor: 'Mario', text: '' }])
    // He knows of it.
    expect((await emailsTo(personas.mario.email)).filter((it) => it.includes(`${id}:`))).toEqual([])
  })

  test('with its documents, and not without them (§12.425)', async () => {
    const id = await begun({ procedure_id: requests.procedures[1], comment: '' })
    const early = await send(mario, id)
    expect([early.status, early.body]).toEqual([400, ['Falta 1 documento']])
    expect((await attach(mario, id)).status).toBe(201)
    expect((await attach(mario, id, 1)).status).toBe(400)
    const { body: draft } = await mario.get(address(1))
    expect(draft).toMatchObject({ id, slots: [{ files: [{ name: 'cedula.pdf' }] }] })
    expect((await mario.get(`/api/documents/${draft.slots[0].files[0].id}/`)).status).toBe(200)
    expect((await send(mario, id, { version: 0 })).status).toBe(409)
    expect((await send(mario, id, { version: draft.version })).status).toBe(200)
    expect((await rosa.get(`/api/requests/${id}/`)).body.documents).toHaveLength(1)
    expect((await attach(mario, id)).status).toBe(404)
  })

  test('once, however often the calls are repeated (§12.425)', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(() => create(mario, { version: 0, written_in: 'una' })),
    )
    expect(new Set(ids.map(({ body }) => body.id)).size).toBe(1)
    const id = ids[0]?.body.id
    const sent = await Promise.all([send(mario, id), send(mario, id)])
    expect(sent[0]?.body).toEqual(sent[1]?.body)
    expect([await count('requests'), (await eventsOf(id)).length]).toEqual([1, 1])
  })

  test('and continues what he began, also in another tab; a colleague begins their own (§12.1040)', async () => {
    expect((await mario.get(address(0))).body).toMatchObject({
      ...{ id: null, slots: [{ position: 0, is_optional: true }] },
    })
    const begin = (person: Visitor, comment: string, tab: string) =>
      create(person, { comment, version: 0, written_in: tab })
    const { body } = await begin(mario, 'La pidió', 'una')
    expect((await begin(mario, 'Otra', 'otra')).status).toBe(409)
    expect((await mario.get(address(0))).body).toMatchObject({ id: body.id, comment: 'La pidió' })
    expect((await requests.ivan.get(address(0))).body.id).toBeNull()
    const text = json({ version: 1, written_in: 'una', comment: 'La pidió hoy' })
    expect((await mario.call('PUT', `/api/requests/${body.id}/draft/`, text)).status).toBe(200)
    expect((await rosa.get(requests.draftAddress(0))).body.id).toBeNull()
    expect((await rosa.get('/api/request/drafts/')).body.results).toEqual([])
  })

  test('and she cancels it or answers it as her own (§12.426)', async () => {
    const cancelled = await filed()
    expect((await action(rosa, cancelled, 'cancel')).status).toBe(200)
    const asked = await filed()
    await action(mario, asked, 'review', { version: (await rowOf(asked)).version })
    const { version } = await rowOf(asked)
    await action(mario, asked, 'ask', { version, text: '¿Para qué banco?' })
    expect((await action(rosa, asked, 'reply', { comment: 'El del centro' })).status).toBe(200)
  })
})

describe('what is not sent', () => {
  test('opens for who files it, and is sent, only while he may answer requests (security 5.300)', async () => {
    const id = await begun({ procedure_id: requests.procedures[1] })
    const { body: document } = await attach(mario, id)
    const open = async () => (await mario.get(`/api/documents/${document.id}/`)).status
    expect(await open()).toBe(200)
    const { pool } = portal
    const marioId = await requests.idOfPerson('Mario')
    const { rows } = await pool.query(
      'delete from user_groups where user_id = $1 returning group_id',
      [marioId],
    )
    onTestFinished(async () => {
      const give = 'insert into user_groups (user_id, group_id) values ($1, $2)'
      for (const { group_id } of rows) await pool.query(give, [marioId, group_id])
    })
    expect(await open()).toBe(404)
    expect((await send(mario, id)).status).toBe(404)
    expect((await mario.get(`/api/documents/${document.id}/pages/1/`)).status).toBe(404)
  })

  test('is seen, changed and sent by who files it alone (security 13.27)', async () => {
    const id = await begun({ procedure_id: requests.procedures[1] })
    const { body: document } = await attach(mario, id)
    for (const other of [rosa, requests.ivan]) {
      expect((await other.get(`/api/requests/${id}/`)).status).toBe(404)
      expect((await other.get(`/api/documents/${document.id}/`)).status).toBe(404)
    }
    expect((await attach(requests.ivan, id)).status).toBe(404)
    expect((await send(requests.ivan, id)).status).toBe(404)
    expect((await requests.send(rosa, id)).status).toBe(404)
    const draft = await rosa.get(requests.draftAddress(1))
    expect(draft.body.id).toBeNull()
    const { body: data } = await rosa.get('/api/client/data.json')
    expect([data.requests, data.documents]).toEqual([[], []])
  })

  test('leaves a draft of hers alone', async () => {
    await requests.autosave(rosa, 0, 'La pidió por teléfono.')
    await filed()
    const { body } = await rosa.get(requests.draftAddress(0))
    expect(body.comment).toBe('La pidió por teléfono.')
  })
})

test('what Mario begins again after it was sent is another one, and shows nothing of what Rosa writes (security 13.320)', async () => {
  const id = await filed()
  await action(mario, id, 'review', { version: (await rowOf(id)).version })
  await action(mario, id, 'ask', { version: (await rowOf(id)).version, text: '¿Qué banco?' })
  const { body: reply } = await rosa.get(`/api/requests/${id}/draft/`)
  const text = { version: reply.version, written_in: 'su-teléfono', comment: 'El del centro' }
  await rosa.call('PUT', `/api/requests/${id}/draft/`, json(text))
  const repeated = await create(mario, { version: 0, written_in: 'una' })
  expect(repeated.body).toMatchObject({ comment: form().comment })
  expect(repeated.body.id).not.toBe(id)
})

describe('what Iván asks about a member is recorded', () => {
  test.each([
    ['whether Hernán holds a sale', 'Hernán', 'GET', 'V-2001'],
    ['also when Elena does not', 'Elena', 'GET', 'V-2001'],
    ['and by beginning a request of Tomás’s', 'Tomás', 'POST', 'V-2001'],
  ])('%s (security 13.321)', async (_what, firstName, method, sale_code) => {
    const memberId = await requests.idOfPerson(firstName)
    const asked = { member_id: memberId, procedure_id: requests.procedures[0], sale_code }
    const query = `member_id=${memberId}&procedure_id=${asked.procedure_id}&sale_code=${sale_code}`
    await (method === 'GET'
      ? requests.ivan.get(`/api/filings/draft/?${query}`)
      : create(requests.ivan, asked))
    const { rowCount } = await portal.pool.query(
      `select from audit_entries join users on users.id = actor_id
       where action = 'member.read' and object_type = 'user' and object_id = $1
         and first_name = 'Iván'`,
      [String(memberId)],
    )
    expect(rowCount).toBe(1)
  })
})

describe('a filing', () => {
  test.each<[string, () => object, number, unknown]>([
    ['another member’s sale', () => ({ sale_code: 'V-2001' }), 404, expect.anything()],
    ['an unknown member', () => ({ member_id: 999_999 }), 400, requestMessages.unknownMember.text],
    [
      'an unknown procedure',
      () => ({ procedure_id: 999 }),
      400,
      requestMessages.unknownProcedure.text,
    ],
    ['nothing written', () => ({ comment: ' ' }), 400, documentMessages.commentRequired.text],
  ])('for %s is refused, and nothing is begun (§12.425)', async (_name, changes, status, body) => {
    const answer = await create(mario, changes())
    expect([answer.status, answer.body]).toEqual([status, body])
    expect(await count('requests')).toBe(0)
  })

  test('is neither for oneself nor by others than staff who answer (security 13.27)', async () => {
    const own = await create(mario, { member_id: await requests.idOfPerson('Mario') })
    expect(own.status).toBeOneOf([400, 403])
    expect((await create(portal.visitor())).status).toBeOneOf([401, 403])
    for (const person of [rosa, requests.carla]) {
      expect((await create(person)).status).toBe(403)
      expect((await person.get('/api/filings/members/?q=rosa')).status).toBe(403)
      expect((await person.get(`/api/filings/members/${rosaId}/`)).status).toBe(403)
      expect((await person.get(address(0))).status).toBe(403)
    }
  })

  test('is refused beyond a hundred an hour of Mario’s, not of Rosa’s (security 2.113)', async () => {
    const useUp = (id: number) =>
      portal.pool.query(
        `insert into rate_limits (key, points, expire)
          values ('request:' || $1::int, 100, extract(epoch from now()) * 1000 + 60000)
          on conflict (key) do update set points = 100`,
        [id],
      )
    await useUp(rosaId)
    const hers = await requests.create(rosa)
    expect([hers.status, hers.body]).toEqual([429, expect.stringMatching(/^Demasiados intentos/)])
    expect((await create(mario)).status).toBe(201)
    await useUp(await requests.idOfPerson('Mario'))
    expect((await create(mario)).status).toBe(429)
  })
})

describe('the member is chosen', () => {
  test('by a part of name or rut, or by the email; the list is recorded as read (§12.427, security 13.27)', async () => {
    for (const typed of ['muñoz', '12.345.678', personas.rosa.email]) {
      const { body } = await mario.get(`/api/filings/members/?q=${encodeURIComponent(typed)}`)
      expect(endpoints['GET /api/filings/members/'].answer.strict().parse(body)).toEqual(body)
      expect(body.results).toEqual([
        { id: rosaId, name: 'Rosa Muñoz Sepúlveda', social_security: '12345678-5' },
      ])
    }
    expect((await mario.get('/api/filings/members/?q=r')).body.results).toEqual([])
    expect((await mario.get('/api/filings/members/?q=mario')).body.results).toEqual([])
    const { rows } = await portal.pool.query(
      `select after from audit_entries join users on users.id = actor_id
       where action = 'member.listed' and object_type = 'user' and first_name = 'Mario'`,
    )
    expect(rows).toContainEqual({ after: { ids: [rosaId] } })
  })

  test('with the sales and the procedures that can be requested', async () => {
    const hernan = await requests.idOfPerson('Hernán')
    const { body } = await mario.get(`/api/filings/members/${hernan}/`)
    expect(endpoints['GET /api/filings/members/:id/'].answer.strict().parse(body)).toEqual(body)
    expect(body.sales.map(({ is_open }: { is_open: boolean }) => is_open).toSorted()).toEqual([
      false,
      true,
      true,
    ])
    expect(body.procedures.some((it: { needs_open_sale: boolean }) => !it.needs_open_sale)).toBe(
      true,
    )
    expect((await mario.get('/api/filings/members/999999/')).status).toBe(404)
  })
})
