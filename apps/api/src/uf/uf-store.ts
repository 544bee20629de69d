import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { UfValue } from '@carpeta/domain/money/uf-value'
import type { Database, Transaction } from '../db/client.ts'
import { exec, maybeOne, type SQL, sql } from '../db/query.ts'

/** Where a value comes from: made up for the sample cooperative, or published. */
export type UfSource = 'sample' | 'file' | 'cmf' | 'mindicador'

/** A day's value as JSON text in wire format, 'null' without one, for use inside another query. */
export function ufOfDayAsJson(day: CalendarDate): SQL {
  return sql`coalesce((
    select json_build_object('fecha', date::text, 'valor', value)
    from uf_values where date = ${day})::text, 'null')`
}

/** A published value replaces the stored one of its day. */
export async function saveUfValues(
  db: Database | Transaction,
  values: UfValue[],
  source: UfSource,
): Promise<void> {
  await exec(
    db,
    sql`insert into uf_values (date, value, source)
      select date, value, ${source} from unnest(
        ${values.map(({ date }) => date)}::date[],
        ${values.map(({ pesos }) => pesos)}::numeric[]) as given (date, value)
      on conflict (date) do update
        set value = excluded.value, source = excluded.source, loaded_at = now()
        where uf_values.value <> excluded.value or uf_values.source <> excluded.source`,
  )
}

/** Until a value is published, made-up ones take its place in the sample cooperative. */
export async function saveSampleUfValues(db: Database, values: UfValue[]): Promise<void> {
  const isPublished = await maybeOne(
    db,
    sql`select from uf_values where source <> 'sample' limit 1`,
  )
  if (!isPublished) await saveUfValues(db, values, 'sample')
}

/** Made-up values must not remain beside published ones. */
export async function deleteSampleUfValues(tx: Transaction): Promise<void> {
  await exec(tx, sql`delete from uf_values where source = 'sample'`)
}
