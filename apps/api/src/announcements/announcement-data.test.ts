import { beforeAll, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { draftBy, publishedBy, titlesOf } from '../../test/announcements.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'
import { eraseMember } from '../personal-data/erase-member.ts'
import { deleteOldAnnouncements } from './publication.ts'

let portal: Portal
let ivan: Visitor
beforeAll(async () => {
  portal = await openPortal()
  ivan = await portal.as('ivan')
  return () => portal.close()
})

const count = async (table: string) =>
  (await portal.pool.query(`select count(*)::int as rows from ${table}`)).rows[0].rows

test('what Rosa read and got by email is in her data (security 15.21)', async () => {
  const rosa = await portal.as('rosa')
  const id = await publishedBy(ivan, { sends_email: true })
  await rosa.post(`/api/client/announcements/${id}/read/`, json({}))
  await portal.sentEmails()
  const { announcements, preferences } = (await rosa.get('/api/client/data.json')).body
  expect(preferences).toMatchObject({ request_letters: true, announcement_emails: true })
  expect(announcements).toEqual([
    {
      title: 'Corte de agua',
      published_at: expect.any(String),
      read_at: expect.any(String),
      email: 'sent',
      email_failure: '',
    },
  ])
  expect((await rosa.get('/api/client/data.pdf')).status).toBe(200)
})

test('an erased member has read nothing and got nothing; what erased staff wrote stays (security 15.21)', async () => {
  const { id } = await draftBy(ivan)
  const { body } = await ivan.post(`/api/announcements/${id}/files/`, upload(pdf('plano.pdf')))
  const asOperator = { force: true, dryRun: false }
  const { rut } = personas.hernan
  expect((await eraseMember(portal, { rut }, asOperator)).result).toBe('erased')
  // Rosa's remain.
  expect([await count('announcement_reads'), await count('announcement_emails')]).toEqual([1, 1])
  // Its uploader's name of the file is blanked, the announcement's is not.
  await portal.pool.query(`update documents set name = ''`)
  expect((await ivan.get(`/api/announcements/${id}/`)).body.files).toEqual(body.files)
})

test('two years after its publication an announcement is deleted, with its reads and files (security 15.21)', async () => {
  const age = (state: string) =>
    portal.pool.query(
      `update announcements set published_at = now() - interval '25 months', ${state}`,
    )
  expect(await deleteOldAnnouncements(portal.db, 2)).toBe(0)
  await portal.pool.query(`delete from announcements where state = 'draft'`)
  await age(`visible_until = (now() + interval '2 days')::date`)
  expect(await deleteOldAnnouncements(portal.db, 2)).toBe(0)
  await age('visible_until = null')
  const { id } = await draftBy(ivan)
  const published = (await count('announcements')) - 1
  expect(await deleteOldAnnouncements(portal.db, 2)).toBe(published)
  expect(await titlesOf(await portal.as('rosa'))).toEqual([])
  expect((await ivan.get(`/api/announcements/${id}/`)).status).toBe(200)
  expect([await count('announcement_reads'), await count('announcement_emails')]).toEqual([0, 0])
})
