import type { Database } from '../client.ts'
import { exec, type SQL, sql } from '../query.ts'

/** Which tables belong to a topic stands in the migration that creates their triggers. */
export type Topic = 'people' | 'sales' | 'requests' | 'work' | 'figures'

/** An expression: a number that grows with each commit that changed a table of these topics. */
export function versionOf(topics: readonly Topic[]): SQL {
  return sql`(select coalesce(sum(changes), 0)::bigint from data_versions
    where topic = any(${[...topics]}))`
}

/** Adds up the rows of connections that ended, except one that a new connection of the same number writes. */
export async function foldVersions(db: Database): Promise<void> {
  await exec(
    db,
    sql`with ended as (
        delete from data_versions where (topic, writer) in (
          select topic, writer from data_versions
          where writer <> 0 and writer not in (select pid from pg_stat_activity)
          for update skip locked)
        returning topic, changes)
      insert into data_versions as folded (topic, writer, changes)
      select topic, 0, sum(changes) from ended group by topic
      on conflict (topic, writer) do update set changes = folded.changes + excluded.changes`,
  )
}
