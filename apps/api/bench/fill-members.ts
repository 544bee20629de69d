import type { Database, JobDatabase } from '../src/db/client.ts'
import { exec, many, sql } from '../src/db/query.ts'

/**
 * A cooperative of this many members beside the sample's: each with a copy of Rosa's sale, an account, and
 * what two years leave behind. `owner` may skip the triggers of the audit log.
 */
export async function fillMembers(owner: JobDatabase, count: number): Promise<void> {
  await insertSales(owner, count)
  await insertAccounts(owner)
  await insertRequests(owner)
  await insertPaymentsAndReads(owner)
  await insertAuditLog(owner)
  await exec(owner, sql`vacuum analyze`)
}

const partsOfSales = [
  'sale_holders',
  'instalments',
  'payments',
  'commitments',
  'deed_trackings',
  'sale_views',
]

/** Copies in PostgreSQL itself: a hundred thousand sales by an import take minutes. */
async function insertSales(db: Database, count: number): Promise<void> {
  const { names, values } = await columnsOf(db, 'sales', {
    code: `'M-' || n`,
    holder_rut: `(5000000 + n) || '-' || n % 10`,
  })
  await exec(
    db,
    sql`insert into sales (${sql.raw(names)}) select ${sql.raw(values)}
      from sales made cross join generate_series(1, ${count}::int) n where made.code = 'V-1001'`,
  )
  for (const table of partsOfSales) {
    const { names, values } = await columnsOf(db, table, { sale_id: 'added.id' })
    await exec(
      db,
      sql`insert into ${sql.identifier(table)} (${sql.raw(names)}) select ${sql.raw(values)}
        from ${sql.identifier(table)} made
        join sales rosas on rosas.id = made.sale_id and rosas.code = 'V-1001'
        cross join (select id from sales where code like 'M-%') added`,
    )
  }
}

/** The columns that a row brings, and their values: those of `made`, or others. */
async function columnsOf(db: Database, table: string, others: Record<string, string>) {
  const columns = await many<{ name: string }>(
    db,
    sql`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table}
        and is_identity = 'NO' and is_generated = 'NEVER'`,
  )
  return {
    names: columns.map(({ name }) => `"${name}"`).join(', '),
    values: columns.map(({ name }) => others[name] ?? `made."${name}"`).join(', '),
  }
}

/** An account for every holder without one; a third never logged in. */
async function insertAccounts(db: Database): Promise<void> {
  await exec(
    db,
    sql`insert into users (rut, first_name, last_name, email, password_hash)
      select holder_rut,
        (array['María', 'José', 'Ñusta', 'Álvaro', 'Pía', 'Tomás', 'Hernán'])[1 + id % 7],
        (array['Muñoz', 'Sepúlveda', 'Núñez', 'Oñate', 'Rojas'])[1 + id % 5] || ' ' || id,
        'socio' || id || '@correo.example', case when id % 3 > 0 then 'x' end
      from sales where code like 'M-%' and not exists (select from users where rut = holder_rut)`,
  )
}

/** A request for each member, one in fifty still open, with two documents and three events. */
async function insertRequests(db: Database): Promise<void> {
  await exec(
    db,
    sql`insert into requests (user_id, sale_id, procedure_id, procedure_title,
        procedure_description, required_documents, answer_hours, state, comment, answer, sent_at,
        due_at, closed_at, created_at, updated_at)
      select users.id, sales.id, procedures.id, title, description, documents, answer_hours, state,
        'Necesito una copia, por favor', case when state = 'resolved' then 'Aquí está' else '' end,
        sent_at, sent_at + interval '3 days',
        case when state = 'resolved' then sent_at + interval '2 days' end, sent_at, sent_at
      from users
      join sales on holder_rut = rut and code like 'M-%'
      cross join lateral (
        select (array['sent', 'in_review'])[1 + users.id % 2] as state,
          now() - interval '1 day' * (users.id % 3) as sent_at
        where users.id % 50 = 0
        union all
        select 'resolved', now() - interval '10 days' - interval '1 minute' * (users.id * 7919 % 900000)
        where users.id % 50 > 0) made
      join lateral (select * from procedures where deleted_at is null order by id
        limit 1 offset users.id % 3) procedures on true
      where users.password_hash = 'x'`,
  )
  await exec(
    db,
    sql`insert into request_events (request_id, at, kind, actor_id, text)
      select requests.id, sent_at + interval '1 hour' * place, kind,
        case when place = 0 then user_id else (select min(user_id) from user_groups) end, ''
      from requests
      cross join (values (0, 'sent'), (1, 'review'), (2, 'resolved')) events (place, kind)
      where comment = 'Necesito una copia, por favor' and (state = 'resolved' or place = 0)`,
  )
  await exec(
    db,
    sql`insert into answer_times (event_id, due_at, worked_minutes)
      select request_events.id, at + interval '1 hour' * (request_id % 7 - 1),
        30 + request_id * 7919 % 1500
      from request_events join requests on requests.id = request_id
      where kind = 'resolved' and comment = 'Necesito una copia, por favor'`,
  )
  await exec(
    db,
    sql`insert into answer_ratings (event_id, helped)
      select event_id, event_id % 7 > 0 from answer_times where event_id % 4 = 0 on conflict do nothing`,
  )
  await exec(
    db,
    sql`with stored as (
        insert into documents (storage_key, state, name, type, size, sha256, uploaded_by, created_at)
        select md5(requests.id || '-' || place), 'kept', 'cedula.pdf', 'application/pdf', 500000,
          repeat('0', 64), user_id, sent_at
        from requests cross join generate_series(0, 1) place
        where comment = 'Necesito una copia, por favor'
        returning id, storage_key)
      insert into request_documents (request_id, document_id, position, review)
      select requests.id, stored.id, place, case when state = 'resolved' then 'accepted' else 'pending' end
      from requests cross join generate_series(0, 1) place
      join stored on storage_key = md5(requests.id || '-' || place)`,
  )
}

async function insertPaymentsAndReads(db: Database): Promise<void> {
  await exec(
    db,
    sql`insert into payment_reports (user_id, sale_id, paid_on, amount, state, reported_at, closed_at)
      select users.id, sales.id, now()::date - (users.id % 300), 250000,
        case when users.id % 25 = 0 then 'reported' else 'cancelled' end,
        now() - interval '1 day' * (users.id % 300),
        case when users.id % 25 > 0 then now() - interval '1 day' * (users.id % 290) end
      from users join sales on holder_rut = rut and code like 'M-%' where users.id % 5 = 0`,
  )
  await exec(
    db,
    sql`insert into announcement_reads (announcement_id, user_id)
      select announcements.id, users.id from announcements cross join users
      where state = 'published' on conflict do nothing`,
  )
}

/** Ten entries for each member and the activation of each account, unsigned: only their number counts here. */
async function insertAuditLog(db: JobDatabase): Promise<void> {
  await db.transaction(async (tx) => {
    await exec(tx, sql`set local session_replication_role = replica`)
    await exec(
      tx,
      sql`insert into audit_entries (action, actor_id, object_type, object_id, subject_id, address)
        select (array['session.login', 'document.uploaded', 'sale.read'])[1 + place % 3], id,
          'user', id::text, id, '192.0.2.' || id % 250
        from users cross join generate_series(1, 10) place`,
    )
    await exec(
      tx,
      sql`insert into audit_entries (at, action, actor_id, object_type, object_id, subject_id, address)
        select now() - interval '1 minute' * (id * 7919 % 1000000), 'account.activated', id,
          'user', id::text, id, '192.0.2.' || id % 250
        from users where password_hash = 'x'`,
    )
  })
}
