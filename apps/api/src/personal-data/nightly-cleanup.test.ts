import { expect, test } from 'vitest'
import { openPortalForTest } from '../../test/open-portal.ts'
import { exec, many, sql } from '../db/query.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'

test('every night expired rows are deleted, and nothing that is still valid (§12.612, security 15.150)', async () => {
  const portal = await openPortalForTest({})
  const { db } = portal
  const [rosa] = [await portal.as('rosa'), await portal.as('pia')]
  await exec(
    db,
    sql`update sessions set created_at = now() - interval '13 hours'
    where user_id = (select id from users where first_name = 'Pía')`,
  )
  await exec(
    db,
    sql`insert into account_links (token_hash, user_id, purpose, expires_at, used_at)
    select md5(random()::text), id, purpose, now() - age * interval '1 day', case when is_used then now() end
    from users join (values
      ('Rosa', 'activate', 8, true), ('Hernán', 'activate', 366, true), ('Elena', 'restore', 8, true),
      ('Bruno', 'restore', 6, true), ('Pía', 'activate', 8, false)
    ) as link (name, purpose, age, is_used) on name = first_name`,
  )
  await exec(
    db,
    sql`insert into login_attempts (key, attempts, last_at)
    values ('old', 3, now() - interval '13 hours'), ('new', 3, now())`,
  )
  await exec(
    db,
    sql`insert into rate_limits (key, points, expire)
    values ('link:old', 1, ${Date.now() - 1}), ('link:new', 1, ${Date.now() + 3_600_000})`,
  )

  await enqueueJob(db, 'delete_expired_links', {})
  await enqueueJob(db, 'delete_old_login_attempts', {})
  await enqueueJob(db, 'apply_retention', {})
  await portal.sentEmails()

  const rows = await many(
    db,
    sql`select
    (select count(*)::int from sessions) as sessions,
    (select array_agg(users.first_name order by users.first_name)
      from account_links join users on users.id = user_id) as links,
    (select array_agg(key) from login_attempts) as attempts,
    (select array_agg(key) from rate_limits where key like 'link:%') as limits`,
  )
  expect(rows).toEqual([
    { sessions: 1, links: ['Bruno', 'Rosa', 'Tomás'], attempts: ['new'], limits: ['link:new'] },
  ])
  expect((await rosa.get('/api/auth/user/')).status).toBe(200)
})
