import { memberRequestSchema } from '@carpeta/contract/requests/request-schemas'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Portal } from '../../../test/open-portal.ts'
import { openRequestsPortal, ROSAS_SALE } from '../../../test/requests-portal.ts'
import { json, type Visitor } from '../../../test/visitor.ts'

const requests = openRequestsPortal()
const { attach, count, create, createDraft, procedures, sendDraft } = requests

let portal: Portal
let rosa: Visitor
let hernan: Visitor
let mario: Visitor
beforeAll(() => {
  ;({ portal, rosa, hernan, mario } = requests)
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
