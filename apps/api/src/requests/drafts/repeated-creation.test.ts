import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Portal } from '../../../test/open-portal.ts'
import { openRequestsPortal } from '../../../test/requests-portal.ts'
import { json, type Visitor } from '../../../test/visitor.ts'

const requests = openRequestsPortal()
const { attach, autosave, count, create, createDraft, draftAddress, procedures, sendDraft } =
  requests

let portal: Portal
let rosa: Visitor
let hernan: Visitor
let mario: Visitor
beforeAll(() => {
  ;({ portal, rosa, hernan, mario } = requests)
})
beforeEach(() => requests.reset())

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
