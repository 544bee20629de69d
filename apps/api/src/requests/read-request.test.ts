import { memberRequestSchema, staffRequestSchema } from '@carpeta/contract/requests/request-schemas'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Portal } from '../../test/open-portal.ts'
import { openRequestsPortal } from '../../test/requests-portal.ts'
import { json, type Visitor } from '../../test/visitor.ts'

const requests = openRequestsPortal()
const { createDraft, sendDraft } = requests

let portal: Portal
let rosa: Visitor
let hernan: Visitor
let mario: Visitor
let carla: Visitor
beforeAll(() => {
  ;({ portal, rosa, hernan, mario, carla } = requests)
})
beforeEach(() => requests.reset())

describe('reading a request', () => {
  test('is for its member and, once it is sent, for staff who answer', async () => {
    const id = await createDraft(rosa)
    const read = async (person: Visitor) => (await person.get(`/api/requests/${id}/`)).status
    expect(await read(rosa)).toBe(200)
    expect(await read(mario)).toBe(404)
    await sendDraft(rosa, id)
    expect(await read(mario)).toBe(200)
    expect(await read(hernan)).toBe(404)
    expect(await read(carla)).toBe(404)
    expect(await read(portal.visitor())).toBe(401)
    expect((await rosa.get('/api/requests/999999/')).status).toBe(404)
    expect((await rosa.get('/api/requests/abc/')).status).toBe(404)
  })

  test('Rosa sees the cooperative’s name instead of staff’s, and no internal notes', async () => {
    const id = await createDraft(rosa)
    await sendDraft(rosa, id)
    const { body } = await mario.get(`/api/requests/${id}/`)
    await mario.post(`/api/requests/${id}/review/`, json({ version: body.version }))
    await mario.post(`/api/requests/${id}/note/`, json({ text: 'Ojo con la fecha' }))
    const { body: hers } = await rosa.get(`/api/requests/${id}/`)
    expect(hers.events.map(({ kind }: { kind: string }) => kind)).toEqual(['sent', 'review'])
    expect(hers.events[1].actor).toBe('Cooperativa Vista al Biobío')
    expect(JSON.stringify(hers)).not.toMatch(/Mario|Ojo con la fecha/)
  })

  test('Rosa, who is also staff, reads her own request as a member, never as staff (security 5.25)', async () => {
    const id = await createDraft(rosa)
    await sendDraft(rosa, id)
    await mario.post(`/api/requests/${id}/note/`, json({ text: 'Ojo con la fecha' }))
    await portal.pool.query(`
      insert into user_groups select users.id, groups.id from users, groups
      where users.rut = '12345678-5' and groups.name = 'Atención de socios'`)
    const { body: hers } = await rosa.get(`/api/requests/${id}/`)
    expect(memberRequestSchema.strict().parse(hers)).toEqual(hers)
    expect(JSON.stringify(hers)).not.toContain('Ojo con la fecha')
    expect((await rosa.get(`/api/requests/${id}/?as=staff`)).status).toBe(403)
    const theirs = await createDraft(hernan, { sale: 'V-2001' })
    expect((await rosa.get(`/api/requests/${theirs}/?as=staff`)).status).toBe(404)
    await sendDraft(hernan, theirs)
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
