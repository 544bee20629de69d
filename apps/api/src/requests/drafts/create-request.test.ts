import { memberRequestSchema, staffRequestSchema } from '@carpeta/contract/requests/request-schemas'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { personas } from '../../../seeds/personas.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { pdf } from '../../../test/sample-files.ts'
import { json, upload, type Visitor } from '../../../test/visitor.ts'

let portal: Portal
let rosa: Visitor
let hernan: Visitor
let mario: Visitor
let carla: Visitor
/** By how many documents they ask for. */
let procedures: Record<number, number>
beforeAll(async () => {
  portal = await openPortal()
  rosa = await portal.as('rosa')
  hernan = await portal.as('hernan')
  mario = await portal.as('mario')
  carla = await portal.as('carla')
  const { body } = await rosa.get('/api/procedures/')
  procedures = Object.fromEntries(
    body.results.map((it: { document_amount: number; id: number }) => [it.document_amount, it.id]),
  )
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.pool.query('delete from requests; delete from rate_limits')
  await portal.pool.query('update procedures set is_active = true, deleted_at = null')
  await portal.sentEmails()
})

const ROSAS = 'V-1001'

interface Asking {
  documents?: number
  sale?: string
  comment?: string
  key?: string
}

function create(person: Visitor, asking: Asking = {}) {
  const { documents = 0, sale = ROSAS, comment = 'La promesa', key } = asking
  const { payload, headers } = json({
    procedure_id: procedures[documents],
    sale_code: sale,
    comment,
  })
  const idempotency = key === undefined ? {} : { 'idempotency-key': key }
  return person.post('/api/request/create/', { payload, headers: { ...headers, ...idempotency } })
}

async function created(person: Visitor, asking: Asking = {}): Promise<number> {
  const answer = await create(person, asking)
  expect(answer.status).toBe(201)
  return answer.body.id
}

async function attached(person: Visitor, requestId: number, position?: number): Promise<number> {
  const fields = { request_id: requestId, ...(position === undefined ? {} : { position }) }
  const answer = await person.post('/api/upload-document/', upload(pdf(), fields))
  expect(answer.status).toBe(201)
  return answer.body.id
}

function send(person: Visitor, requestId: number) {
  return person.post('/api/request/send/', json({ request_id: requestId }))
}

async function sent(person: Visitor, requestId: number): Promise<void> {
  expect((await send(person, requestId)).status).toBe(200)
}

const draftAddress = (documents: number, sale = ROSAS) =>
  `/api/request/draft/?procedure_id=${procedures[documents]}&sale_code=${sale}`

function type(person: Visitor, documents: number, comment: string, sale = ROSAS) {
  const body = { procedure_id: procedures[documents], sale_code: sale, comment }
  return person.call('PUT', '/api/request/draft/', json(body))
}

async function count(what: string): Promise<number> {
  const { rows } = await portal.pool.query(`select count(*)::int as count from ${what}`)
  return rows[0].count
}

describe('beginning a request', () => {
  test('Rosa asks for a copy: a draft of her sale, in the words of the catalogue', async () => {
    const answer = await create(rosa, { comment: '  La promesa, por favor.\n' })
    expect([answer.status, answer.body]).toEqual([201, { id: expect.any(Number) }])
    const { body } = await rosa.get(`/api/requests/${answer.body.id}/`)
    expect(memberRequestSchema.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      state: 'draft',
      sale_code: ROSAS,
      procedure: {
        id: procedures[0],
        title: 'Copia de contrato o de otro documento',
        documents: [],
      },
      comment: 'La promesa, por favor.',
      sent_at: null,
      documents: [],
      events: [],
    })
  })

  test('without documents it needs a comment; with documents none', async () => {
    for (const comment of ['', '  \n\t']) {
      const answer = await create(rosa, { comment })
      expect([answer.status, answer.body]).toEqual([400, 'Ingrese un comentario'])
    }
    expect((await create(rosa, { documents: 1, comment: '' })).status).toBe(201)
  })

  test('an unknown, inactive or deleted procedure is none', async () => {
    const id = procedures[0]
    procedures[9] = 999_999
    expect((await create(rosa, { documents: 9 })).body).toBe(requestMessages.unknownProcedure)
    await portal.pool.query('update procedures set is_active = false where id = $1', [id])
    expect((await create(rosa)).status).toBe(400)
    await portal.pool.query(
      'update procedures set is_active = true, deleted_at = now() where id = $1',
      [id],
    )
    expect((await create(rosa)).body).toBe(requestMessages.unknownProcedure)
  })

  test.each([
    ['another’s', 'V-2001'],
    ['an unknown', 'V-9999'],
    ['an empty', ''],
  ])('%s sale is a 404, and no draft is left', async (_what, sale) => {
    expect((await create(rosa, { sale })).status).toBe(404)
    expect(await count('requests')).toBe(0)
  })

  test('a completed, unapproved or withdrawn sale is a 404', async () => {
    expect((await create(hernan, { sale: 'V-2003' })).status).toBe(404)
    expect((await create(await portal.as('elena'), { sale: 'V-3001' })).status).toBe(404)
    await portal.pool.query("update sales set withdrawn_at = now() where code = 'V-2002'")
    expect((await create(hernan, { sale: 'V-2002' })).status).toBe(404)
    expect((await create(hernan, { sale: 'V-2001' })).status).toBe(201)
    await portal.pool.query('update sales set withdrawn_at = null')
  })

  test('a stranger is a 401, staff who are no members a 403', async () => {
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    expect((await create(anonymous)).status).toBe(401)
    expect((await create(mario)).status).toBe(403)
  })

  test('what the catalogue changes afterwards does not reach what was asked for', async () => {
    const id = await created(rosa, { documents: 1 })
    await attached(rosa, id)
    await mario.call('PATCH', `/api/procedures/${procedures[1]}/`, json({ title: 'Otro título' }))
    await sent(rosa, id)
    const { body } = await rosa.get(`/api/requests/${id}/`)
    expect(body.procedure.title).toBe('Actualización de datos personales')
    await mario.call(
      'PATCH',
      `/api/procedures/${procedures[1]}/`,
      json({ title: body.procedure.title }),
    )
  })

  test('nor what was sent: Rosa’s keeps its words, its documents and its time', async () => {
    const id = await created(rosa, { documents: 1 })
    await attached(rosa, id)
    await sent(rosa, id)
    const { body: before } = await rosa.get(`/api/requests/${id}/`)
    const kept = async () =>
      (await portal.pool.query('select answer_hours, due_at from requests where id = $1', [id]))
        .rows
    const time = await kept()
    const path = `/api/procedures/${procedures[1]}/`
    const { body: catalogue } = await mario.get(path)
    const other = {
      title: 'Otro título',
      description: 'Otra cosa',
      documents: ['Otro', 'Y otro'],
      answer_hours: 500,
    }
    expect((await mario.call('PATCH', path, json(other))).status).toBe(200)
    expect((await rosa.get(`/api/requests/${id}/`)).body).toEqual(before)
    expect(await kept()).toEqual(time)
    const { title, description, documents, answer_hours } = catalogue
    await mario.call('PATCH', path, json({ title, description, documents, answer_hours }))
  })

  test('more than a hundred in an hour are too many', async () => {
    await portal.pool.query(
      `insert into rate_limits (key, points, expire)
      select 'request:' || id, 100, (extract(epoch from now()) * 1000 + 60000)::bigint
      from users where rut = '12345678-5'`,
    )
    const answer = await create(rosa)
    expect(answer.status).toBe(429)
    expect(answer.body).toMatch(/^Demasiados intentos/)
  })
})

describe('the same again', () => {
  test('twenty at once are one request', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(rosa)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await count('requests')).toBe(1)
  })

  test('twenty at once with one key, or each with its own as from many tabs, are one request', async () => {
    const one = await Promise.all(Array.from({ length: 20 }, () => create(rosa, { key: 'k1' })))
    expect(new Set(one.map(({ body }) => body.id)).size).toBe(1)
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, i) => create(hernan, { sale: 'V-2001', key: `k${i}` })),
    )
    expect(new Set(many.map(({ body }) => body.id)).size).toBe(1)
  })

  test('other words, another sale or another person are another request', async () => {
    const ids = [
      await created(rosa),
      await created(rosa, { comment: 'El anexo' }),
      await created(rosa, { documents: 1 }),
      await created(hernan, { sale: 'V-2001' }),
      await created(hernan, { sale: 'V-2002' }),
      await created(hernan, { sale: 'V-2001', comment: 'El anexo', key: 'otra' }),
    ]
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('without a key, once it was sent, has a document or is a day old, it is meant anew', async () => {
    const first = await created(rosa)
    await sent(rosa, first)
    const second = await created(rosa)
    expect(second).not.toBe(first)
    await portal.pool.query("update requests set updated_at = now() - interval '25 hours'")
    expect(await created(rosa)).not.toBe(second)

    const third = await created(rosa, { documents: 1 })
    await attached(rosa, third)
    expect(await created(rosa, { documents: 1 })).not.toBe(third)
  })

  test('without a key, it is in the words that the catalogue has by then', async () => {
    const id = await created(rosa, { documents: 1 })
    const path = `/api/procedures/${procedures[1]}/`
    const { documents } = (await mario.get(path)).body
    await mario.call('PATCH', path, json({ documents: ['Cédula', 'Contrato'] }))
    expect(await created(rosa, { documents: 1 })).toBe(id)
    await attached(rosa, id)
    await attached(rosa, id)
    await sent(rosa, id)
    await mario.call('PATCH', path, json({ documents }))
  })

  test('with its key it is the same for a day, also when it was sent meanwhile', async () => {
    const id = await created(rosa, { key: 'clave' })
    await sent(rosa, id)
    expect(await created(rosa, { key: 'clave' })).toBe(id)
    await portal.pool.query("update idempotency_keys set created_at = now() - interval '25 hours'")
    expect(await created(rosa, { key: 'clave' })).not.toBe(id)
  })

  test('of what is sent a retry gets the answer that was lost, also of what is offered no more', async () => {
    const id = await created(rosa, { key: 'clave' })
    await portal.pool.query('update procedures set is_active = false')
    expect((await create(rosa, { key: 'clave' })).status).toBe(400)
    await portal.pool.query('update procedures set is_active = true')
    await sent(rosa, id)
    await portal.pool.query('update procedures set is_active = false')
    expect(await created(rosa, { key: 'clave' })).toBe(id)
    await sent(rosa, id)
    expect(await count('requests')).toBe(1)
  })

  test('a retry with its key may bring other words, but not another sale', async () => {
    const id = await created(hernan, { sale: 'V-2001', key: 'clave' })
    expect(await created(hernan, { sale: 'V-2001', comment: 'Mejor el anexo', key: 'clave' })).toBe(
      id,
    )
    expect((await hernan.get(`/api/requests/${id}/`)).body.comment).toBe('Mejor el anexo')
    expect((await create(hernan, { sale: 'V-2002', key: 'clave' })).status).toBe(400)
  })

  test('a key is one’s own: Hernán’s is not Rosa’s', async () => {
    const hers = await created(rosa, { key: 'clave' })
    expect(await created(hernan, { sale: 'V-2001', key: 'clave' })).not.toBe(hers)
  })

  test('a lost answer of the sending, and a second tab that typed meanwhile: one request, a letter each', async () => {
    const before = (await portal.sentEmails()).length
    const id = await created(rosa, { key: 'una' })
    await type(rosa, 0, 'La promesa, y')
    await sent(rosa, id)
    expect(await created(rosa, { key: 'una' })).toBe(id)
    await sent(rosa, id)
    expect(await count('requests')).toBe(1)
    expect(await portal.sentEmails()).toHaveLength(before + 2)
  })

  test('a lost answer, and a second tab that began with a key of its own: one request all the same', async () => {
    const id = await created(rosa, { key: 'una' })
    expect(await created(rosa, { key: 'otra' })).toBe(id)
    await sent(rosa, id)
    for (const key of ['una', 'otra']) expect(await created(rosa, { key })).toBe(id)
    expect(await count('requests')).toBe(1)
  })

  test('what was typed again of what is sent already is dropped: the form is empty', async () => {
    await type(rosa, 0, 'La promesa')
    const id = await created(rosa, { key: 'una' })
    await sent(rosa, id)
    const again = (await type(rosa, 0, ' La promesa ')).body.id
    expect(again).not.toBe(id)
    expect(await created(rosa, { key: 'una' })).toBe(id)
    expect((await rosa.get(draftAddress(0))).body.id).toBeNull()

    await type(rosa, 0, 'La promesa')
    await sent(rosa, id)
    expect((await rosa.get(draftAddress(0))).body.id).toBeNull()
    expect(await count('requests')).toBe(1)
  })

  test('other words, another procedure or a document that was typed beside it stay', async () => {
    const id = await created(rosa, { documents: 1, key: 'una' })
    await attached(rosa, id)
    await sent(rosa, id)
    const other = (await type(rosa, 1, 'Otra cosa')).body.id
    await sent(rosa, id)
    expect((await rosa.get(draftAddress(1))).body.id).toBe(other)
    await attached(rosa, other)
    await type(rosa, 1, 'La promesa')
    await type(rosa, 0, 'La promesa')
    await sent(rosa, id)
    expect((await rosa.get(draftAddress(1))).body).toMatchObject({ id: other, documents: [{}] })
    expect((await rosa.get(draftAddress(0))).body.comment).toBe('La promesa')
  })

  test('the form opened again after a failed try goes on with the documents that arrived', async () => {
    const id = await created(rosa, { documents: 3, key: 'uno' })
    await attached(rosa, id, 1)
    const { body } = await rosa.get(draftAddress(3))
    expect(body).toMatchObject({ id, documents: [{ position: 1 }] })
    expect(await created(rosa, { documents: 3, comment: 'Otra vez', key: 'dos' })).toBe(id)
    await attached(rosa, id, 0)
    await attached(rosa, id, 2)
    await sent(rosa, id)
  })
})

describe('what is being typed', () => {
  test('is kept, on whatever device it is opened again, and nobody else sees it', async () => {
    expect((await rosa.get(draftAddress(0))).body).toEqual({ id: null, comment: '', documents: [] })
    const { status, body } = await type(rosa, 0, 'Necesito ')
    expect([status, body]).toEqual([
      200,
      { id: expect.any(Number), comment: 'Necesito ', documents: [] },
    ])
    await type(rosa, 0, 'Necesito la promesa')
    const elsewhere = await portal.as('rosa')
    expect((await elsewhere.get(draftAddress(0))).body).toEqual({
      ...body,
      comment: 'Necesito la promesa',
    })
    expect((await hernan.get(draftAddress(0, 'V-2001'))).body.id).toBeNull()
    expect((await mario.get(`/api/requests/${body.id}/`)).status).toBe(404)
    expect(await count('requests')).toBe(1)
  })

  test('typed in twenty places at once it is one draft', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => type(rosa, 0, `Texto ${i}`)),
    )
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await count('requests')).toBe(1)
  })

  test('nothing typed makes no draft', async () => {
    expect((await type(rosa, 0, ' ')).body.id).toBeNull()
    expect(await count('requests')).toBe(0)
  })

  test('is taken over by the request, not doubled; afterwards the form is empty', async () => {
    const draft = (await type(rosa, 0, 'Necesito')).body.id
    expect(await created(rosa, { comment: 'Necesito la promesa' })).toBe(draft)
    await sent(rosa, draft)
    expect((await rosa.get(draftAddress(0))).body).toEqual({ id: null, comment: '', documents: [] })
    expect((await type(rosa, 0, 'Otra cosa')).body.id).not.toBe(draft)
  })

  test('sent as it was typed, the next can be typed; and a draft beside it is finished', async () => {
    const first = (await type(rosa, 0, 'La promesa')).body.id
    await sent(rosa, first)
    const next = await type(rosa, 0, 'Otra')
    expect([next.status, next.body.id === first]).toEqual([200, false])
    const key = 'clave'
    const draft = await created(rosa, { comment: 'El anexo', key })
    expect(draft).toBe(next.body.id)
    expect((await type(rosa, 0, 'El anexo 2')).status).toBe(200)
    expect(await created(rosa, { comment: 'El anexo 2', key })).toBe(draft)
    await sent(rosa, draft)
  })

  test('typed and sent at once, again and again: the words are handed in or still there', async () => {
    for (let round = 0; round < 20; round++) {
      const id = await created(rosa, { comment: `La promesa ${round}`, key: `k${round}` })
      const words = `La promesa ${round}, y el anexo`
      const [typed, handedIn] = await Promise.all([type(rosa, 0, words), send(rosa, id)])
      expect([typed.status, handedIn.status]).toEqual([200, 200])
      const { body } = await rosa.get(`/api/requests/${id}/`)
      const { body: draft } = await rosa.get(draftAddress(0))
      expect([body.comment, draft.comment]).toContain(words)
    }
  })

  test('a document that is no longer asked for in its place falls away', async () => {
    const id = await created(rosa, { documents: 3 })
    for (const position of [0, 1, 2]) await attached(rosa, id, position)
    const { body: before } = await mario.get(`/api/procedures/${procedures[3]}/`)
    const [first, , third] = before.documents
    await mario.call(
      'PATCH',
      `/api/procedures/${procedures[3]}/`,
      json({ documents: [first, third] }),
    )
    const { body } = await type(rosa, 3, 'Sigo')
    expect(body.documents).toMatchObject([{ position: 0, title: first }])
    await mario.call(
      'PATCH',
      `/api/procedures/${procedures[3]}/`,
      json({ documents: before.documents }),
    )
  })

  test('a document under a name that is another’s by now is not shown, and is asked for again', async () => {
    const id = await created(rosa, { documents: 3, key: 'clave' })
    for (const position of [0, 1, 2]) await attached(rosa, id, position)
    const path = `/api/procedures/${procedures[3]}/`
    const { documents } = (await mario.get(path)).body
    const [first, second, third] = documents
    await mario.call('PATCH', path, json({ documents: [second, first, third] }))
    const { body } = await rosa.get(draftAddress(3))
    expect(body).toMatchObject({ id, documents: [{ position: 2, title: third }] })
    expect(await created(rosa, { documents: 3, key: 'clave' })).toBe(id)
    expect((await send(rosa, id)).body).toEqual(['Faltan 2 documentos'])
    await mario.call('PATCH', path, json({ documents }))
  })

  test('in the moment in which the account is erased, nothing is left of it', async () => {
    const leaving = await portal.as('pia')
    const { body: sales } = await leaving.get('/api/sales-data/')
    const eraser = await portal.pool.connect()
    onTestFinished(() => eraser.release(true))
    await eraser.query('begin')
    const her = `where rut = '${personas.pia.rut}'`
    await eraser.query(`select from users ${her} for update`)
    const calls = [
      type(leaving, 0, 'Necesito', sales[0].code),
      create(leaving, { sale: sales[0].code }),
      create(leaving, { sale: sales[0].code, comment: 'La otra', key: 'clave' }),
    ]
    // Her drafts are made one after the other: one of them waits for the eraser, two for that one.
    await vi.waitFor(async () => {
      const { rows } = await portal.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(calls.length)
    }, 10_000)
    await eraser.query(`update users set deleted_at = now(), is_active = false ${her}`)
    await eraser.query('commit')
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses).toEqual([200, 401, 401])
    expect(await count('requests')).toBe(0)
    await portal.pool.query(`update users set deleted_at = null, is_active = true ${her}`)
  })

  test('wrong sale 404, wrong procedure 400, stranger 401, staff 403', async () => {
    procedures[9] = 999_999
    expect((await rosa.get(draftAddress(0, 'V-2001'))).status).toBe(404)
    expect((await rosa.get(draftAddress(9))).status).toBe(400)
    expect((await rosa.get('/api/request/draft/')).status).toBe(400)
    expect((await type(rosa, 0, 'x', 'V-2001')).status).toBe(404)
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    expect((await anonymous.get(draftAddress(0))).status).toBe(401)
    expect((await type(anonymous, 0, 'x')).status).toBe(401)
    expect((await carla.get(draftAddress(0))).status).toBe(403)
    expect((await type(carla, 0, 'x')).status).toBe(403)
  })
})

describe('sending', () => {
  test('hands it in: it has a date and a deadline, and both sides get a letter', async () => {
    const before = (await portal.sentEmails()).length
    const id = await created(rosa)
    const answer = await send(rosa, id)
    expect([answer.status, answer.body]).toEqual([200, { id, sent_at: expect.any(String) }])
    const { body } = await rosa.get(`/api/requests/${id}/`)
    expect(body).toMatchObject({
      state: 'sent',
      sent_at: answer.body.sent_at,
      closed_at: null,
      answer: '',
      events: [{ kind: 'sent', actor: 'Rosa Muñoz Sepúlveda', text: '' }],
    })
    const { rows } = await portal.pool.query('select due_at > sent_at as later from requests')
    expect(rows).toEqual([{ later: true }])
    const emails = (await portal.sentEmails()).slice(before)
    expect(emails.map(({ to }) => to)).toEqual([
      ...['rosa.munoz@correo.example', 'mario.fuentes@vistaalbiobio.example'],
    ])
  })

  test('twenty at once are one sending: one answer, one event, one letter each', async () => {
    const before = (await portal.sentEmails()).length
    const id = await created(rosa)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(rosa, id)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await send(rosa, id)).body).toEqual(answers[0]?.body)
    expect(await count('request_events')).toBe(1)
    expect(await portal.sentEmails()).toHaveLength(before + 2)
  })

  test('also when it was taken back since, it is the same answer and stays taken back', async () => {
    const id = await created(rosa)
    const { body } = await send(rosa, id)
    await rosa.post(`/api/requests/${id}/cancel/`)
    expect((await send(rosa, id)).body).toEqual(body)
    expect((await rosa.get(`/api/requests/${id}/`)).body.state).toBe('cancelled')
  })

  test('what is missing is counted', async () => {
    const id = await created(rosa, { documents: 3 })
    expect((await send(rosa, id)).body).toEqual(['Faltan 3 documentos'])
    await attached(rosa, id)
    await attached(rosa, id)
    const answer = await send(rosa, id)
    expect([answer.status, answer.body]).toEqual([400, ['Faltan 1 documentos']])
    expect(await count('request_events')).toBe(0)
    await attached(rosa, id)
    await sent(rosa, id)
  })

  test('a draft whose comment was emptied, whose procedure is gone or whose sale is closed waits', async () => {
    const id = await created(rosa)
    await type(rosa, 0, '')
    expect((await send(rosa, id)).body).toBe('Ingrese un comentario')
    await type(rosa, 0, 'La promesa')
    await portal.pool.query('update procedures set is_active = false')
    expect((await send(rosa, id)).body).toBe(requestMessages.unknownProcedure)
    await portal.pool.query('update procedures set is_active = true')
    await portal.pool.query("update sales set completed_on = now() where code = 'V-1001'")
    expect((await send(rosa, id)).status).toBe(404)
    await portal.pool.query("update sales set completed_on = null where code = 'V-1001'")
    await sent(rosa, id)
  })

  test('another’s, a missing and a strange number are a 404 or a 400, a stranger a 401, staff a 403', async () => {
    const id = await created(rosa)
    expect((await send(hernan, id)).status).toBe(404)
    expect((await send(hernan, 999_999)).status).toBe(404)
    expect((await rosa.post('/api/request/send/', json({ request_id: 'x' }))).status).toBe(400)
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    expect((await send(anonymous, id)).status).toBe(401)
    expect((await send(mario, id)).status).toBe(403)
    expect(await count('request_events')).toBe(0)
  })
})

describe('reading a request', () => {
  test('its member, and staff who answer once it was sent; nobody else', async () => {
    const id = await created(rosa)
    const read = async (person: Visitor) => (await person.get(`/api/requests/${id}/`)).status
    expect(await read(rosa)).toBe(200)
    expect(await read(mario)).toBe(404)
    await sent(rosa, id)
    expect(await read(mario)).toBe(200)
    expect(await read(hernan)).toBe(404)
    expect(await read(carla)).toBe(404)
    expect(await read(portal.visitor())).toBe(401)
    expect((await rosa.get('/api/requests/999999/')).status).toBe(404)
    expect((await rosa.get('/api/requests/abc/')).status).toBe(404)
  })

  test('Rosa reads the cooperative’s name where staff acted, and none of their notes', async () => {
    const id = await created(rosa)
    await sent(rosa, id)
    const { body } = await mario.get(`/api/requests/${id}/`)
    await mario.post(`/api/requests/${id}/review/`, json({ version: body.version }))
    await mario.post(`/api/requests/${id}/note/`, json({ text: 'Ojo con la fecha' }))
    const { body: hers } = await rosa.get(`/api/requests/${id}/`)
    expect(hers.events.map(({ kind }: { kind: string }) => kind)).toEqual(['sent', 'review'])
    expect(hers.events[1].actor).toBe('Cooperativa Vista al Biobío')
    expect(JSON.stringify(hers)).not.toMatch(/Mario|Ojo con la fecha/)
  })

  test('Rosa, who works for the cooperative too, reads her own as a member, and as staff only where she asks so', async () => {
    const id = await created(rosa)
    await sent(rosa, id)
    await mario.post(`/api/requests/${id}/note/`, json({ text: 'Ojo con la fecha' }))
    await portal.pool.query(`
      insert into user_groups select users.id, groups.id from users, groups
      where users.rut = '12345678-5' and groups.name = 'Atención de socios'`)
    const { body: hers } = await rosa.get(`/api/requests/${id}/`)
    expect(memberRequestSchema.strict().parse(hers)).toEqual(hers)
    expect(JSON.stringify(hers)).not.toContain('Ojo con la fecha')
    const { body: asStaff } = await rosa.get(`/api/requests/${id}/?as=staff`)
    expect(staffRequestSchema.strict().parse(asStaff)).toEqual(asStaff)
    expect(asStaff.events).toMatchObject([{ kind: 'sent' }, { kind: 'note' }])
    const theirs = await created(hernan, { sale: 'V-2001' })
    expect((await rosa.get(`/api/requests/${theirs}/?as=staff`)).status).toBe(404)
    await sent(hernan, theirs)
    for (const query of ['', '?as=staff']) {
      const { body } = await rosa.get(`/api/requests/${theirs}/${query}`)
      expect(staffRequestSchema.strict().parse(body)).toEqual(body)
    }
    await portal.pool.query(`
      delete from user_groups where user_id = (select id from users where rut = '12345678-5')`)
    const { body: again } = await rosa.get(`/api/requests/${id}/?as=staff`)
    expect(again).toEqual(hers)
  })
})
