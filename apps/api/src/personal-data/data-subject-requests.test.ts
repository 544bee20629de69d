import { memberRequestSchema, staffRequestSchema } from '@carpeta/contract/requests'
import {
  dataSubjectRequestMessages,
  dataSubjectRequests,
  endOfDayAfter,
} from '@carpeta/domain/personal-data/data-subject-requests'
import { procedureMessages } from '@carpeta/domain/requests/procedure-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { PersonaName } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { json, type Visitor } from '../../test/visitor.ts'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
  onTestFinished(() => portal.close())
})

type Right = { id: number; key: string; title: string; description: string; answer_days: number }

async function rightsOf(visitor: Visitor): Promise<Right[]> {
  return (await visitor.get('/api/client/rights/')).body.results
}

/** Sends a data-subject request. @returns its id */
async function ask(name: PersonaName, saleCode: string, key = 'rectification'): Promise<number> {
  const member = await portal.as(name)
  const right = (await rightsOf(member)).find((one) => one.key === key)
  const draft = { procedure_id: right?.id, sale_code: saleCode, comment: 'Mi fono es otro' }
  const { status, body } = await member.post('/api/request/create/', json(draft))
  expect(status).toBe(201)
  expect((await member.post('/api/request/send/', json({ request_id: body.id }))).status).toBe(200)
  return body.id
}

async function action(mario: Visitor, id: number, name: string, text?: string) {
  const { body } = await mario.get(`/api/requests/${id}/`)
  const fields = text === undefined ? {} : { text }
  return mario.post(`/api/requests/${id}/${name}/`, json({ version: body.version, ...fields }))
}

describe('data-subject requests', () => {
  test('are six in every portal, even an empty one, with the texts of the privacy notice', async () => {
    const expected = dataSubjectRequests.map((right) => ({ ...right, answer_days: 30 }))
    const rights = await rightsOf(await portal.as('rosa'))
    expect(rights.map(({ id: _, ...right }) => right)).toEqual(expected)
    const empty = await openPortal('empty')
    onTestFinished(() => empty.close())
    const { rows } = await empty.pool.query(
      'select data_subject_right from procedures where data_subject_right is not null order by position',
    )
    expect(rows.map(({ data_subject_right }) => data_subject_right)).toEqual(
      expected.map(({ key }) => key),
    )
  })

  test('are in neither the member’s nor the staff’s list of procedures', async () => {
    for (const name of ['rosa', 'mario'] as const) {
      const { body } = await (await portal.as(name)).get('/api/procedures/')
      expect([name, body.results.length]).toEqual([name, 4])
    }
  })

  test('cannot be deleted or deactivated: staff change only their texts (security 15.12)', async () => {
    const mario = await portal.as('mario')
    const [right] = await rightsOf(mario)
    const url = `/api/procedures/${right?.id}/`
    const refused = { status: 409, body: procedureMessages.isDataSubjectRequest.text }
    expect(await mario.call('DELETE', url)).toMatchObject(refused)
    expect(await mario.call('PATCH', url, json({ is_active: false }))).toMatchObject(refused)
    expect(await mario.call('PATCH', url, json({ documents: ['Carta simple'] }))).toMatchObject(
      refused,
    )
    expect((await mario.call('PATCH', url, json({ title: 'Ver mis datos' }))).status).toBe(200)
    await mario.post('/api/procedures/order/', json({ ids: [right?.id] }))
    expect((await rightsOf(mario))[0]?.title).toBe('Ver mis datos')
  })

  test('can be sent before a sale is approved and after it is completed, unlike other requests', async () => {
    await ask('elena', 'V-3001')
    await portal.pool.query(`update sales set completed_on = '2026-10-01' where code = 'V-1001'`)
    await ask('rosa', 'V-1001')
    const hernan = await portal.as('hernan')
    const [right] = await rightsOf(hernan)
    const others = { procedure_id: right?.id, sale_code: 'V-1001', comment: 'Quiero ver' }
    expect((await hernan.post('/api/request/create/', json(others))).status).toBe(404)
  })
})

describe('the legal deadline', () => {
  test('is thirty calendar days, and keeps running while the member is asked for something (§12.71)', async () => {
    const before = endOfDayAfter(new Date(), 30)
    const id = await ask('rosa', 'V-1001')
    const mario = await portal.as('mario')
    const dueOf = async () =>
      staffRequestSchema.parse((await mario.get(`/api/requests/${id}/`)).body).due_at
    const due = await dueOf()
    // Midnight may pass between the two calls.
    expect([before.toISOString(), endOfDayAfter(new Date(), 30).toISOString()]).toContain(due)
    await action(mario, id, 'review')
    expect((await action(mario, id, 'ask', '¿Cuál es el nuevo?')).status).toBe(200)
    expect(await dueOf()).toBe(due)
    const rosa = await portal.as('rosa')
    await rosa.post(`/api/requests/${id}/reply/`, json({ comment: '+56 9 1111 2222' }))
    expect(await dueOf()).toBe(due)
  })

  test('is extended once, by thirty days, with a reason that the member reads (§12.71)', async () => {
    const id = await ask('rosa', 'V-1001', 'erasure')
    const mario = await portal.as('mario')
    const { body: seen } = await mario.get(`/api/requests/${id}/`)
    expect(seen.can_extend).toBe(true)
    expect(await action(mario, id, 'extend', '  ')).toMatchObject({
      status: 400,
      body: dataSubjectRequestMessages.extensionReason.text,
    })
    const stale = { version: seen.version - 1, text: 'Muchos archivos' }
    expect(await mario.post(`/api/requests/${id}/extend/`, json(stale))).toMatchObject({
      status: 409,
      body: requestMessages.changedMeanwhile.text,
    })
    const { status, body } = await action(
      mario,
      id,
      'extend',
      'Hay que revisar el archivo en papel',
    )
    expect(status).toBe(200)
    const later = endOfDayAfter(new Date(seen.due_at), 30).toISOString()
    expect(body).toMatchObject({ due_at: later, can_extend: false })
    expect(await action(mario, id, 'extend', 'Otra vez')).toMatchObject({
      status: 409,
      body: dataSubjectRequestMessages.cannotExtend.text,
    })
    const { body: own } = await (await portal.as('rosa')).get(`/api/requests/${id}/`)
    expect(memberRequestSchema.parse(own).events.at(-1)).toMatchObject({
      kind: 'extended',
      text: 'Hay que revisar el archivo en papel',
    })
    const { rows } = await portal.pool.query(
      `select from audit_entries where action = 'request.changed' and after ->> 'event' = 'extended'`,
    )
    expect(rows).toHaveLength(1)
    const subjects = (await portal.sentEmails()).map(({ subject }) => subject)
    expect(subjects.some((one) => one.startsWith('Necesitamos más tiempo'))).toBe(true)
  })

  test.each(['', 'Hay que revisar el archivo en papel'])(
    'does not restart when the request is reopened (extended: %s) (security 15.12)',
    async (reason) => {
      const id = await ask('rosa', 'V-1001', 'access')
      const mario = await portal.as('mario')
      const read = async () => (await mario.get(`/api/requests/${id}/`)).body
      // Moves the request ten days back, perhaps across the end of summer time.
      await portal.pool.query(
        `update requests set sent_at = sent_at - interval '10 days',
           due_at = due_at - interval '10 days' where id = $1`,
        [id],
      )
      const sentAt = new Date((await read()).sent_at)
      await action(mario, id, 'review')
      if (reason) await action(mario, id, 'extend', reason)
      await action(mario, id, 'resolve', 'Visto')
      const { status } = await action(mario, id, 'reopen', 'Faltó algo')
      const first = endOfDayAfter(sentAt, 30)
      const due = reason ? endOfDayAfter(first, 30) : first
      expect(status).toBe(200)
      expect(await read()).toMatchObject({ due_at: due.toISOString(), can_extend: !reason })
    },
  )

  test('applies to no other request: those cannot be extended', async () => {
    const rosa = await portal.as('rosa')
    const { body } = await rosa.get('/api/procedures/')
    const copy = body.results.find((one: { documents: string[] }) => one.documents.length === 0)
    const draft = { procedure_id: copy.id, sale_code: 'V-1001', comment: 'La promesa, por favor' }
    const { body: created } = await rosa.post('/api/request/create/', json(draft))
    await rosa.post('/api/request/send/', json({ request_id: created.id }))
    const mario = await portal.as('mario')
    expect(await action(mario, created.id, 'extend', 'Más tiempo')).toMatchObject({
      status: 409,
      body: dataSubjectRequestMessages.cannotExtend.text,
    })
  })
})
