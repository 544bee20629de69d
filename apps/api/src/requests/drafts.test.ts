import { memberRequestSchema } from '@carpeta/contract/requests'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import type { Portal } from '../../test/open-portal.ts'
import { openRequestsPortal, ROSAS_SALE } from '../../test/requests-portal.ts'
import { json, type Visitor } from '../../test/visitor.ts'

const requests = openRequestsPortal()
const { attach, autosave, count, create, createDraft, draftAddress, procedures, send, sendDraft } =
  requests

let portal: Portal
let rosa: Visitor
let hernan: Visitor
let mario: Visitor
let carla: Visitor
beforeAll(() => {
  ;({ portal, rosa, hernan, mario, carla } = requests)
})
beforeEach(() => requests.reset())

describe('creating a request', () => {
  test('Rosa asks for a copy: a draft of her sale with the catalogue’s texts (§3.11, §7.20)', async () => {
    const answer = await create(rosa, { comment: '  La promesa, por favor.\n' })
    expect([answer.status, answer.body]).toEqual([201, { id: expect.any(Number) }])
    const { body } = await rosa.get(`/api/requests/${answer.body.id}/`)
    expect(memberRequestSchema.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      state: 'draft',
      sale_code: ROSAS_SALE,
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

  test('needs a comment unless documents are required', async () => {
    for (const comment of ['', '  \n\t']) {
      const answer = await create(rosa, { comment })
      expect([answer.status, answer.body]).toEqual([400, 'Ingrese un comentario'])
    }
    expect((await create(rosa, { documents: 1, comment: '' })).status).toBe(201)
  })

  test('an unknown, inactive or deleted procedure is refused (§10.61)', async () => {
    const id = procedures[0]
    procedures[9] = 999_999
    expect((await create(rosa, { documents: 9 })).body).toBe(requestMessages.unknownProcedure.text)
    await portal.pool.query('update procedures set is_active = false where id = $1', [id])
    expect((await create(rosa)).status).toBe(400)
    await portal.pool.query(
      'update procedures set is_active = true, deleted_at = now() where id = $1',
      [id],
    )
    expect((await create(rosa)).body).toBe(requestMessages.unknownProcedure.text)
  })

  test.each([
    ['another’s', 'V-2001'],
    ['an unknown', 'V-9999'],
    ['an empty', ''],
  ])('%s sale gives 404 and no draft (§10.62, security 5.2)', async (_what, sale) => {
    expect((await create(rosa, { sale })).status).toBe(404)
    expect(await count('requests')).toBe(0)
  })

  test('a completed, unapproved or withdrawn sale gives 404 (security 5.5)', async () => {
    expect((await create(hernan, { sale: 'V-2003' })).status).toBe(404)
    expect((await create(await portal.as('elena'), { sale: 'V-3001' })).status).toBe(404)
    await portal.pool.query("update sales set withdrawn_at = now() where code = 'V-2002'")
    expect((await create(hernan, { sale: 'V-2002' })).status).toBe(404)
    expect((await create(hernan, { sale: 'V-2001' })).status).toBe(201)
    await portal.pool.query('update sales set withdrawn_at = null')
  })

  test('an anonymous visitor gets 401, staff who are not members 403', async () => {
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    expect((await create(anonymous)).status).toBe(401)
    expect((await create(mario)).status).toBe(403)
  })

  test('later changes of the catalogue do not affect a draft (§12.36)', async () => {
    const id = await createDraft(rosa, { documents: 1 })
    await attach(rosa, id)
    await mario.call('PATCH', `/api/procedures/${procedures[1]}/`, json({ title: 'Otro título' }))
    await sendDraft(rosa, id)
    const { body } = await rosa.get(`/api/requests/${id}/`)
    expect(body.procedure.title).toBe('Actualización de datos personales')
    await mario.call(
      'PATCH',
      `/api/procedures/${procedures[1]}/`,
      json({ title: body.procedure.title }),
    )
  })

  test('nor a sent request: Rosa’s keeps its texts, documents and deadline', async () => {
    const id = await createDraft(rosa, { documents: 1 })
    await attach(rosa, id)
    await sendDraft(rosa, id)
    const { body: before } = await rosa.get(`/api/requests/${id}/`)
    const readDeadline = async () =>
      (await portal.pool.query('select answer_hours, due_at from requests where id = $1', [id]))
        .rows
    const time = await readDeadline()
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
    expect(await readDeadline()).toEqual(time)
    const { title, description, documents, answer_hours } = catalogue
    await mario.call('PATCH', path, json({ title, description, documents, answer_hours }))
  })

  test('is limited to a hundred in an hour', async () => {
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

describe('a repeated creation', () => {
  test('twenty concurrent calls create one request (§12.1, security 12.1)', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(rosa)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await count('requests')).toBe(1)
  })

  test('twenty concurrent calls with one key, or with one each as from many tabs, create one request', async () => {
    const one = await Promise.all(Array.from({ length: 20 }, () => create(rosa, { key: 'k1' })))
    expect(new Set(one.map(({ body }) => body.id)).size).toBe(1)
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, i) => create(hernan, { sale: 'V-2001', key: `k${i}` })),
    )
    expect(new Set(many.map(({ body }) => body.id)).size).toBe(1)
  })

  test('another comment, sale or member creates another request', async () => {
    const ids = [
      await createDraft(rosa),
      await createDraft(rosa, { comment: 'El anexo' }),
      await createDraft(rosa, { documents: 1 }),
      await createDraft(hernan, { sale: 'V-2001' }),
      await createDraft(hernan, { sale: 'V-2002' }),
      await createDraft(hernan, { sale: 'V-2001', comment: 'El anexo', key: 'otra' }),
    ]
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('without a key creates another request once the first is sent, has a document or is a day old', async () => {
    const first = await createDraft(rosa)
    await sendDraft(rosa, first)
    const second = await createDraft(rosa)
    expect(second).not.toBe(first)
    await portal.pool.query("update requests set updated_at = now() - interval '25 hours'")
    expect(await createDraft(rosa)).not.toBe(second)

    const third = await createDraft(rosa, { documents: 1 })
    await attach(rosa, third)
    expect(await createDraft(rosa, { documents: 1 })).not.toBe(third)
  })

  test('without a key gets the catalogue’s current texts', async () => {
    const id = await createDraft(rosa, { documents: 1 })
    const path = `/api/procedures/${procedures[1]}/`
    const { documents } = (await mario.get(path)).body
    await mario.call('PATCH', path, json({ documents: ['Cédula', 'Contrato'] }))
    expect(await createDraft(rosa, { documents: 1 })).toBe(id)
    await attach(rosa, id)
    await attach(rosa, id)
    await sendDraft(rosa, id)
    await mario.call('PATCH', path, json({ documents }))
  })

  test('with its key returns the same request for a day, even once it is sent (§10.65)', async () => {
    const id = await createDraft(rosa, { key: 'clave' })
    await sendDraft(rosa, id)
    expect(await createDraft(rosa, { key: 'clave' })).toBe(id)
    await portal.pool.query("update idempotency_keys set created_at = now() - interval '25 hours'")
    expect(await createDraft(rosa, { key: 'clave' })).not.toBe(id)
  })

  test('returns a sent request even when its procedure is no longer offered', async () => {
    const id = await createDraft(rosa, { key: 'clave' })
    await portal.pool.query('update procedures set is_active = false')
    expect((await create(rosa, { key: 'clave' })).status).toBe(400)
    await portal.pool.query('update procedures set is_active = true')
    await sendDraft(rosa, id)
    await portal.pool.query('update procedures set is_active = false')
    expect(await createDraft(rosa, { key: 'clave' })).toBe(id)
    await sendDraft(rosa, id)
    expect(await count('requests')).toBe(1)
  })

  test('with its key can change the comment, but not the sale', async () => {
    const id = await createDraft(hernan, { sale: 'V-2001', key: 'clave' })
    expect(
      await createDraft(hernan, { sale: 'V-2001', comment: 'Mejor el anexo', key: 'clave' }),
    ).toBe(id)
    expect((await hernan.get(`/api/requests/${id}/`)).body.comment).toBe('Mejor el anexo')
    expect((await create(hernan, { sale: 'V-2002', key: 'clave' })).status).toBe(400)
  })

  test('finds only keys of the same member: Hernán’s is not Rosa’s (security 5.34)', async () => {
    const hers = await createDraft(rosa, { key: 'clave' })
    expect(await createDraft(hernan, { sale: 'V-2001', key: 'clave' })).not.toBe(hers)
  })

  test('after a lost answer of the sending and an autosave of a second tab: one request, one email each (security 12.2)', async () => {
    const before = (await portal.sentEmails()).length
    const id = await createDraft(rosa, { key: 'una' })
    await autosave(rosa, 0, 'La promesa, y')
    await sendDraft(rosa, id)
    expect(await createDraft(rosa, { key: 'una' })).toBe(id)
    await sendDraft(rosa, id)
    expect(await count('requests')).toBe(1)
    expect(await portal.sentEmails()).toHaveLength(before + 2)
  })

  test('after a lost answer and a second tab with its own key: one request (security 12.1)', async () => {
    const id = await createDraft(rosa, { key: 'una' })
    expect(await createDraft(rosa, { key: 'otra' })).toBe(id)
    await sendDraft(rosa, id)
    for (const key of ['una', 'otra']) expect(await createDraft(rosa, { key })).toBe(id)
    expect(await count('requests')).toBe(1)
  })

  test('deletes an autosaved duplicate of the sent request: the form is empty', async () => {
    await autosave(rosa, 0, 'La promesa')
    const id = await createDraft(rosa, { key: 'una' })
    await sendDraft(rosa, id)
    const again = (await autosave(rosa, 0, ' La promesa ')).body.id
    expect(again).not.toBe(id)
    expect(await createDraft(rosa, { key: 'una' })).toBe(id)
    expect((await rosa.get(draftAddress(0))).body.id).toBeNull()

    await autosave(rosa, 0, 'La promesa')
    await sendDraft(rosa, id)
    expect((await rosa.get(draftAddress(0))).body.id).toBeNull()
    expect(await count('requests')).toBe(1)
  })

  test('keeps an autosaved draft with another comment, another procedure or a document', async () => {
    const id = await createDraft(rosa, { documents: 1, key: 'una' })
    await attach(rosa, id)
    await sendDraft(rosa, id)
    const other = (await autosave(rosa, 1, 'Otra cosa')).body.id
    await sendDraft(rosa, id)
    expect((await rosa.get(draftAddress(1))).body.id).toBe(other)
    await attach(rosa, other)
    await autosave(rosa, 1, 'La promesa')
    await autosave(rosa, 0, 'La promesa')
    await sendDraft(rosa, id)
    expect((await rosa.get(draftAddress(1))).body).toMatchObject({ id: other, documents: [{}] })
    expect((await rosa.get(draftAddress(0))).body.comment).toBe('La promesa')
  })

  test('from a form reopened after a failure continues the draft with its documents', async () => {
    const id = await createDraft(rosa, { documents: 3, key: 'uno' })
    await attach(rosa, id, 1)
    const { body } = await rosa.get(draftAddress(3))
    expect(body).toMatchObject({ id, documents: [{ position: 1 }] })
    expect(await createDraft(rosa, { documents: 3, comment: 'Otra vez', key: 'dos' })).toBe(id)
    await attach(rosa, id, 0)
    await attach(rosa, id, 2)
    await sendDraft(rosa, id)
  })
})

const noDraft = { id: null, comment: '', documents: [], slot_files: [] }

describe('an autosaved draft', () => {
  test('is available on every device of the member, and to no other user (§12.2)', async () => {
    expect((await rosa.get(draftAddress(0))).body).toEqual(noDraft)
    const { status, body } = await autosave(rosa, 0, 'Necesito ')
    expect([status, body]).toEqual([
      200,
      { id: expect.any(Number), comment: 'Necesito ', documents: [], slot_files: [] },
    ])
    await autosave(rosa, 0, 'Necesito la promesa')
    const elsewhere = await portal.as('rosa')
    expect((await elsewhere.get(draftAddress(0))).body).toEqual({
      ...body,
      comment: 'Necesito la promesa',
    })
    expect((await hernan.get(draftAddress(0, 'V-2001'))).body.id).toBeNull()
    expect((await mario.get(`/api/requests/${body.id}/`)).status).toBe(404)
    expect(await count('requests')).toBe(1)
  })

  test('overwrites only the text that its form has read, or its own (§12.821)', async () => {
    await autosave(rosa, 0, 'Necesito la promesa', { as_read: '' })
    const outdated = await autosave(rosa, 0, 'Hola', { as_read: 'Necesito' })
    expect([outdated.status, outdated.body]).toEqual([409, requestMessages.draftChanged.text])
    for (const as_read of ['Necesito la promesa ', 'Necesito', undefined]) {
      expect((await autosave(rosa, 0, 'Necesito la promesa.', { as_read })).status).toBe(200)
    }
    const forFiles = await autosave(rosa, 0, '', { has_files: true })
    expect(forFiles.body.comment).toBe('Necesito la promesa.')
    await autosave(rosa, 0, '')
    expect((await autosave(rosa, 0, 'Otra cosa', { as_read: 'Necesito' })).status).toBe(200)
  })

  test('is one draft for twenty concurrent saves', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => autosave(rosa, 0, `Texto ${i}`)),
    )
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await count('requests')).toBe(1)
  })

  test('is not created for a blank comment', async () => {
    expect((await autosave(rosa, 0, ' ')).body.id).toBeNull()
    expect(await count('requests')).toBe(0)
  })

  test('becomes the request without a duplicate; then the form is empty', async () => {
    const draft = (await autosave(rosa, 0, 'Necesito')).body.id
    expect(await createDraft(rosa, { comment: 'Necesito la promesa' })).toBe(draft)
    await sendDraft(rosa, draft)
    expect((await rosa.get(draftAddress(0))).body).toEqual(noDraft)
    expect((await autosave(rosa, 0, 'Otra cosa')).body.id).not.toBe(draft)
  })

  test('can be sent as it is, and then another one can be saved and sent', async () => {
    const first = (await autosave(rosa, 0, 'La promesa')).body.id
    await sendDraft(rosa, first)
    const next = await autosave(rosa, 0, 'Otra')
    expect([next.status, next.body.id === first]).toEqual([200, false])
    const key = 'clave'
    const draft = await createDraft(rosa, { comment: 'El anexo', key })
    expect(draft).toBe(next.body.id)
    expect((await autosave(rosa, 0, 'El anexo 2')).status).toBe(200)
    expect(await createDraft(rosa, { comment: 'El anexo 2', key })).toBe(draft)
    await sendDraft(rosa, draft)
  })

  test('saved while the request is sent keeps its comment there or in the draft', async () => {
    for (let round = 0; round < 20; round++) {
      const id = await createDraft(rosa, { comment: `La promesa ${round}`, key: `k${round}` })
      const comment = `La promesa ${round}, y el anexo`
      const [saved, sent] = await Promise.all([autosave(rosa, 0, comment), send(rosa, id)])
      expect([saved.status, sent.status]).toEqual([200, 200])
      const { body } = await rosa.get(`/api/requests/${id}/`)
      const { body: draft } = await rosa.get(draftAddress(0))
      expect([body.comment, draft.comment]).toContain(comment)
    }
  })

  test('loses a document that its position no longer requires', async () => {
    const id = await createDraft(rosa, { documents: 3 })
    for (const position of [0, 1, 2]) await attach(rosa, id, position)
    const { body: before } = await mario.get(`/api/procedures/${procedures[3]}/`)
    const [first, , third] = before.documents
    await mario.call(
      'PATCH',
      `/api/procedures/${procedures[3]}/`,
      json({ documents: [first, third] }),
    )
    const { body } = await autosave(rosa, 3, 'Sigo')
    expect(body.documents).toMatchObject([{ position: 0, title: first }])
    await mario.call(
      'PATCH',
      `/api/procedures/${procedures[3]}/`,
      json({ documents: before.documents }),
    )
  })

  test('hides a document whose position requires another one by now, and requires it again', async () => {
    const id = await createDraft(rosa, { documents: 3, key: 'clave' })
    for (const position of [0, 1, 2]) await attach(rosa, id, position)
    const path = `/api/procedures/${procedures[3]}/`
    const { documents } = (await mario.get(path)).body
    const [first, second, third] = documents
    await mario.call('PATCH', path, json({ documents: [second, first, third] }))
    const { body } = await rosa.get(draftAddress(3))
    expect(body).toMatchObject({ id, documents: [{ position: 2, title: third }] })
    expect(await createDraft(rosa, { documents: 3, key: 'clave' })).toBe(id)
    expect((await send(rosa, id)).body).toEqual(['Faltan 2 documentos'])
    await mario.call('PATCH', path, json({ documents }))
  })

  test('saved while the account is deleted leaves nothing', async () => {
    const leaving = await portal.as('pia')
    const { body: sales } = await leaving.get('/api/sales-data/')
    const eraser = await portal.pool.connect()
    onTestFinished(() => eraser.release(true))
    await eraser.query('begin')
    const her = `where rut = '${personas.pia.rut}'`
    await eraser.query(`select from users ${her} for update`)
    const calls = [
      autosave(leaving, 0, 'Necesito', { sale_code: sales[0].code }),
      create(leaving, { sale: sales[0].code }),
      create(leaving, { sale: sales[0].code, comment: 'La otra', key: 'clave' }),
    ]
    await vi.waitFor(async () => {
      const { rows } = await portal.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      // The others wait for their turn.
      expect(rows).toHaveLength(1)
    }, 60_000)
    await eraser.query(`update users set deleted_at = now(), is_active = false ${her}`)
    await eraser.query('commit')
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses).toEqual([401, 401, 401])
    expect(await count('requests')).toBe(0)
    await portal.pool.query(`update users set deleted_at = null, is_active = true ${her}`)
  })

  test('another sale gives 404, another procedure 400, an anonymous visitor 401, staff 403', async () => {
    procedures[9] = 999_999
    expect((await rosa.get(draftAddress(0, 'V-2001'))).status).toBe(404)
    expect((await rosa.get(draftAddress(9))).status).toBe(400)
    expect((await rosa.get('/api/request/draft/')).status).toBe(400)
    expect((await autosave(rosa, 0, 'x', { sale_code: 'V-2001' })).status).toBe(404)
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    expect((await anonymous.get(draftAddress(0))).status).toBe(401)
    expect((await autosave(anonymous, 0, 'x')).status).toBe(401)
    expect((await carla.get(draftAddress(0))).status).toBe(403)
    expect((await autosave(carla, 0, 'x')).status).toBe(403)
  })
})
