import { beforeAll, expect, test } from 'vitest'
import { publishedBy } from '../../../test/announcements.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import type { Visitor } from '../../../test/visitor.ts'
import { findAnnouncement } from '../announcements-store.ts'
import { listReaders } from './readers-store.ts'

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
  expect(await readers()).toMatchObject({ read: 200, people: 302, lastPage: 31, isLimited: false })
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
