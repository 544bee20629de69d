import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../test/open-portal.ts'
import { migrate, migrateTo } from '../db/migrate.ts'
import { many, sql } from '../db/query.ts'
import { knownMigrations } from '../db/schema-state.ts'

test('the history that the portal wrote before has the kinds of today (§12.1410)', async () => {
  const database = await createDatabase()
  onTestFinished(() => database.close())
  const names = knownMigrations().map(({ name }) => name)
  const renamed = names.findIndex((name) => name.endsWith('_kinds-of-request-events'))
  await migrateTo(database.pool, names.slice(0, renamed))
  await database.pool.query(rows)
  await migrate(database.pool)
  expect(await many(database.db, sql`select id, kind from request_events order by id`)).toEqual(
    ['filed', 'sent', 'commented', 'replied', 'responded', 'note', 'absorbed', 'merged'].map(
      (kind, place) => ({ id: place + 1, kind }),
    ),
  )
})

const rows = `
  insert into users (id, first_name, last_name) overriding system value values (1, 'Rosa', 'Muñoz');
  insert into sales (id, code, holder_rut, content_hash, as_of) overriding system value
    values (1, 'V-1001', '12345678-5', '', now());
  insert into requests (id, user_id, sale_id, procedure_id, procedure_title, procedure_description,
      required_documents, answer_hours, state, sent_at)
    overriding system value
    values (1, 1, 1, (select min(id) from procedures), 'Cesión', '', '{}', 8, 'in_review', now());
  insert into request_events (request_id, kind, about) values
    (1, 'sent', 'staff'), (1, 'sent', null), (1, 'replied', 'review'), (1, 'replied', null),
    (1, 'replied', 'answer'), (1, 'note', null), (1, 'note', 'absorption'), (1, 'cancelled', 'merge');`
