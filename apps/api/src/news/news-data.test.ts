import { beforeAll, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { type Accounting, inDays, openAccounting, pay } from '../../test/news/accounting-books.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { eraseMember } from '../personal-data/erasure/erase-member.ts'
import { deleteOldNews } from './record/old-news-store.ts'

let portal: Portal
let books: Accounting
beforeAll(async () => {
  portal = await openPortal()
  books = openAccounting(portal)
  await books.load()
  pay(books.sale('V-1001'), 900)
  pay(books.sale('V-2001'), 901)
  await books.load()
  await portal.sentEmails()
  return () => portal.close()
})

const count = async (table: string) =>
  (await portal.pool.query(`select count(*)::int as rows from ${table}`)).rows[0].rows
const counts = async () => [await count('news'), await count('news_emails')]

test('what Rosa was told, and got by email, is in her data', async () => {
  const rosa = await portal.as('rosa')
  const { news, preferences } = (await rosa.get('/api/client/data.json')).body
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
  expect((await rosa.get('/api/client/data.pdf')).status).toBe(200)
})

test('an erased member was told nothing', async () => {
  expect(await counts()).toEqual([2, 2])
  const asOperator = { force: true, dryRun: false }
  const { rut } = personas.hernan
  expect((await eraseMember(portal.db, { rut }, asOperator)).result).toBe('erased')
  // Rosa's remain.
  expect(await counts()).toEqual([1, 1])
  pay(books.sale('V-2001'), 902)
  await books.load()
  expect(await counts()).toEqual([1, 1])
})

test('after a year news and their emails are deleted', async () => {
  const age = (days: number) =>
    portal.pool.query(
      `with aged as (update news set told_at = now() - $1 * interval '1 day')
        update news_emails set created_at = now() - $1 * interval '1 day'`,
      [days],
    )
  await age(365 - 1)
  expect(await deleteOldNews(portal.db, 365)).toBe(0)
  await age(365 + 1)
  expect(await deleteOldNews(portal.db, 365)).toBe(1)
  expect(await counts()).toEqual([0, 0])
})
