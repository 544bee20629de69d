import { endpoints } from '@carpeta/contract/staff-requests'
import { questionProcedure } from '@carpeta/domain/requests/questions'
import {
  MAX_EXCERPT,
  MAX_SAVED_FILTERS,
  savedFilterMessages,
} from '@carpeta/domain/requests/queue-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import type { Portal } from '../../test/open-portal.ts'
import { openRequestsPortal } from '../../test/requests-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { COPY, storeRequest, TRANSFER, UPDATE } from '../../test/stored-requests.ts'
import { ageAuthentication } from '../../test/users/age-authentication.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'

const requests = openRequestsPortal()
const { action } = requests

let portal: Portal
let mario: Visitor
beforeAll(() => {
  ;({ portal, mario } = requests)
})
beforeEach(() => requests.reset())

async function list(query = '', person = mario) {
  const { status, body } = await person.get(`/api/requests/${query}`)
  expect(status).toBe(200)
  expect(endpoints['GET /api/requests/'].answer.parse(body)).toEqual(body)
  return body
}

async function idsOf(query: string, person = mario): Promise<number[]> {
  const { results } = await list(query, person)
  return results.map(({ id }: { id: number }) => id)
}

describe('the queue (§12.26)', () => {
  let late: number
  let soon: number
  let asked: number
  let answered: number
  let others: number
  beforeEach(async () => {
    soon = (await storeRequest(portal, { dueAt: "now() + interval '1 day'" })).id
    answered = (
      await storeRequest(portal, { by: 'pia', state: 'resolved', title: COPY, closedAt: 'now()' })
    ).id
    asked = (await storeRequest(portal, { by: 'bruno', state: 'missing', title: COPY })).id
    late = (
      await storeRequest(portal, {
        by: 'hernan',
        state: 'in_review',
        title: UPDATE,
        sentAt: "now() - interval '3 days'",
        dueAt: "now() - interval '1 hour'",
      })
    ).id
    others = (await storeRequest(portal, { by: 'losRobles', dueAt: "now() + interval '9 days'" }))
      .id
    await storeRequest(portal, { state: 'draft' })
    await portal.pool.query(
      `update requests set assignee_id = (select id from users where first_name = 'Mario')
       where id = $1`,
      [late],
    )
  })

  test('starts with overdue requests and ends with closed ones, without drafts (§12.384)', async () => {
    const body = await list()
    expect(body.results.map(({ id }: { id: number }) => id)).toEqual([
      late,
      soon,
      others,
      asked,
      answered,
    ])
    expect(body).toMatchObject({ current: 1, lastPage: 1 })
    expect(body.results[0]).toMatchObject({
      state: 'in_review',
      procedure_title: UPDATE,
      project: 'Altos de Tumbes',
      sale_code: 'V-2001',
      member: { name: 'Hernán Soto Aguayo', social_security: '11111111-1' },
      assignee: { name: 'Mario Fuentes Alarcón' },
      is_overdue: true,
      closed_at: null,
    })
    expect(body.results[3]).toMatchObject({ due_at: null, is_overdue: false, assignee: null })
  })

  test('has the first words of what the member wrote, on one line (§12.1202)', async () => {
    await portal.pool.query('update requests set comment = $2 where id = $1', [
      soon,
      `Hola:\n\n  necesito ${'la copia '.repeat(60)}`,
    ])
    const { results } = await list('?q=necesito')
    expect(results[0].excerpt).toMatch(/^Hola: necesito la copia /)
    expect(results[0].excerpt.length).toBeLessThanOrEqual(MAX_EXCERPT)
  })

  test('counts what each view shows once it is pressed, whichever is shown (§12.1203, §12.2344)', async () => {
    const flags = ['mine', 'unassigned', 'overdue', 'replied']
    for (const view of ['', 'state=sent', 'mine=1', 'overdue=1&state=resolved']) {
      for (const text of ['', 'member=rosa']) {
        const { flags: counts, counts: states } = await list(`?${view}&${text}`)
        for (const flag of flags) {
          const shown = await idsOf(`?${flag}=1&state=sent,in_review,missing&${text}`)
          expect(counts[flag], `${flag} of ${view}&${text}`).toBe(shown.length)
        }
        const closed = await idsOf(`?state=resolved,rejected,cancelled&${text}`)
        expect(states.resolved + states.rejected + states.cancelled).toBe(closed.length)
      }
    }
    const paged = await list('?mine=1&pageSize=1')
    expect(paged).toMatchObject({ lastPage: 1, total: 1, results: [{ id: late }] })
    expect((await list()).flags).toEqual({ mine: 1, unassigned: 3, overdue: 1, replied: 0 })
  })

  test('counts the requests in each state, whichever state is shown', async () => {
    const counts = {
      sent: 2,
      in_review: 1,
      missing: 1,
      resolved: 1,
      rejected: 0,
      cancelled: 0,
    }
    expect((await list()).counts).toEqual(counts)
    const sent = await list('?state=sent')
    expect(sent.counts).toEqual(counts)
    expect(sent.results).toHaveLength(2)
    expect((await list('?member=rosa&state=missing')).counts).toEqual({
      ...counts,
      sent: 1,
      in_review: 0,
      missing: 0,
      resolved: 0,
    })
  })

  test('is filtered by state', async () => {
    expect(await idsOf('?state=missing,in_review')).toEqual([late, asked])
    expect(await idsOf('?state=%20missing%20,nada')).toEqual([asked])
    // Unknown states do not filter.
    for (const invalid of ['', 'draft', 'nada', ',', '%00']) {
      expect(await idsOf(`?state=${invalid}`)).toHaveLength(5)
    }
  })

  test('is filtered by procedure', async () => {
    const { rows } = await portal.pool.query('select id from procedures where title = $1', [UPDATE])
    expect(await idsOf(`?procedure=${rows[0].id}`)).toEqual([late])
    expect(await idsOf('?procedure=999999')).toEqual([])
    for (const invalid of ['', 'abc', '-1', '0', '9999999999', '1 or 1=1']) {
      expect(await idsOf(`?procedure=${invalid}`)).toHaveLength(5)
    }
  })

  test('is filtered by project', async () => {
    expect(await idsOf('?project=altos%20de%20TUMBES')).toEqual([late, soon])
    expect(await idsOf('?project=%25')).toEqual([])
  })

  test.each(['munoz', 'MUÑOZ', 'rosa%20muñoz', 'sepulveda', '%20rosa%20'])(
    'finds Rosa by part of her name: %s',
    async (member) => {
      expect(await idsOf(`?member=${member}`)).toEqual([soon])
    },
  )

  test.each(['12.345.678-5', '12345678-5', '123456785', '12%20345%20678', '12.345', '012345678-5'])(
    'finds Rosa by her rut: %s',
    async (member) => {
      expect(await idsOf(`?member=${member}`)).toEqual([soon])
    },
  )

  test.each(['%25', '_', '%5C', "'", '%25%27--', 'k', '10.000.013-k'])(
    'finds no member by %s (§11.25, security 9.2)',
    async (member) => {
      expect(await idsOf(`?member=${member}&project=&state=sent`)).toEqual([])
    },
  )

  test('finds no member by a long number that is not a rut (§11.25, security 9.2)', async () => {
    expect(await idsOf(`?member=${'1'.repeat(15_000)}x`)).toEqual([])
  })

  test('is filtered by mine and by overdue', async () => {
    expect(await idsOf('?mine=true')).toEqual([late])
    expect(await idsOf('?mine=1', await portal.as('ivan'))).toEqual([])
    expect(await idsOf('?overdue=true')).toEqual([late])
    expect(await idsOf('?mine=false&overdue=0')).toHaveLength(5)
    expect(await idsOf('?mine=true&state=sent')).toEqual([])
  })

  test('is filtered by unassigned', async () => {
    expect(await idsOf('?unassigned=1')).toEqual([soon, others, asked, answered])
    expect((await list('?unassigned=true&state=sent')).counts).toMatchObject({
      sent: 2,
      in_review: 1,
    })
    expect(await idsOf('?unassigned=0')).toHaveLength(5)
    expect(await idsOf('?unassigned=1&mine=1')).toEqual([])
  })

  test.each([
    ['id', () => [soon, answered, asked, late, others]],
    ['sent_at', () => [late, soon, answered, asked, others]],
    ['due_at', () => [late, soon, others, answered, asked]],
    ['state', () => [soon, others, late, asked, answered]],
    ['procedure_title', () => [late, soon, others, answered, asked]],
    ['member', () => [asked, late, others, answered, soon]],
    ['password_hash', () => [late, soon, others, asked, answered]],
  ])('is sorted by %s in both directions', async (orderBy, expected) => {
    expect(await idsOf(`?orderBy=${orderBy}&orderDesc=0`)).toEqual(expected())
    expect(await idsOf(`?orderBy=${orderBy}&orderDesc=1`)).toEqual(expected().toReversed())
  })

  test('is paged', async () => {
    expect(await list('?pageSize=2&page=2')).toMatchObject({ current: 2, lastPage: 3 })
    expect(await idsOf('?pageSize=2&page=2')).toEqual([others, asked])
    expect(await list('?pageSize=2&page=99&state=sent')).toMatchObject({ current: 1, lastPage: 1 })
    expect(await list('?state=cancelled')).toMatchObject({ results: [], current: 1, lastPage: 1 })
    expect(await list('?pageSize=999')).toMatchObject({ lastPage: 1 })
    const invalid = await mario.get('/api/requests/?page=0')
    expect([invalid.status, invalid.body]).toEqual([404, { detail: 'Página inválida.' }])
  })
})

describe('the procedures that filter the queue', () => {
  async function titles(): Promise<string[]> {
    const { status, body } = await mario.get('/api/requests/procedures/')
    expect(status).toBe(200)
    expect(endpoints['GET /api/requests/procedures/'].answer.strict().parse(body)).toEqual(body)
    expect(body).toMatchObject({ current: 1, lastPage: 1 })
    return body.results.map(({ title }: { title: string }) => title)
  }

  test('are those offered, rights included, by title, without the permission to edit them', async () => {
    await portal.pool.query(
      "delete from group_permissions where permission = 'procedures.change_procedures'",
    )
    expect(await titles()).toEqual([
      'Acceso a mis datos',
      UPDATE,
      'Bloqueo temporal de mis datos',
      TRANSFER,
      COPY,
      'Oposición al uso de mis datos',
      questionProcedure.title,
      'Portabilidad de mis datos',
      'Rectificación de mis datos',
      'Supresión de mis datos',
    ])
  })

  test('include those no longer offered, if a request has them', async () => {
    await portal.pool.query(
      `update procedures set is_active = title <> $1,
         deleted_at = case when title = $2 then now() end`,
      [COPY, TRANSFER],
    )
    await storeRequest(portal, { title: COPY, state: 'draft' })
    expect(await titles()).not.toContain(COPY)
    expect(await titles()).not.toContain(TRANSFER)
    await storeRequest(portal, { title: COPY, state: 'cancelled' })
    const { id } = await storeRequest(portal, { title: TRANSFER })
    expect(await titles()).toEqual(expect.arrayContaining([COPY, TRANSFER]))
    const { body } = await mario.get('/api/requests/procedures/')
    const transfer = body.results.find(({ title }: { title: string }) => title === TRANSFER)
    expect(await idsOf(`?procedure=${transfer.id}`)).toEqual([id])
    await portal.pool.query('update procedures set is_active = true, deleted_at = null')
  })
})

describe('permission to read', () => {
  test.each(['/api/requests/', '/api/requests/assignees/', '/api/requests/procedures/'])(
    '%s',
    async (path) => {
      expect((await portal.visitor().get(path)).status).toBe(401)
      for (const name of ['rosa', 'carla'] as const) {
        expect((await (await portal.as(name)).get(path)).status).toBe(403)
      }
      for (const name of ['mario', 'ivan'] as const) {
        expect((await (await portal.as(name)).get(path)).status).toBe(200)
      }
    },
  )
})

async function rowsOf(query: string) {
  const { status, body } = await mario.get(`/api/requests/?${query}`)
  expect(status).toBe(200)
  return body.results as { id: number; has_reply: boolean }[]
}

const foundIds = async (query: string) => (await rowsOf(query)).map(({ id }) => id)

describe('one search finds a request', () => {
  let rosas: number
  let pias: number
  beforeEach(async () => {
    rosas = (await storeRequest(portal, { dueAt: 'now()' })).id
    pias = (await storeRequest(portal, { by: 'pia', title: TRANSFER })).id
    await storeRequest(portal, { by: 'hernan', state: 'draft' })
    await portal.pool.query(
      `update requests set comment = 'Vendo la casa a mi hija Antonia' where id = $1`,
      [pias],
    )
    await portal.pool.query(
      `insert into request_events (request_id, kind, text)
       values ($1, 'asked', 'Falta la firma del notario'), ($1, 'note', 'Ojo: es pariente de Iván')`,
      [rosas],
    )
  })

  test.each(['', 'Nº ', 'n° ', '#'])('by its number, written %s44', async (prefix) => {
    expect(await foundIds(`q=${encodeURIComponent(`${prefix}${pias}`)}`)).toEqual([pias])
  })

  test.each([
    ['the rut', '12.345.678-5'],
    ['a part of the rut', '345678'],
    ['the name', 'MUNOZ'],
    ['what staff asked', 'notario'],
  ])('of Rosa by %s (§12.386)', async (_, typed) => {
    expect(await foundIds(`q=${encodeURIComponent(typed)}`)).toEqual([rosas])
  })

  test('by what the member wrote, and together with other filters', async () => {
    expect(await foundIds('q=antonia')).toEqual([pias])
    expect(await foundIds('q=antonia&member=rosa')).toEqual([])
  })

  test('and not by internal notes, nor by a draft (§12.386, security 5.62)', async () => {
    expect(await foundIds('q=pariente')).toEqual([])
    expect(await foundIds('q=hern%C3%A1n')).toEqual([])
  })

  test.each(['%25', '_', '%5C', '%27', '99999999999', '%00'])('%s means itself', async (typed) => {
    const everything = typed === '%00' ? [rosas, pias] : []
    expect(await foundIds(`q=${typed}`)).toEqual(everything)
  })
})

test('a reply is marked until staff answer it; a note and an assignment do not count (§12.385)', async () => {
  const { id } = await storeRequest(portal, { state: 'missing' })
  const marked = async () => (await rowsOf('replied=1')).map((row) => [row.id, row.has_reply])
  expect(await marked()).toEqual([])
  const replied = await action(requests.rosa, id, 'reply', { comment: 'No la tengo' })
  expect(replied.status, JSON.stringify(replied.body)).toBe(200)
  expect(await marked()).toEqual([[id, true]])
  const { version } = await requests.rowOf(id)
  await action(mario, id, 'note', { text: 'La llamo mañana' })
  const userId = await requests.idOfPerson('Iván')
  expect((await action(mario, id, 'assign', { version, user_id: userId })).status).toBe(200)
  expect(await marked()).toEqual([[id, true]])
  const asked = await action(mario, id, 'ask', { version: version + 1, text: 'Sirve una copia' })
  expect(asked.status).toBe(200)
  expect(await marked()).toEqual([])
})

describe('a saved filter', () => {
  beforeEach(() => portal.pool.query('delete from saved_filters'))

  const PATH = '/api/requests/filters/'
  const save = (name: string, filters: object, person = mario) =>
    person.post(PATH, json({ name, filters }))
  const remove = (id: number, person = mario) => person.call('DELETE', `${PATH}${id}/`)

  async function listed(person = mario) {
    const { status, body } = await person.get(PATH)
    expect(status).toBe(200)
    expect(endpoints['GET /api/requests/filters/'].answer.parse(body)).toEqual(body)
    return body.results.map(({ name, filters }: { name: string; filters: object }) => [
      name,
      filters,
    ])
  }

  test('Mario keeps filters by name, a second one of the same name replaces the first (§12.387)', async () => {
    const saved = await save(' Urgentes ', { overdue: '1', state: 'sent' })
    expect(saved.status).toBe(201)
    await save('Árbol', { q: 'poda' })
    await save('URGENTES', { overdue: '1' })
    expect(await listed()).toEqual([
      ['Árbol', { q: 'poda' }],
      ['URGENTES', { overdue: '1' }],
    ])
    expect((await remove(saved.body.id)).status).toBe(200)
    expect(await listed()).toEqual([['Árbol', { q: 'poda' }]])
  })

  test('another user’s filter is neither seen nor deleted (§12.387, security 5.64)', async () => {
    const { body } = await save('Urgentes', { overdue: '1' })
    const ivan = await portal.as('ivan')
    expect(await listed(ivan)).toEqual([])
    expect((await remove(body.id, ivan)).status).toBe(404)
    expect(await listed()).toHaveLength(1)
  })

  test('a filter without a name, without filters or with unknown ones is refused', async () => {
    expect((await save(' ', { overdue: '1' })).body).toEqual({
      name: [savedFilterMessages.name.text],
    })
    expect((await save('Nada', { q: ' ' })).body).toEqual({
      __all__: [savedFilterMessages.nothing.text],
    })
    expect((await save('Otro', { password: '1' })).status).toBe(400)
    expect((await save('x'.repeat(61), { q: 'a' })).status).toBe(400)
  })

  test('there is a limit, which replacing does not meet', async () => {
    for (let each = 1; each <= MAX_SAVED_FILTERS; each++) await save(`Filtro ${each}`, { q: 'a' })
    expect((await save('Uno más', { q: 'a' })).body).toEqual({
      name: [savedFilterMessages.tooMany.text],
    })
    expect((await save('Filtro 1', { q: 'b' })).status).toBe(201)
  })

  test('they are for staff who answer requests, and go with the account’s data', async () => {
    expect((await portal.visitor().get(PATH)).status).toBe(401)
    const rosa = await portal.as('rosa')
    expect((await rosa.get(PATH)).status).toBe(403)
    expect((await save('Mía', { q: 'a' }, rosa)).status).toBe(403)
    await save('Urgentes', { overdue: '1' })
    const { body } = await mario.get('/api/client/data.json')
    expect(body.saved_filters).toEqual([{ name: 'Urgentes', filters: { overdue: '1' } }])
  })
})

const assign = (body: object, person = mario) => person.post('/api/requests/assign/', json(body))

describe('answering several requests with one text', () => {
  const resolve = (body: object, person = mario) =>
    person.post('/api/requests/resolve/', json(body))
  const text = 'Tu copia está lista: pasa a buscarla.'

  test('answers each by itself, and tells which were refused and why (§12.1201, security 5.360)', async () => {
    const fresh = (await storeRequest(portal, { title: UPDATE, by: 'pia' })).id
    await portal.pool.query(`update request_documents set review = 'accepted'`)
    const unreviewed = (await storeRequest(portal, { title: UPDATE })).id
    const [changed, closed] = [
      (await storeRequest(portal, { title: UPDATE, by: 'bruno' })).id,
      (await storeRequest(portal, { title: UPDATE, state: 'resolved', closedAt: 'now()' })).id,
    ]
    const { status, body } = await resolve({
      requests: [
        { id: fresh, version: 0 },
        { id: unreviewed, version: 0 },
        { id: changed, version: 7 },
        { id: closed, version: 0 },
        { id: 999_999, version: 0 },
      ],
      text,
    })
    expect(status).toBe(200)
    expect(body.results).toEqual([
      { id: fresh, refusal: null },
      { id: unreviewed, refusal: requestMessages.documentsPending.text },
      { id: changed, refusal: requestMessages.changedMeanwhile.text },
      { id: closed, refusal: requestMessages.impossible.text },
      { id: 999_999, refusal: 'No encontrado' },
    ])
    expect(await requests.rowOf(fresh)).toMatchObject({ state: 'resolved', answer: text })
    expect(await requests.rowOf(unreviewed)).toMatchObject({ state: 'sent', answer: '' })
    const subjects = await portal.pool.query(
      `select count(*) from audit_entries where action = 'request.changed' and object_id = $1`,
      [String(fresh)],
    )
    expect(Number(subjects.rows[0].count)).toBe(1)
  })

  test('publishes no file that waits in an answer which nobody opened (§12.1201, security 5.400)', async () => {
    const { id } = await storeRequest(portal, { title: COPY })
    const path = `/api/requests/${id}/`
    const added = await mario.post(`${path}answer-files/`, upload(pdf('de-otro-socio.pdf')))
    const { version } = added.body
    const { body } = await resolve({ requests: [{ id, version }], text })
    expect(body.results).toEqual([{ id, refusal: requestMessages.answerFilesUnseen.text }])
    expect(await requests.rowOf(id)).toMatchObject({ state: 'sent', answer: '', version })
    expect((await mario.post(`${path}resolve/`, json({ version, text }))).status).toBe(200)
  })

  test('answers no request into which another one was merged, whose texts the list does not show (§12.2106)', async () => {
    const { id } = await storeRequest(portal, { title: COPY })
    const other = await storeRequest(portal, { title: COPY })
    const merged = await mario.post(
      `/api/requests/${other.id}/merge/`,
      json({ version: 0, into: id }),
    )
    expect(merged.status).toBe(200)
    const { version } = await requests.rowOf(id)
    const { body } = await resolve({ requests: [{ id, version }], text })
    expect(body.results).toEqual([{ id, refusal: requestMessages.mergedUnseen.text }])
    expect(await requests.rowOf(id)).toMatchObject({ state: 'sent', answer: '', version })
    const alone = json({ version, text })
    expect((await mario.post(`/api/requests/${id}/resolve/`, alone)).status).toBe(200)
  })

  test('requests of two procedures, and an empty text, are refused as a whole (§12.1201)', async () => {
    const copy = (await storeRequest(portal, { title: COPY })).id
    const update = (await storeRequest(portal, { title: UPDATE })).id
    const both = [copy, update].map((id) => ({ id, version: 0 }))
    const refused = await resolve({ requests: both, text })
    expect([refused.status, refused.body]).toEqual([409, requestMessages.answerOneProcedure.text])
    const empty = await resolve({ requests: both.slice(0, 1), text: ' ' })
    expect([empty.status, empty.body]).toEqual([400, requestMessages.answerRequired.text])
    expect(await requests.rowOf(copy)).toMatchObject({ state: 'sent', version: 0 })
  })

  test('needs the password again eleven minutes after the login, since it reaches many members; one answer by itself does not (security 3.700)', async () => {
    const { id } = await storeRequest(portal, { title: COPY })
    const body = { requests: [{ id, version: 0 }], text }
    await ageAuthentication(portal.db, 'mario')
    const refused = await resolve(body)
    expect([refused.status, refused.headers['x-error-code']]).toEqual([
      403,
      'reauthentication_required',
    ])
    expect(await requests.rowOf(id)).toMatchObject({ state: 'sent', version: 0 })
    const other = await storeRequest(portal, { title: COPY })
    const alone = json({ version: 0, text })
    expect((await mario.post(`/api/requests/${other.id}/resolve/`, alone)).status).toBe(200)
    await mario.post('/api/auth/reauthenticate/', json({ password: SAMPLE_PASSWORD }))
    expect((await resolve(body)).body.results).toEqual([{ id, refusal: null }])
  })

  test('Rosa and Carla answer none, and Mario not his own (security 5.360)', async () => {
    const { id } = await storeRequest(portal, { title: COPY })
    const body = { requests: [{ id, version: 0 }], text }
    expect((await resolve(body, portal.visitor())).status).toBe(401)
    expect((await resolve(body, requests.rosa)).status).toBe(403)
    expect((await resolve(body, requests.carla)).status).toBe(403)
    await portal.pool.query(
      `update requests set user_id = (select id from users where first_name = 'Mario') where id = $1`,
      [id],
    )
    const own = await resolve(body)
    expect(own.body.results).toEqual([{ id, refusal: requestMessages.ownRequest.text }])
  })
})

describe('assigning several requests', () => {
  test('assigns each by itself, and tells which were refused and why (§12.389, security 5.63)', async () => {
    const ids = []
    for (const state of ['sent', 'in_review', 'resolved']) {
      ids.push((await storeRequest(portal, { state })).id)
    }
    const [first = 0, second = 0, closed = 0] = ids
    const ivanId = await requests.idOfPerson('Iván')
    const { status, body } = await assign({
      requests: [
        { id: first, version: 0 },
        { id: second, version: 7 },
        { id: closed, version: 0 },
        { id: 999_999, version: 0 },
      ],
      user_id: ivanId,
    })
    expect(status).toBe(200)
    expect(body.results).toEqual([
      { id: first, refusal: null },
      { id: second, refusal: requestMessages.changedMeanwhile.text },
      { id: closed, refusal: requestMessages.impossible.text },
      { id: 999_999, refusal: 'No encontrado' },
    ])
    expect(await requests.rowOf(first)).toMatchObject({ assignee_id: ivanId, version: 1 })
    expect(await requests.rowOf(second)).toMatchObject({ assignee_id: null, version: 0 })
    expect((await requests.eventsOf(first)).map(({ kind }) => kind)).toEqual(['assigned'])
  })

  test('refuses none and more than a hundred', async () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ id: index + 1, version: 0 }))
    for (const wrong of [[], many]) {
      expect((await assign({ requests: wrong, user_id: null })).status).toBe(400)
    }
  })

  test('is for staff who answer requests (security 5.63)', async () => {
    const { id } = await storeRequest(portal)
    const body = { requests: [{ id, version: 0 }], user_id: null }
    expect((await assign(body, portal.visitor())).status).toBe(401)
    for (const name of ['rosa', 'carla'] as const) {
      expect((await assign(body, await portal.as(name))).status).toBe(403)
    }
  })
})

describe('the list as CSV', () => {
  const download = (query = '', person = mario) => person.get(`/api/requests/export.csv${query}`)

  test('has all that the filters match, in the order of the queue, and no formula (§12.390, security 5.65)', async () => {
    const late = await storeRequest(portal, { dueAt: "now() - interval '1 hour'" })
    const open = await storeRequest(portal, { by: 'hernan' })
    await storeRequest(portal, { by: 'pia' })
    await portal.pool.query(`update requests set procedure_title = '=1+1' where id = $1`, [open.id])
    const { headers, bytes } = await download('?q=o&state=sent&project=tumbes')
    expect(headers['content-disposition']).toContain('solicitudes.csv')
    const [header, ...lines] = bytes.toString('utf8').split('\r\n').slice(0, -1)
    expect(header).toBe(
      '\ufeffNº;Trámite;Estado;Socio;Rut;Proyecto;Venta;Encargado;Enviada;Plazo;Atrasada;Respondió;Cerrada',
    )
    expect(lines.map((line) => line.split(';').slice(0, 5))).toEqual([
      [
        String(late.id),
        'Cesión de derechos a un familiar',
        'Enviado',
        'Rosa Muñoz Sepúlveda',
        '12.345.678-5',
      ],
      [String(open.id), "'=1+1", 'Enviado', 'Hernán Soto Aguayo', '11.111.111-1'],
    ])
    expect(lines[0]?.split(';')[10]).toBe('Sí')
  })

  test('is audited with the filters that were used, not with what was typed (§12.390, security 5.65)', async () => {
    await storeRequest(portal)
    await download('?q=rosa&overdue=')
    const { rows } = await portal.pool.query(
      `select after from audit_entries where action = 'requests.exported' order by id desc limit 1`,
    )
    expect(rows[0].after).toEqual({ filters: ['q'], requests: 1 })
  })

  test('asks for the password again after a while, and is for staff who answer (security 5.65)', async () => {
    expect((await download('', portal.visitor())).status).toBe(401)
    expect((await download('', await portal.as('carla'))).status).toBe(403)
    await ageAuthentication(portal.db, 'mario')
    const { status, headers } = await download()
    expect([status, headers['x-error-code']]).toEqual([403, 'reauthentication_required'])
  })
})
