import { endpoints } from '@carpeta/contract/procedures'
import { procedureLimits, procedureMessages } from '@carpeta/domain/requests/procedure-rules'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sampleProcedures } from '../../seeds/sample-portal.ts'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { json, type Visitor } from '../../test/visitor.ts'

let portal: Portal
let rosa: Visitor
let mario: Visitor
let carla: Visitor
let lastOfSample: number
beforeAll(async () => {
  portal = await openPortal()
  rosa = await portal.as('rosa')
  mario = await portal.as('mario')
  carla = await portal.as('carla')
  await portal.pool.query('delete from procedures where is_question')
  const { rows } = await portal.pool.query('select max(id) as id from procedures')
  lastOfSample = rows[0].id
})
afterAll(() => portal.close())
beforeEach(async () => {
  // A procedure that staff changed is not the sample's any more.
  await portal.pool.query('delete from procedures where id > $1', [lastOfSample])
  await portal.pool.query(
    'update procedures set deleted_at = null, is_active = true, position = id, is_sample = true',
  )
})

const titles = sampleProcedures.map(({ title }) => title)

const form = {
  title: 'Certificado de pago',
  description: 'Para presentar al banco.',
  documents: ['Cédula de identidad'],
  answer_hours: 8,
  is_active: true,
}

async function listFor(person: Visitor, query = ''): Promise<string[]> {
  const { body } = await person.get(`/api/procedures/${query}`)
  return body.results.map(({ title }: { title: string }) => title)
}

async function idOf(title: string): Promise<number> {
  const { rows } = await portal.pool.query('select id from procedures where title = $1', [title])
  return rows[0].id
}

test('there are no more procedures than staff can put in an order; the trash does not count (§12.2164)', async () => {
  const { rows } = await portal.pool.query(
    `insert into procedures (title, description, documents, answer_hours, is_active, position)
     select 'Trámite ' || n, 'x', '{}', 8, true, 1000 + n
     from generate_series(1, $1 - (select count(*) from procedures)::integer) n returning id`,
    [procedureLimits.procedures],
  )
  const refused = await mario.post('/api/procedures/', json(form))
  expect([refused.status, refused.body]).toEqual([400, { title: [procedureMessages.tooMany.text] }])
  await mario.call('DELETE', `/api/procedures/${rows[0].id}/`)
  expect((await mario.post('/api/procedures/', json(form))).status).toBe(201)
  const restored = await mario.call('PATCH', `/api/procedures/${rows[0].id}/restore/`)
  expect([restored.status, restored.body]).toEqual([409, procedureMessages.tooMany.text])
})

async function create(body: object = {}): Promise<number> {
  const answer = await mario.post('/api/procedures/', json({ ...form, ...body }))
  expect(answer.status).toBe(201)
  return answer.body.id
}

describe('the offered procedures', () => {
  test('Rosa sees the offered procedures in order, without the fields for staff (§3.10)', async () => {
    const { status, body } = await rosa.get(
      '/api/procedures/?page=1&pageSize=999&orderBy=&orderDesc=',
    )
    expect(status).toBe(200)
    expect(endpoints['GET /api/procedures/'].answer.parse(body)).toEqual(body)
    expect(body).toMatchObject({ current: 1, lastPage: 1 })
    expect(
      body.results.map(({ document_amount }: { document_amount: number }) => document_amount),
    ).toEqual([0, 1, 3])
    expect(Object.keys(body.results[2])).toEqual([
      ...['id', 'title', 'description', 'document_amount', 'documents', 'answer_by'],
    ])
    expect(body.results[2]).toMatchObject({
      title: titles[2],
      documents: sampleProcedures[2]?.documents,
    })
  })

  test('tell Rosa by when each is answered if she sends it now, which is what she is promised then (§12.1312)', async () => {
    const { body } = await rosa.get('/api/procedures/')
    const [{ id, answer_by: promised }] = body.results
    const request = { procedure_id: id, sale_code: 'V-1001', comment: 'Cambié de teléfono' }
    const begun = await rosa.post('/api/request/create/', json(request))
    await rosa.post('/api/request/send/', json({ request_id: begun.body.id }))
    const sent = await rosa.get(`/api/requests/${begun.body.id}/`)
    expect(promised).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(sent.body.answer_by).toBe(promised)
    const catalogue = await mario.get('/api/procedures/')
    expect(catalogue.body.results[0]).not.toHaveProperty('answer_by')
  })

  test('exclude inactive and deleted ones; Mario sees the inactive one (§10.60)', async () => {
    const [first, second, third] = titles
    await mario.call(
      'PATCH',
      `/api/procedures/${await idOf(first ?? '')}/`,
      json({ is_active: false }),
    )
    await mario.call('DELETE', `/api/procedures/${await idOf(second ?? '')}/`)
    expect(await listFor(rosa)).toEqual([third])
    expect(await listFor(mario)).toEqual([first, third])
    const { body } = await mario.get('/api/procedures/')
    expect(body.results[0]).toMatchObject({ answer_hours: 12, is_active: false, deleted_at: null })
  })

  test('an anonymous visitor gets 401, staff who do not edit the catalogue 403', async () => {
    expect((await portal.visitor().get('/api/procedures/')).status).toBe(401)
    expect((await carla.get('/api/procedures/')).status).toBe(403)
  })

  test('are paged, sorted and filtered by title', async () => {
    expect(await listFor(rosa, '?orderBy=title')).toEqual([titles[1], titles[2], titles[0]])
    expect(await listFor(rosa, '?orderBy=title&orderDesc=true')).toEqual([
      titles[0],
      titles[2],
      titles[1],
    ])
    expect(await listFor(rosa, '?orderBy=password')).toEqual(titles)
    expect(await listFor(rosa, '?title=CESION')).toEqual([titles[2]])
    expect(await listFor(rosa, '?title=%25')).toEqual([])
    const { body } = await rosa.get('/api/procedures/?page=9&pageSize=2')
    expect(body).toMatchObject({ current: 2, lastPage: 2, results: [{ title: titles[2] }] })
    expect((await rosa.get('/api/procedures/?page=0')).status).toBe(404)
    expect((await rosa.get('/api/procedures/?title=%00')).status).toBe(400)
  })

  test('are one empty page if there are none', async () => {
    const empty = await openPortalForTest({})
    await empty.pool.query('delete from requests; delete from procedures')
    const { body } = await (await empty.as('rosa')).get('/api/procedures/')
    expect(body).toEqual({ results: [], current: 1, lastPage: 1 })
  })
})

describe('the catalogue (§12.36)', () => {
  test('offers what Mario adds at the end', async () => {
    const answer = await mario.post('/api/procedures/', json({ ...form, title: ` ${form.title} ` }))
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      ...form,
      id: expect.any(Number),
      document_amount: 1,
      ...{ is_question: false, deleted_at: null },
    })
    expect(await listFor(rosa)).toEqual([...titles, form.title])
    expect((await mario.get(`/api/procedures/${answer.body.id}/`)).body).toEqual(answer.body)
  })

  test.each([
    ['a blank title', { title: '  ' }, { title: [procedureMessages.title.text] }],
    ['a long title', { title: 'a'.repeat(201) }, { title: [procedureMessages.title.text] }],
    [
      'a blank description',
      { description: '' },
      { description: [procedureMessages.description.text] },
    ],
    [
      'a document without name',
      { documents: [''] },
      { documents: [procedureMessages.documentName.text] },
    ],
    [
      'eleven documents',
      { documents: Array(11).fill('Cédula') },
      { documents: [procedureMessages.tooManyDocuments.text] },
    ],
    [
      'no time to answer',
      { answer_hours: 0 },
      { answer_hours: [procedureMessages.answerHours.text] },
    ],
    [
      'an invalid value in every field',
      { title: '', description: '', documents: [' '], answer_hours: 501 },
      {
        title: [procedureMessages.title.text],
        description: [procedureMessages.description.text],
        documents: [procedureMessages.documentName.text],
        answer_hours: [procedureMessages.answerHours.text],
      },
    ],
    ['a number for a title', { title: 7 }, { title: ['No es una cadena válida.'] }],
  ])('%s is an error of its field', async (_what, invalid, expected) => {
    const id = await idOf(titles[0] ?? '')
    for (const answer of [
      await mario.post('/api/procedures/', json({ ...form, ...invalid })),
      await mario.call('PATCH', `/api/procedures/${id}/`, json(invalid)),
    ]) {
      expect([answer.status, answer.body]).toEqual([400, expected])
    }
    expect(await listFor(mario)).toEqual(titles)
  })

  test('changes only the given fields', async () => {
    const id = await create()
    const { body } = await mario.call(
      'PATCH',
      `/api/procedures/${id}/`,
      json({ documents: [], id: 1, deleted_at: '2026-01-01T00:00:00Z', is_sample: true }),
    )
    expect(body).toEqual({
      ...{ ...form, id, documents: [], document_amount: 0 },
      ...{ is_question: false, deleted_at: null },
    })
  })

  test('keeps a document that was added while Mario had the form open (security 5.28)', async () => {
    const id = await create()
    const change = (body: object) => mario.call('PATCH', `/api/procedures/${id}/`, json(body))
    const documents = [...form.documents, 'Poder notarial']
    await change({ documents })
    const late = await change({ documents: ['Pasaporte'], as_read: form })
    expect([late.status, late.body]).toEqual([409, procedureMessages.changedMeanwhile.text])
    expect(late.headers['x-error-code']).toBe('changed_meanwhile')
    const { body } = await change({ title: 'Certificado', as_read: { ...form, documents } })
    expect(body).toMatchObject({ title: 'Certificado', documents })
  })

  test('moves a deleted procedure to the trash, and restores it at the end', async () => {
    const id = await idOf(titles[0] ?? '')
    const deleted = await mario.call('DELETE', `/api/procedures/${id}/`)
    expect([deleted.status, deleted.body]).toEqual([200, {}])
    expect((await mario.call('DELETE', `/api/procedures/${id}/`)).status).toBe(404)
    expect((await mario.get(`/api/procedures/${id}/`)).status).toBe(404)
    expect((await mario.call('PATCH', `/api/procedures/${id}/`, json({}))).status).toBe(404)
    const trash = await mario.get('/api/procedures/trashed/')
    expect(trash.body.results).toMatchObject([{ id, deleted_at: expect.any(String) }])

    const restored = await mario.call('PATCH', `/api/procedures/${id}/restore/`, json({}))
    expect([restored.status, restored.body.deleted_at]).toEqual([200, null])
    expect((await mario.call('PATCH', `/api/procedures/${id}/restore/`)).status).toBe(404)
    expect(await listFor(rosa)).toEqual([titles[1], titles[2], titles[0]])
  })

  test('sorts the trash by date of deletion', async () => {
    const [last, first] = [await idOf(titles[0] ?? ''), await idOf(titles[1] ?? '')]
    for (const id of [first, last]) await mario.call('DELETE', `/api/procedures/${id}/`)
    const ids = async (query: string) =>
      (await mario.get(`/api/procedures/trashed/?${query}`)).body.results.map(
        (each: { id: number }) => each.id,
      )
    expect(await ids('orderBy=deleted_at')).toEqual([first, last])
    expect(await ids('orderBy=deleted_at&orderDesc=1')).toEqual([last, first])
  })

  test('refuses to change the legal deadline of a right with 409', async () => {
    // Other tests of this file delete all but the sample procedures.
    const another = await openPortalForTest({})
    const { rows } = await another.pool.query(
      'select id, answer_hours from procedures where data_subject_right is not null order by id limit 1',
    )
    const [{ id, answer_hours: hours }] = rows
    const keeper = await another.as('mario')
    const change = (answer_hours: number) =>
      keeper.call('PATCH', `/api/procedures/${id}/`, json({ answer_hours }))
    const other = await change(hours + 1)
    expect([other.status, other.body]).toEqual([409, procedureMessages.isDataSubjectRequest.text])
    expect((await change(hours)).status).toBe(200)
  })

  test('keeps one of the orders that Mario and Iván set concurrently', async () => {
    await portal.pool.query(
      `insert into procedures (title, description, answer_hours, position)
      select 'Trámite ' || i, '', 8, i from generate_series(1, 30) as i`,
    )
    const { rows } = await portal.pool.query(
      'select id from procedures where data_subject_right is null order by id',
    )
    const ids: number[] = rows.map(({ id }) => id)
    const orders = [ids, ids.toReversed()]
    const ivan = await portal.as('ivan')
    const colleagues = [mario, ivan]
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(
        colleagues.map((person, i) =>
          person.post('/api/procedures/order/', json({ ids: orders[i] })),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const { body } = await mario.get('/api/procedures/?pageSize=100')
      expect(orders).toContainEqual(body.results.map(({ id }: { id: number }) => id))
    }
  })

  test('is ordered by Mario; unlisted procedures come last, unknown ids are ignored', async () => {
    const [a, b, c] = await Promise.all(titles.map(idOf))
    const order = (ids: unknown[]) => mario.post('/api/procedures/order/', json({ ids }))
    expect((await order([c, a, b])).body).toEqual({})
    expect(await listFor(rosa)).toEqual([titles[2], titles[0], titles[1]])
    await order([999_999, b, b])
    expect(await listFor(rosa)).toEqual([titles[1], titles[2], titles[0]])
    expect((await order(['uno'])).status).toBe(400)
  })

  test('an id that is not a number gives 404', async () => {
    for (const id of ['0', '-1', 'abc', '99999999999', '999999']) {
      expect((await mario.get(`/api/procedures/${id}/`)).status).toBe(404)
    }
  })

  test('every change is in the audit log', async () => {
    const id = await create()
    await mario.call('PATCH', `/api/procedures/${id}/`, json({ is_active: false }))
    await mario.call('DELETE', `/api/procedures/${id}/`)
    await mario.call('PATCH', `/api/procedures/${id}/restore/`)
    const { rows } = await portal.pool.query(
      `select action, before, after from audit_entries
      where object_type = 'procedure' and object_id = $1 order by id`,
      [String(id)],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      ...['procedure.created', 'procedure.changed', 'procedure.deleted', 'procedure.restored'],
    ])
    expect(rows[1]).toMatchObject({ before: { isActive: true }, after: { isActive: false } })
  })

  test.each([
    ['GET', '/api/procedures/trashed/'],
    ['GET', '/api/procedures/1/'],
    ['POST', '/api/procedures/'],
    ['PATCH', '/api/procedures/1/'],
    ['DELETE', '/api/procedures/1/'],
    ['PATCH', '/api/procedures/1/restore/'],
    ['POST', '/api/procedures/order/'],
  ] as const)('%s %s: an anonymous visitor gets 401, Rosa and Carla 403', async (method, url) => {
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    expect((await anonymous.call(method, url)).status).toBe(401)
    expect((await rosa.call(method, url)).status).toBe(403)
    expect((await carla.call(method, url)).status).toBe(403)
  })
})
