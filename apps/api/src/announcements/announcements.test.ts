import { beforeAll, describe, expect, test } from 'vitest'
import { announcementForm, draftBy, LOS_BOLDOS, publishedBy } from '../../test/announcements.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { json, type Visitor } from '../../test/visitor.ts'

let portal: Portal
let ivan: Visitor
beforeAll(async () => {
  portal = await openPortal()
  ivan = await portal.as('ivan')
  return () => portal.close()
})

const change = (id: number, body: object) =>
  ivan.call('PATCH', `/api/announcements/${id}/`, json(body))
const publish = (id: number, version: number) =>
  ivan.post(`/api/announcements/${id}/publish/`, json({ version }))
const withdraw = (id: number, version = 1) =>
  ivan.post(`/api/announcements/${id}/withdraw/`, json({ version }))

describe('announcements are only for staff who publish (security 5.49)', () => {
  const calls = [
    ['GET', '/api/announcements/'],
    ['POST', '/api/announcements/'],
    ['GET', '/api/announcements/audiences/'],
    ['GET', '/api/announcements/1/'],
    ['PATCH', '/api/announcements/1/'],
    ['DELETE', '/api/announcements/1/'],
    ['POST', '/api/announcements/1/publish/'],
    ['POST', '/api/announcements/1/withdraw/'],
    ['POST', '/api/announcements/1/copy/'],
    ['POST', '/api/announcements/1/files/'],
    ['DELETE', '/api/announcements/1/files/1/'],
    ['GET', '/api/announcements/1/readers/'],
  ] as const

  test.each(calls)('%s %s', async (method, path) => {
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    const people = [anonymous, await portal.as('rosa'), await portal.as('mario')]
    const statuses = await Promise.all(
      people.map(async (person) => (await person.call(method, path)).status),
    )
    expect(statuses).toEqual([401, 403, 403])
  })
})

describe('a draft', () => {
  test('is cleaned, and told as it is stored', async () => {
    const form = announcementForm({ title: ' Corte de agua ', body: 'Uno\r\n\r\nDos\t.\n' })
    const { status, body } = await ivan.post(
      '/api/announcements/',
      json({ ...form, audience: 'project' }),
    )
    expect([status, body]).toMatchObject([
      201,
      {
        state: 'draft',
        title: 'Corte de agua',
        body: 'Uno\n\nDos .',
        project: 'Altos de Tumbes',
        condominium: '',
        author: 'Iván Rojas Mella',
        files: [],
        reads: 0,
      },
    ])
    expect((await ivan.get(`/api/announcements/${body.id}/`)).body).toEqual(body)
  })

  test.each([
    ['no title', { title: ' ' }, { title: ['Ingresa título'] }],
    ['no text', { body: '\n' }, { body: ['Ingresa texto'] }],
    [
      'a title that turns its text around',
      { title: 'Corte \u202egpj' },
      { title: ['No uses saltos de línea ni caracteres invisibles'] },
    ],
    [
      'a text with invisible characters',
      { body: 'El\u200bmartes' },
      { body: ['No uses caracteres invisibles'] },
    ],
    ['no project', { project: '' }, { project: ['Elige el proyecto'] }],
    ['no condominium', { condominium: '' }, { condominium: ['Elige el condominio'] }],
    [
      'a day that does not exist',
      { visible_until: '2026-02-30' },
      { visible_until: ['Elige una fecha válida'] },
    ],
  ])('with %s is refused on its field (security 9.26)', async (_, changes, refusal) => {
    const form = json(announcementForm(changes))
    const { status, body } = await ivan.post('/api/announcements/', form)
    expect([status, body]).toEqual([400, refusal])
  })

  test('is changed by one of two people who saw the same version (security 5.47)', async () => {
    const { id, version } = await draftBy(ivan)
    const answers = await Promise.all(['Uno', 'Dos'].map((title) => change(id, { version, title })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.headers['x-error-code']).toBe('changed_meanwhile')
    expect((await publish(id, version)).status).toBe(409)
  })

  test('is deleted for good', async () => {
    const { id } = await draftBy(ivan)
    expect((await ivan.call('DELETE', `/api/announcements/${id}/?version=0`)).status).toBe(200)
    expect((await ivan.get(`/api/announcements/${id}/`)).status).toBe(404)
  })

  test('is not deleted by who saw it before a colleague changed it (§12.1833)', async () => {
    const { id, version } = await draftBy(ivan)
    await change(id, { version, title: 'De una colega' })
    const { status, headers } = await ivan.call('DELETE', `/api/announcements/${id}/?version=0`)
    expect([status, headers['x-error-code']]).toEqual([409, 'changed_meanwhile'])
    expect((await ivan.get(`/api/announcements/${id}/`)).body.title).toBe('De una colega')
  })

  test('for an audience without sales is not published (§12.194)', async () => {
    const { id } = await draftBy(ivan, { condominium: 'Condominio Inventado' })
    const { status, headers } = await publish(id, 0)
    expect([status, headers['x-error-code']]).toEqual([400, 'no_audience'])
  })

  test('whose last day is over is not published (§12.194)', async () => {
    const { id } = await draftBy(ivan, { visible_until: '2020-01-01' })
    expect((await publish(id, 0)).body).toEqual({
      visible_until: ['Elige una fecha desde hoy en adelante'],
    })
  })
})

describe('a published announcement', () => {
  test('is published once, and a repeated call answers the same (security 5.47)', async () => {
    const { id } = await draftBy(ivan, { sends_email: true })
    const answers = await Promise.all([publish(id, 0), publish(id, 0)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    const { rows } = await portal.pool.query(
      `select count(*)::int as events from audit_entries
        where action = 'announcement.published' and object_id = $1`,
      [String(id)],
    )
    expect(rows).toEqual([{ events: 1 }])
  })

  test('is not changed or deleted, but withdrawn and copied (§12.193)', async () => {
    const id = await publishedBy(ivan, { visible_until: '2099-12-31' })
    expect((await change(id, { version: 1, title: 'Otro' })).headers['x-error-code']).toBe(
      'not_draft',
    )
    expect((await ivan.call('DELETE', `/api/announcements/${id}/?version=1`)).status).toBe(409)
    const withdrawn = await withdraw(id)
    expect(withdrawn.body).toMatchObject({ state: 'withdrawn', version: 2 })
    expect((await withdraw(id)).body).toEqual(withdrawn.body)
    expect((await publish(id, 2)).headers['x-error-code']).toBe('not_published')
    const { status, body } = await ivan.post(`/api/announcements/${id}/copy/`, json({}))
    expect([status, body]).toMatchObject([
      201,
      { state: 'draft', version: 0, ...LOS_BOLDOS, visible_until: '2099-12-31' },
    ])
  })

  test('a draft is not withdrawn', async () => {
    const { id } = await draftBy(ivan)
    expect((await withdraw(id)).status).toBe(409)
  })

  test('an unknown one is a 404 for every action', async () => {
    const calls = ['publish', 'withdraw', 'copy'].map((action) =>
      ivan.post(`/api/announcements/999999/${action}/`, json({ version: 0 })),
    )
    const others = [change(999999, { version: 0 }), ivan.get('/api/announcements/999999/readers/')]
    const answers = await Promise.all([...calls, ...others])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })
})

test('the list is found by title and state, the last changed first (§12.190)', async () => {
  const id = await publishedBy(ivan, { title: 'Asamblea de Año Nuevo' })
  await draftBy(ivan, { title: 'Asamblea de agosto' })
  const listed = async (query: string) => {
    const { body } = await ivan.get(`/api/announcements/?${query}`)
    return body.results.map(({ title }: { title: string }) => title)
  }
  expect(await listed('title=asamblea')).toEqual(['Asamblea de agosto', 'Asamblea de Año Nuevo'])
  expect(await listed('title=ano nuevo&state=published')).toEqual(['Asamblea de Año Nuevo'])
  expect(await listed('title=asamblea&orderBy=title&orderDesc=1')).toEqual([
    'Asamblea de Año Nuevo',
    'Asamblea de agosto',
  ])
  await withdraw(id)
  expect(await listed('title=asamblea&state=published')).toEqual([])
})
