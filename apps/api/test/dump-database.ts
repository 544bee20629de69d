import type pg from 'pg'

/** Every row of every table as text, under the table's name; the job library's too. */
export async function dumpDatabase(
  database: Pick<pg.Pool, 'query'> | pg.Client,
): Promise<Record<string, string[]>> {
  const { rows: tables } = await database.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in
      ('pg_catalog', 'information_schema', 'saved_rows')
    order by 1`)
  const dump: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await database.query<{ row: string }>(
      `select t::text as row from ${name} t order by 1`,
    )
    dump[name] = rows.map(({ row }) => row)
  }
  return dump
}

/** Every row except the audit log, rate limits and challenges, which reads and anonymous calls change. */
export async function readStoredData(
  database: Pick<pg.Pool, 'query'>,
): Promise<Record<string, string[]>> {
  const tables = Object.entries(await dumpDatabase(database))
  return Object.fromEntries(
    tables.filter(([name]) => !/^public\.(audit_\w+|rate_limits|passkey_challenges)$/.test(name)),
  )
}
