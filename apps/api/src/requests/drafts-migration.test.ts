import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../test/open-portal.ts'
import { migrate, migrateTo } from '../db/migrate.ts'
import { many, type SQL, sql } from '../db/query.ts'
import { knownMigrations } from '../db/schema-state.ts'

// The rows are those that the portal wrote before drafts had a version: a draft had one document for each
// required one and, beside them, files that were not joined yet.

test('what members wrote and uploaded before is in their drafts (§12.1046)', async () => {
  const database = await createDatabase()
  onTestFinished(() => database.close())
  const { pool, db } = database
  const names = knownMigrations().map(({ name }) => name)
  await migrateTo(
    pool,
    names.slice(
      0,
      names.findIndex((name) => name.endsWith('_drafts-with-slots')),
    ),
  )
  await pool.query(rows)
  await migrate(pool)

  const read = (statement: SQL) => many(db, statement)
  expect(
    await read(sql`select request_id, comment, version from request_drafts order by 1`),
  ).toEqual([
    { requestId: 1, comment: 'Mientras escribo', version: 4 },
    { requestId: 2, comment: 'Creado', version: 0 },
    { requestId: 3, comment: 'La pidió por teléfono', version: 1 },
    { requestId: 4, comment: '', version: 1 },
  ])
  expect(await read(sql`select id, comment, filed_by from requests order by id`)).toEqual([
    { id: 1, comment: '', filedBy: null },
    { id: 2, comment: '', filedBy: null },
    { id: 3, comment: '', filedBy: 2 },
    { id: 4, comment: 'Con preguntas', filedBy: null },
    { id: 5, comment: 'Enviado', filedBy: null },
  ])
  // The document of a slot comes before the files that were chosen beside it.
  expect(
    await read(sql`select request_id, position, document_id from slot_files order by 1, 2, place`),
  ).toEqual([
    { requestId: 1, position: 0, documentId: 10 },
    { requestId: 1, position: 0, documentId: 11 },
    { requestId: 1, position: 0, documentId: 12 },
    { requestId: 1, position: 1, documentId: 13 },
    { requestId: 3, position: 0, documentId: 30 },
    { requestId: 4, position: 0, documentId: 42 },
    { requestId: 4, position: 1, documentId: 44 },
  ])
  // What replaced a rejected document since staff asked is not sent: the rejected one is asked for again.
  expect(
    await read(sql`select document_id, position, replaced_at is null as is_current
      from request_documents order by 1`),
  ).toEqual([
    { documentId: 40, position: 0, isCurrent: true },
    { documentId: 41, position: 0, isCurrent: false },
    { documentId: 43, position: 1, isCurrent: true },
    { documentId: 50, position: 0, isCurrent: true },
    { documentId: 51, position: 0, isCurrent: false },
  ])
})

const rows = `
  insert into users (id, first_name, last_name, email) overriding system value
    values (1, 'Rosa', 'Muñoz', 'rosa@example.com'), (2, 'Mario', 'Fuentes', 'mario@example.com');
  insert into sales (id, code, holder_rut, content_hash, as_of) overriding system value
    values (1, 'V-1001', '12345678-5', '', now());
  insert into requests (id, user_id, sale_id, procedure_id, procedure_title, procedure_description,
      required_documents, answer_hours, state, comment, version, is_autosaved, filed_by, sent_at)
    overriding system value
    select id, 1, 1, (select min(id) from procedures), 'Cesión', '', '{Cédula,Contrato}', 8, state, comment, version, is_autosaved,
      filed_by, case when state <> 'draft' then now() end
    from (values
      (1, 'draft', 'Mientras escribo', 4, true, null::int),
      (2, 'draft', 'Creado', 0, false, null),
      (3, 'draft', 'La pidió por teléfono', 1, false, 2),
      (4, 'missing', 'Con preguntas', 3, false, null),
      (5, 'in_review', 'Enviado', 5, false, null)
    ) given (id, state, comment, version, is_autosaved, filed_by);
  insert into documents (id, storage_key, state, name, type, size, uploaded_by)
    overriding system value
    select id, id, 'kept', id || '.pdf', 'application/pdf', 1, 1
    from unnest('{10,11,12,13,30,40,41,42,43,44,50,51}'::int[]) id;
  insert into request_events (request_id, kind, actor_id, at)
    values (4, 'asked', 2, now() - interval '2 days'), (5, 'asked', 2, now() - interval '2 days');
  insert into request_documents (request_id, document_id, position, review, replaced_at) values
    (1, 10, 0, 'pending', null),
    (3, 30, 0, 'pending', null),
    (4, 40, 0, 'rejected', now() - interval '5 hours'),
    (4, 41, 0, 'pending', now() - interval '4 hours'),
    (4, 42, 0, 'pending', null),
    (4, 43, 1, 'rejected', null),
    (5, 50, 0, 'pending', null),
    (5, 51, 0, 'rejected', now() - interval '1 day');
  insert into slot_files (request_id, document_id, position, place)
    values (1, 11, 0, 0), (1, 12, 0, 1), (1, 13, 1, 0), (4, 44, 1, 0)`
