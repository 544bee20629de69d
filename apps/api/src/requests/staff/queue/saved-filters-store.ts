import type { SavedFilter } from '@carpeta/contract/requests/queue-schemas'
import { isAboutPerson, type PersonalData } from '@carpeta/domain/people/person-in-text'
import type { Database, Transaction } from '../../../db/client.ts'
import { exec, many, one, sql } from '../../../db/query.ts'

export function listSavedFilters(db: Database, userId: number): Promise<SavedFilter[]> {
  return many<SavedFilter>(
    db,
    sql`select id, name, filters from saved_filters where user_id = ${userId}
      order by spanish_order(name) collate "C", id`,
  )
}

/** How many the user has under other names. */
export async function countOtherFilters(
  tx: Transaction,
  { userId, name }: { userId: number; name: string },
): Promise<number> {
  const { total } = await one<{ total: number }>(
    tx,
    sql`select count(*) as total from saved_filters
      where user_id = ${userId} and fold_text(name) <> fold_text(${name})`,
  )
  return total
}

export function upsertFilter(
  tx: Transaction,
  { userId, name, filters }: Omit<SavedFilter, 'id'> & { userId: number },
): Promise<SavedFilter> {
  return one<SavedFilter>(
    tx,
    sql`insert into saved_filters (user_id, name, filters)
      values (${userId}, ${name}, ${JSON.stringify(filters)}::jsonb)
      on conflict (user_id, fold_text(name))
        do update set name = excluded.name, filters = excluded.filters
      returning id, name, filters`,
  )
}

/** @returns whether the user had it */
export async function deleteFilter(
  tx: Transaction,
  { userId, id }: { userId: number; id: number },
): Promise<boolean> {
  const deleted = await exec(
    tx,
    sql`delete from saved_filters where user_id = ${userId} and id = ${id}`,
  )
  return deleted > 0
}

export async function deleteFiltersOf(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`delete from saved_filters where user_id = ${userId}`)
}

/** Also those of other users that search for this person, or are called like them. */
export async function deleteFiltersAbout(tx: Transaction, person: PersonalData): Promise<void> {
  const all = await many<SavedFilter>(tx, sql`select id, name, filters from saved_filters`)
  const about = all.filter(({ name, filters }) =>
    [name, ...Object.values(filters)].some((text) => isAboutPerson(text, person)),
  )
  const ids = about.map(({ id }) => id)
  await exec(tx, sql`delete from saved_filters where id = any(${ids})`)
}
