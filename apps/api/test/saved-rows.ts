import pg from 'pg'

// A template has a copy of its rows in the schema `saved_rows`. With it a database that a test has used becomes
// as a new clone in some milliseconds; a clone with its connections takes a hundred.

/** graphile-worker remembers the numbers of its tasks for as long as its pool lives. */
const KEPT = ['graphile_worker._private_tasks', 'graphile_worker.migrations']
/** After more the tables are much larger than those of a new clone. */
const MAX_ROWS = 5000

interface Table {
  name: string
  columns: string[]
  saved: string
  rows: number
  /** Of the saved rows; '' without any. */
  hash: string
}

/** Copies the rows of a template, and writes the function that gives them back. */
export async function saveRows(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  // As in the function, since a hash is of the rows' text.
  await client.query(`set timezone = 'UTC'`)
  await client.query('create schema saved_rows')
  const tables = await saveTables(client)
  const { rows: sequences } = await client.query<{
    name: string
    value: string
    isCalled: boolean
  }>(
    `select format('%I.%I', schemaname, sequencename) as name,
      coalesce(last_value, start_value) as value, last_value is not null as "isCalled"
     from pg_sequences
     where format('%I.%I', schemaname, sequencename)
       <> all(array_remove(array(
         select pg_get_serial_sequence(name, 'id') from unnest($1::text[]) as name), null))
     order by 1`,
    [KEPT],
  )
  await client.query(`create table saved_rows.schema_state as select ${schemaState} as state`)
  await client.query(`create function saved_rows.restore() returns text language plpgsql
    set session_replication_role = replica set timezone = 'UTC' set lock_timeout = '30s' as $function$
    declare
      deleted bigint;
      total bigint := 0;
    begin
      ${tables.map(restoring).join('\n')}
      ${sequences.map(({ name, value, isCalled }) => `perform setval('${name}', ${value}, ${isCalled});`).join('\n')}
      if total > ${MAX_ROWS} then return 'many rows'; end if;
      if ${schemaState} is distinct from (select state from saved_rows.schema_state) then
        return 'another schema';
      end if;
      return 'restored';
    end
    $function$`)
  // The state includes what saving itself has added.
  await client.query(`update saved_rows.schema_state set state = ${schemaState}`)
  await client.end()
}

async function saveTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Pick<Table, 'name' | 'columns'>>(
    `select found.oid::regclass::text as name, array(
        select quote_ident(attname) from pg_attribute
        where attrelid = found.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum
      ) as columns
     from pg_class found
     where relkind = 'r' and not found.oid::regclass::text = any($1)
       and relnamespace::regnamespace::text in ('public', 'graphile_worker', 'drizzle')
     order by found.oid`,
    [KEPT],
  )
  const tables: Table[] = []
  for (const [index, { name, columns }] of rows.entries()) {
    const saved = `saved_rows.table_${index}`
    const { rowCount } = await client.query(`select from ${name}`)
    if (rowCount) await client.query(`create table ${saved} as select ${columns} from ${name}`)
    const hash = rowCount ? await client.query(hashOf(name, columns)) : undefined
    tables.push({ name, columns, saved, rows: rowCount ?? 0, hash: hash?.rows[0].hash ?? '' })
  }
  return tables
}

/** Only what has changed is written. */
function restoring({ name, columns, saved, rows, hash }: Table): string {
  const remove = `delete from ${name}; get diagnostics deleted = row_count; total := total + deleted;`
  if (rows === 0) return remove
  return `if (${hashOf(name, columns)}) is distinct from ${hash} then
    ${remove}
    insert into ${name} (${columns}) overriding system value select ${columns} from ${saved};
  end if;`
}

function hashOf(table: string, columns: string[]): string {
  return `select sum(hashtextextended(row(${columns})::text, 0)) as hash from ${table}`
}

/** Changes with a table, column, constraint, trigger, function or right. */
const schemaState = `concat_ws(' ',
  (select concat(max(xmin::text::bigint), '/', count(*)) from pg_class
    where oid >= 16384 and relpersistence = 'p'),
  (select concat(max(pg_attribute.xmin::text::bigint), '/', count(*)) from pg_attribute
    join pg_class on pg_class.oid = attrelid where attrelid >= 16384 and relpersistence = 'p'),
  (select concat(max(xmin::text::bigint), '/', count(*)) from pg_constraint where oid >= 16384),
  (select concat(max(xmin::text::bigint), '/', count(*)) from pg_trigger),
  (select concat(max(xmin::text::bigint), '/', count(*)) from pg_proc where oid >= 16384))`
