import { expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortalForTest } from '../../test/open-portal.ts'
import { TRANSFER } from '../../test/stored-requests.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import type { Database, Statement, Transaction } from '../db/client.ts'
import { countUnsent, deleteOldestBlank } from './drafts-store.ts'
import { listRequests } from './queue.ts'

const anybody = { id: 1, user: { profile: { social_security: personas.mario.rut } } }

test('with 100,000 requests the queue uses its indexes in every order but by member (§12.27)', async () => {
  const { pool, db } = await openPortalForTest({})
  // Without the checks of every row's foreign keys.
  await pool.query(
    `begin; set local session_replication_role = replica;
     delete from requests; insert into requests (user_id, sale_id, procedure_id, procedure_title, procedure_description,
       required_documents, answer_hours, state, sent_at, due_at)
     select holders.user_id, 1, procedures.id, procedures.title,
       procedures.description, procedures.documents, procedures.answer_hours,
       (array['sent', 'in_review', 'missing', 'resolved', 'resolved', 'resolved'])[1 + n % 6],
       now() - n * interval '1 minute',
       case when n % 6 < 2 then now() - (n - 500) * interval '1 minute' end
     from generate_series(1, 100000) n, procedures,
       (select array(select id from users order by id) as ids) people,
       lateral (select people.ids[1 + n % 6] as user_id) holders
     where procedures.title = '${TRANSFER}';
     commit`,
  )
  await pool.query('vacuum analyze requests')
  for (const orderBy of ['', 'id', 'sent_at', 'due_at', 'state', 'procedure_title']) {
    const plans = await plansOf(db, (explaining) =>
      listRequests({ db: explaining }, anybody, { orderBy }),
    )
    const [counts, page] = plans
    expect(plans).toHaveLength(3)
    expect(counts, orderBy).toMatch(/Index Only Scan using requests_\w+ on requests/)
    expect(page, orderBy).not.toMatch(/Seq Scan on requests/)
    expect(page, orderBy).toMatch(/Index (Only )?Scan using requests_\w+ on requests/)
  }
  const { results, lastPage, counts } = await listRequests({ db }, anybody, {})
  expect([results.length, lastPage, counts.sent]).toEqual([10, 10_000, 16_666])
  expect(results.every(({ is_overdue }) => is_overdue)).toBe(true)
}, 180_000)

test('what Mario left unsent is counted without reading the drafts of everybody (security 10.401)', async () => {
  const { pool, db } = await openPortalForTest({})
  await pool.query(
    `begin; set local session_replication_role = replica;
     insert into requests (user_id, sale_id, procedure_id, procedure_title, procedure_description,
       required_documents, answer_hours, filed_by)
     select 1000 + n, 1, 1, '', '', '{}', 8, case when n % 10 = 0 then 100000 + n end
     from generate_series(1, 5000) n;
     commit; analyze requests`,
  )
  const mario = await userIdOf(db, 'mario')
  const [counted, deleted] = await db.transaction((tx) =>
    plansOf(tx, async (explaining) => {
      await countUnsent(explaining, mario)
      await deleteOldestBlank(explaining, mario)
    }),
  )
  for (const plan of [counted, deleted]) {
    expect(plan).toMatch(/requests_user/)
    expect(plan).toMatch(/requests_filing/)
  }
}, 60_000)

/** PostgreSQL's plans of every query of `ask`. */
async function plansOf<Db extends Database | Transaction>(
  db: Db,
  ask: (db: Db) => Promise<unknown>,
): Promise<string[]> {
  const plans: string[] = []
  const explaining = Object.assign(Object.create(db), {
    query: async (statement: Statement) => {
      const text = `explain ${statement.text}`
      const { rows } = await db.query({ ...statement, name: undefined, text })
      plans.push(rows.join('\n'))
      return db.query(statement)
    },
  })
  await ask(explaining)
  return plans
}
