import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { personas } from '../../../seeds/personas.ts'
import type { Portal } from '../../../test/open-portal.ts'
import { openRequestsPortal } from '../../../test/requests-portal.ts'
import { json, type Visitor } from '../../../test/visitor.ts'

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
      autosave(leaving, 0, 'Necesito', sales[0].code),
      create(leaving, { sale: sales[0].code }),
      create(leaving, { sale: sales[0].code, comment: 'La otra', key: 'clave' }),
    ]
    await vi.waitFor(async () => {
      const { rows } = await portal.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(calls.length)
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
    expect((await autosave(rosa, 0, 'x', 'V-2001')).status).toBe(404)
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    expect((await anonymous.get(draftAddress(0))).status).toBe(401)
    expect((await autosave(anonymous, 0, 'x')).status).toBe(401)
    expect((await carla.get(draftAddress(0))).status).toBe(403)
    expect((await autosave(carla, 0, 'x')).status).toBe(403)
  })
})
