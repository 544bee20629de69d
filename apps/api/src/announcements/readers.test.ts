import type { Audience, Reach } from '@carpeta/domain/announcements/announcement-rules'
import { beforeAll, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { publishedBy } from '../../test/announcements.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { findAnnouncement } from './announcements-store.ts'
import { listReaders } from './audience-store.ts'

let portal: Portal
let ivan: Visitor
beforeAll(async () => {
  portal = await openPortal()
  ivan = await portal.as('ivan')
  return () => portal.close()
})

const readers = async (id: number, query = '') => {
  const { body } = await ivan.get(`/api/announcements/${id}/readers/?${query}`)
  return body
}
const names = async (id: number, query: string) =>
  (await readers(id, query)).results.map(({ name }: { name: string }) => name)

async function reach(audience: object) {
  const { body } = await ivan.get('/api/announcements/audiences/')
  return body.results.find((each: object) =>
    Object.entries(audience).every(([name, value]) => each[name as keyof object] === value),
  )
}

describe('before publishing, staff see how many people an audience has', () => {
  test('all, by project and by condominium (§12.192)', async () => {
    expect(await reach({ audience: 'all' })).toMatchObject({ project: '', condominium: '' })
    expect(await reach({ audience: 'project', project: 'Altos de Tumbes' })).toMatchObject({
      people: 2,
      emails: 2,
      // Tomás has not activated his account.
      without_account: 1,
    })
    expect(await reach({ condominium: 'Condominio Los Boldos' })).toMatchObject({ people: 2 })
    // Elena's sale is not approved.
    expect(await reach({ condominium: 'Edificio Peumo' })).toBeUndefined()
  })

  test('each person once, with several sales too, and those without an account apart (§12.192, 12.596)', async () => {
    const places = [
      ['Altos de Tumbes', 'Condominio Los Boldos'],
      ['Altos de Tumbes', 'Condominio Los Litres'],
      ['Mirador de Lenga', ''],
    ]
    for (const [index, place] of places.entries()) {
      await portal.pool.query(
        `insert into sales (code, holder_rut, project, condominium, approved_on, content_hash, as_of)
         select $1, holder_rut, $2, $3, approved_on, content_hash, as_of from sales where code = 'V-1001'`,
        [`V-100${index}-2`, ...place],
      )
    }
    const { rows } = await portal.pool.query(
      `select count(distinct holder_rut)::int as holders, holders.audience, holders.project, holders.condominium
       from sales cross join lateral (values ('all', '', ''), ('project', project, ''),
         ('condominium', project, condominium)) holders (audience, project, condominium)
       where approved_on is not null and (audience <> 'condominium' or holders.condominium <> '')
       group by 2, 3, 4`,
    )
    const { body } = await ivan.get('/api/announcements/audiences/')
    const reached = body.results.map(
      ({ people, emails: _, without_account, ...audience }: Audience & Reach) => ({
        holders: people + without_account,
        ...audience,
      }),
    )
    const key = (each: object) => JSON.stringify(Object.entries(each).toSorted())
    expect(reached.map(key).toSorted()).toEqual(rows.map(key).toSorted())
    expect((await reach({ audience: 'all' })).without_account).toBe(1)
    await portal.pool.query(`delete from sales where code like 'V-100_-2'`)
  })

  test('emails count only accounts that get them (§12.596)', async () => {
    await portal.pool.query(`update users set email = '' where rut = $1`, [personas.rosa.rut])
    expect(await reach({ condominium: 'Condominio Los Boldos' })).toMatchObject({
      people: 2,
      emails: 1,
    })
  })
})

describe('who has read an announcement', () => {
  let id: number
  beforeAll(async () => {
    id = await publishedBy(ivan, { audience: 'project' })
    const rosa = await portal.as('rosa')
    await rosa.post(`/api/client/announcements/${id}/read/`, json({}))
  })

  test('is listed beside those who have not (§12.195)', async () => {
    expect(await readers(id)).toMatchObject({
      people: 2,
      read: 1,
      current: 1,
      results: [
        { name: 'Hernán Soto Aguayo', read_at: null, email: null },
        {
          name: 'Rosa Muñoz Sepúlveda',
          social_security: personas.rosa.rut,
          read_at: expect.any(String),
        },
      ],
    })
    expect((await ivan.get(`/api/announcements/${id}/`)).body.reads).toBe(1)
  })

  test('is found by name, rut and state (§12.195)', async () => {
    expect(await names(id, 'fullname=munoz')).toEqual(['Rosa Muñoz Sepúlveda'])
    expect(await names(id, 'social_security=11.111')).toEqual(['Hernán Soto Aguayo'])
    expect(await names(id, 'read=read')).toEqual(['Rosa Muñoz Sepúlveda'])
    expect(await names(id, 'read=unread')).toEqual(['Hernán Soto Aguayo'])
    expect(await names(id, 'email=sent')).toEqual([])
    expect(await readers(id, 'read=read&pageSize=1&page=9')).toMatchObject({ lastPage: 1 })
    expect(await names(id, 'orderBy=read_at')).toHaveLength(2)
  })

  test('in a state that is none is no filter, also under a name that every object has (security 9.950)', async () => {
    for (const state of ['otro', 'constructor', '__proto__']) {
      expect(await names(id, `read=${state}`)).toHaveLength(2)
    }
  })

  test('stays listed when the person no longer holds the sale', async () => {
    await portal.pool.query(`update sales set withdrawn_at = now() where code = 'V-1001'`)
    expect(await names(id, '')).toContain('Rosa Muñoz Sepúlveda')
    await portal.pool.query(`update sales set withdrawn_at = null where code = 'V-1001'`)
  })

  test('is a read of member data in the audit log (security 13.25)', async () => {
    await readers(id, 'read=read')
    const { rows } = await portal.pool.query(
      `select after from audit_entries where action = 'member.listed'`,
    )
    const { rows: people } = await portal.pool.query('select id from users where rut = $1', [
      personas.rosa.rut,
    ])
    expect(rows.flatMap(({ after }) => after.ids)).toContain(people[0].id)
  })
})

describe('very many readers', () => {
  let portal: Portal
  let ivan: Visitor
  let id: number
  beforeAll(async () => {
    portal = await openPortal()
    ivan = await portal.as('ivan')
    id = await publishedBy(ivan, { audience: 'project', condominium: '' })
    return () => portal.close()
  })

  /** Members: a third has read it and holds no sale, a third also holds one, and a third has not read it. */
  async function addMembers(from: number, count: number): Promise<void> {
    await portal.pool.query(
      `with added as (
       insert into users (rut, first_name, last_name, password_hash)
       select (10000000 + n) || '-' || n % 10, (array['Ñusta', 'Núria', 'Ana'])[1 + n % 7 % 3],
         'Paz ' || n, 'x' from generate_series(${from}::int, ${from + count - 1}) n
       returning id, rut, last_name), placed as (
       select id, rut, substr(last_name, 5)::int % 3 as place from added), reads as (
       insert into announcement_reads (announcement_id, user_id)
       select ${id}, id from placed where place < 2)
     insert into sales (code, holder_rut, project, condominium, approved_on, content_hash, as_of)
     select 'M-' || placed.id, placed.rut, project, condominium, approved_on, content_hash, as_of
     from placed, sales where code = 'V-1001' and place > 0`,
    )
  }

  const readers = async (query = '') =>
    (await ivan.get(`/api/announcements/${id}/readers/?${query}`)).body

  test('few people are counted, with former holders who have read it (§12.595)', async () => {
    await addMembers(0, 300)
    expect(await readers()).toMatchObject({
      read: 200,
      people: 302,
      lastPage: 31,
      isLimited: false,
    })
    expect(await readers('read=unread')).toMatchObject({ people: 302, lastPage: 11 })
  })

  test('very many are counted too, and their pages have the first 1,000 (§12.595)', async () => {
    await addMembers(300, 1500)
    expect(await readers()).toMatchObject({
      read: 1200,
      people: 1802,
      lastPage: 100,
      isLimited: true,
    })
    expect(await readers('read=unread')).toMatchObject({
      people: 1802,
      lastPage: 61,
      isLimited: false,
    })
    expect((await readers('page=100')).results).toHaveLength(10)
  })

  test('a page of very many people is the one that all of them would have (§12.595)', async () => {
    const announcement = await findAnnouncement(portal.db, id)
    if (!announcement) throw new Error('not published')
    const filter = { name: '', rut: '', isRead: null, email: '' }
    for (const orderBy of ['name', 'read_at'] as const) {
      for (const descending of [false, true]) {
        for (const offset of [0, 700, 1795]) {
          const page = { orderBy, descending, offset, limit: 10 }
          const list = (isLimited: boolean) =>
            listReaders(portal.db, announcement, filter, { ...page, isLimited })
          expect(await list(true), JSON.stringify(page)).toEqual(await list(false))
        }
      }
    }
  })
})
