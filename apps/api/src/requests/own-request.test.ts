import { text } from 'node:stream/consumers'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { ownSaleRefusal } from '@carpeta/domain/sales/own-sale'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { callerOf } from '../../test/caller-of.ts'
import type { Portal } from '../../test/open-portal.ts'
import { openRequestsPortal } from '../../test/requests-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'
import { exportRequests } from './queue.ts'

// Rosa is a member who also answers requests.

const requests = openRequestsPortal()
const { action, attach, createDraft, eventsOf, idOfPerson, rowOf, sendDraft } = requests
const refused = { status: 403, body: requestMessages.ownRequest.text }

let portal: Portal
let rosa: Visitor
let mario: Visitor
let id: number
let documentId: number

beforeAll(async () => {
  ;({ portal, rosa, mario } = requests)
  await portal.pool.query(
    `insert into user_groups select users.id, groups.id from users, groups
     where users.rut = $1 and groups.name = 'Atención de socios'`,
    [personas.rosa.rut],
  )
})
beforeEach(async () => {
  await requests.reset()
  id = await createDraft(rosa, { documents: 1 })
  documentId = await attach(rosa, id)
  await sendDraft(rosa, id)
})

describe('her own request', () => {
  test.each([
    ['review', {}],
    ['ask', { text: 'Falta la firma' }],
    ['resolve', { text: 'Aquí está' }],
    ['reject', { text: 'No corresponde' }],
    ['extend', { text: 'Falta tiempo' }],
    ['reopen', { text: '' }],
    ['note', { text: 'Ojo con la fecha' }],
  ])('is not hers to handle: %s (§10.46, security 5.36)', async (name, body) => {
    const before = await rowOf(id)
    const answer = await action(rosa, id, name, { version: before.version, ...body })
    expect({ status: answer.status, body: answer.body }).toEqual(refused)
    expect(answer.headers['x-error-code']).toBe('own_request')
    expect(await rowOf(id)).toEqual(before)
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['sent'])
  })

  test('nor are its documents and the files of its answer (security 5.36)', async () => {
    const { version } = await rowOf(id)
    await action(mario, id, 'review', { version })
    const verdict = json({ version: version + 1, accepted: true, reason: '' })
    const review = rosa.post(`/api/requests/${id}/documents/${documentId}/review/`, verdict)
    expect(await statusAndBody(review)).toEqual(refused)
    const file = upload(pdf('respuesta.pdf'))
    const added = rosa.post(`/api/requests/${id}/answer-files/`, file)
    expect(await statusAndBody(added)).toEqual(refused)
    const { body } = await mario.post(`/api/requests/${id}/answer-files/`, file)
    const answerFile = body.answer_files[0].id
    const removed = rosa.call('DELETE', `/api/requests/${id}/answer-files/${answerFile}/`)
    expect(await statusAndBody(removed)).toEqual(refused)
    // She sees the file once the request is answered, as every member does.
    expect((await rosa.get(`/api/documents/${answerFile}/`)).status).toBe(404)
    expect((await rosa.get(`/api/documents/${documentId}/`)).status).toBe(200)
  })

  test('is assigned to her by nobody (security 5.36)', async () => {
    const rosaId = await idOfPerson('Rosa')
    const { version } = await rowOf(id)
    const own = await action(rosa, id, 'assign', { version, user_id: rosaId })
    expect({ status: own.status, body: own.body }).toEqual(refused)
    const byMario = await action(mario, id, 'assign', { version, user_id: rosaId })
    expect([byMario.status, byMario.body]).toEqual([400, requestMessages.assignedToMember.text])
    expect(await rowOf(id)).toMatchObject({ assignee_id: null, version })
  })

  test('shows her no notes, in the list and when she opens it (security 5.36)', async () => {
    await action(mario, id, 'note', { text: 'Ojo con la fecha' })
    const opened = await rosa.get(`/api/requests/${id}/`)
    const listed = await rosa.get('/api/requests/')
    expect([opened.status, listed.status]).toEqual([200, 200])
    expect(JSON.stringify([opened.body, listed.body])).not.toContain('Ojo con la fecha')
    expect(listed.body.results).toMatchObject([{ id, member: { id: await idOfPerson('Rosa') } }])
    expect(await statusAndBody(rosa.get(`/api/requests/${id}/?as=staff`))).toEqual(refused)
  })

  test('is found by its number and her name, not by its text, and without its assignee (security 5.701)', async () => {
    await action(mario, id, 'review', { version: (await rowOf(id)).version })
    const { body } = await rosa.get('/api/requests/')
    expect(body.results).toMatchObject([{ id, assignee: null, excerpt: '' }])
    expect((await mario.get('/api/requests/')).body.results).toMatchObject([
      { id, assignee: { id: await idOfPerson('Mario') }, excerpt: expect.stringMatching(/./) },
    ])
    expect((await rosa.get('/api/requests/?q=rosa')).body.results).toHaveLength(1)
  })

  test('is notified to her colleagues, not to her as staff', async () => {
    const before = (await portal.sentEmails()).length
    await sendDraft(rosa, await createDraft(rosa))
    const sent = (await portal.sentEmails()).slice(before)
    expect(sent.filter(({ to }) => to === personas.rosa.email)).toHaveLength(1)
    expect(sent.map(({ to }) => to)).toContain(personas.mario.email)
  })
})

describe('what Hernán asked about her purchase, which he held before her,', () => {
  const WORD = 'usufructo'
  let his: number
  beforeEach(async () => {
    ;({ id: his } = await storeRequest(portal, { by: 'hernan' }))
    await portal.pool.query(
      `update requests set comment = $2, sale_id = (select id from sales where code = 'V-1001')
       where id = $1`,
      [his, `Por el ${WORD} de mi madre`],
    )
  })

  test('she reads in no list, search, export, file or beside another request (security 5.701)', async () => {
    const { id: other } = await storeRequest(portal, { by: 'hernan' })
    const doors = (person: Visitor) =>
      Promise.all(
        ['/api/requests/?pageSize=100', `/api/requests/${other}/member/`].map(async (path) =>
          JSON.stringify((await person.get(path)).body),
        ),
      )
    for (const text of await doors(mario)) expect(text).toContain(WORD)
    for (const text of await doors(rosa)) expect(text).not.toContain(WORD)
    const found = async (person: Visitor) => [
      (await person.get(`/api/requests/?q=${WORD}`)).body.results.length,
      (await person.get(`/api/requests/?q=${WORD}`)).body.counts.sent,
      (await person.get(`/api/staff/search/?q=${WORD}`)).body.requests.length,
      (await person.get(`/api/requests/export.csv?q=${WORD}`)).bytes.toString().split('\r\n')
        .length,
    ]
    expect(await found(mario)).toEqual([1, 1, 1, 3])
    expect(await found(rosa)).toEqual([0, 0, 0, 2])
  })
})

test('what was merged into a request makes that one hers, too: she neither reads, answers nor gets it (security 5.821)', async () => {
  const WORD = 'usufructo'
  const { id: about, documentIds } = await storeRequest(portal, { by: 'hernan' })
  await portal.pool.query(
    `update requests set comment = $2, sale_id = (select id from sales where code = 'V-1001')
     where id = $1`,
    [about, `Por el ${WORD} de mi madre`],
  )
  const { id: into } = await storeRequest(portal, { by: 'hernan' })
  const merged = await action(mario, about, 'merge', { version: 0, into })
  expect(merged.status).toBe(200)
  expect(JSON.stringify((await mario.get(`/api/requests/${into}/`)).body)).toContain(WORD)
  const own = { status: 403, body: ownSaleRefusal.text }
  expect(await statusAndBody(rosa.get(`/api/requests/${into}/?as=staff`))).toEqual(own)
  expect((await rosa.get(`/api/requests/${into}/`)).status).toBe(404)
  expect(await statusAndBody(rosa.get(`/api/requests/${into}/member/`))).toEqual(own)
  expect((await rosa.get(`/api/documents/${documentIds[0]}/`)).status).toBe(404)
  const { version } = await rowOf(into)
  const answer = action(rosa, into, 'review', { version })
  expect(await statusAndBody(answer)).toEqual(own)
  const toRosa = { version, user_id: await idOfPerson('Rosa') }
  const assigned = await action(mario, into, 'assign', toRosa)
  expect([assigned.status, assigned.body]).toEqual([400, requestMessages.assignedToBuyer.text])
})

test('nor does she find it by what colleagues answered there, or read its text and assignee in the queue (security 5.840)', async () => {
  const { id: about } = await storeRequest(portal, { by: 'hernan' })
  await portal.pool.query(
    `update requests set sale_id = (select id from sales where code = 'V-1001') where id = $1`,
    [about],
  )
  const { id: into } = await storeRequest(portal, { by: 'hernan' })
  await portal.pool.query(`update requests set comment = 'Mi consulta' where id = $1`, [into])
  await action(mario, about, 'merge', { version: 0, into })
  const { version } = await rowOf(into)
  await action(mario, into, 'ask', { version, text: 'Falta el usufructo' })
  const seen = async (person: Visitor) => {
    const { body } = await person.get('/api/requests/?pageSize=100')
    const row = body.results.find((each: { id: number }) => each.id === into)
    return [
      row.assignee?.id ?? null,
      row.excerpt,
      (await person.get('/api/requests/?q=usufructo')).body.results.length,
      (await person.get('/api/staff/search/?q=usufructo')).body.requests.length,
    ]
  }
  expect(await seen(mario)).toEqual([await idOfPerson('Mario'), 'Mi consulta', 1, 1])
  expect(await seen(rosa)).toEqual([null, '', 0, 0])
})

test('what its member writes reaches others once the request is about a purchase of its assignee (§12.2100)', async () => {
  const { id: his } = await storeRequest(portal, { by: 'hernan' })
  const toRosa = { version: 0, user_id: await idOfPerson('Rosa') }
  expect((await action(mario, his, 'assign', toRosa)).status).toBe(200)
  await portal.pool.query(
    `update requests set state = 'in_review', sale_id = (select id from sales where code = 'V-1001')
     where id = $1`,
    [his],
  )
  await portal.pool.query(`update sales set holder_rut = '11111111-1' where code = 'V-1001'`)
  await portal.pool.query(
    `insert into sale_buyers (sale_id, rut) select id, '123456785' from sales where code = 'V-1001'
     on conflict do nothing`,
  )
  const before = (await portal.sentEmails()).length
  const { status } = await requests.hernan.post(
    `/api/requests/${his}/comment/`,
    json({ text: 'Sigo esperando' }),
  )
  expect(status).toBe(200)
  const to = (await portal.sentEmails()).slice(before).map((email) => email.to)
  await portal.pool.query(`update sales set holder_rut = '12345678-5' where code = 'V-1001'`)
  expect(to).toContain(personas.mario.email)
  expect(to).not.toContain(personas.rosa.email)
})

test('Hernán’s request is hers to handle', async () => {
  const his = await createDraft(requests.hernan, { sale: 'V-2001' })
  await sendDraft(requests.hernan, his)
  const { version } = await rowOf(his)
  expect((await action(rosa, his, 'review', { version })).body).toMatchObject({
    state: 'in_review',
    assignee: { id: await idOfPerson('Rosa') },
  })
})

test('the parts of an export judge her purchases by the rut that she has then (security 5.894)', async () => {
  const { id: his } = await storeRequest(portal, { by: 'hernan' })
  await portal.pool.query(
    `update requests set sale_id = (select id from sales where code = 'V-1001'),
       assignee_id = (select id from users where rut = $2) where id = $1`,
    [his, personas.mario.rut],
  )
  const now = await callerOf(portal, rosa, 'requests.answer_requests')
  const profile = { ...now.user.profile, social_security: '' }
  const before = { ...now, user: { ...now.user, profile } }
  const lines = async (caller: typeof now) =>
    (await text(await exportRequests(portal, caller, {})))
      .split('\r\n')
      .filter((line) => line.startsWith(`${his};`))
  expect(await lines(before)).toEqual(await lines(now))
  expect((await lines(before)).join()).toMatch(new RegExp(`^${his};(?!.*Mario)`))
})
