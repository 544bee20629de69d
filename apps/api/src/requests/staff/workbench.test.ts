import { definitions } from '@carpeta/contract/requests/staff-requests-schemas'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { COPY, storeRequest, TRANSFER, UPDATE } from '../../../test/stored-requests.ts'
import type { Visitor } from '../../../test/visitor.ts'

let portal: Portal
let mario: Visitor
beforeAll(async () => {
  portal = await openPortal()
  mario = await portal.as('mario')
})
afterAll(() => portal.close())

async function list(query = '', person = mario) {
  const { status, body } = await person.get(`/api/requests/${query}`)
  expect(status).toBe(200)
  expect(definitions.listRequests.answer.parse(body)).toEqual(body)
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
    await portal.pool.query('delete from requests')
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
      in_review: 0,
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
    expect(definitions.listRequestedProcedures.answer.strict().parse(body)).toEqual(body)
    expect(body).toMatchObject({ current: 1, lastPage: 1 })
    return body.results.map(({ title }: { title: string }) => title)
  }

  test('are those offered, rights included, by title, without the permission to edit them', async () => {
    await portal.pool.query('delete from requests')
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
      'Portabilidad de mis datos',
      'Rectificación de mis datos',
      'Supresión de mis datos',
    ])
  })

  test('include those no longer offered, if a request has them', async () => {
    await portal.pool.query('delete from requests')
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
