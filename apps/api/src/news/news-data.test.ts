import { beforeAll, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { inDays, pay } from '../../test/news/accounting-books.ts'
import { openNewsPortal } from '../../test/news/news-portal.ts'
import { eraseMember } from '../personal-data/erase-member.ts'
import { deleteOldNews } from './news-store.ts'

const cast = openNewsPortal()
beforeAll(async () => {
  await cast.books.load()
  pay(cast.books.sale('V-1001'), 900)
  pay(cast.books.sale('V-2001'), 901)
  await cast.books.load()
  await cast.portal.sentEmails()
})

const count = async (table: string) =>
  (await cast.portal.pool.query(`select count(*)::int as rows from ${table}`)).rows[0].rows
const counts = async () => [await count('news'), await count('news_emails')]

test('what Rosa was told, and got by email, is in her data (security 15.22)', async () => {
  const { news, preferences } = (await cast.rosa.get('/api/client/data.json')).body
  expect(preferences).toMatchObject({ deed_emails: true, payment_emails: true, due_emails: true })
  expect(news).toEqual([
    {
      at: expect.any(String),
      sale_code: 'V-1001',
      kind: 'payment',
      subject: '900',
      date: inDays(-1),
      read_at: null,
      email: 'sent',
      email_failure: '',
    },
  ])
  expect((await cast.rosa.get('/api/client/data.pdf')).status).toBe(200)
})

test('an erased member was told nothing (security 15.22)', async () => {
  expect(await counts()).toEqual([2, 2])
  const asOperator = { force: true, dryRun: false }
  const { rut } = personas.hernan
  expect((await eraseMember(cast.portal, { rut }, asOperator)).result).toBe('erased')
  // Rosa's remain.
  expect(await counts()).toEqual([1, 1])
  pay(cast.books.sale('V-2001'), 902)
  await cast.books.load()
  expect(await counts()).toEqual([1, 1])
})

test('after a year news and their emails are deleted (security 15.22)', async () => {
  const age = (days: number) =>
    cast.portal.pool.query(
      `with aged as (update news set told_at = now() - $1 * interval '1 day')
        update news_emails set created_at = now() - $1 * interval '1 day'`,
      [days],
    )
  await age(365 - 1)
  expect(await deleteOldNews(cast.portal.db, 365)).toBe(0)
  await age(365 + 1)
  expect(await deleteOldNews(cast.portal.db, 365)).toBe(1)
  expect(await counts()).toEqual([0, 0])
})
