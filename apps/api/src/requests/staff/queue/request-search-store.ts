import { type SQL, sql } from '../../../db/query.ts'
import { isPartSearchable } from '../../../http/filters.ts'
import { membersLike } from '../../../users/people-store.ts'

/** What one search box finds: any of these. */
export interface RequestSearch {
  /** Part of a name, or of a text of the request. */
  text: string
  /** The number of a request. */
  id: number | null
  /** Part of a RUT, without dots and hyphen. */
  rut: string | null
}

const MIN_TEXT_PART = 3

/** Each part has an index of its own, which an `or` could not use. Notes are not searched. */
export function foundBy({ text, id, rut }: RequestSearch): SQL {
  const members = sql`select id from requests where user_id in (
    select id from users where folded_name like contains_pattern(${text})
      or folded_rut like contains_pattern(${rut}))`
  const texts = text.length < MIN_TEXT_PART ? [] : withText(text)
  return sql.join([sql`select ${id}::integer`, members, ...texts], sql` union `)
}

/** At most so many of each part, for a search that shows a few; a short text finds names by their beginning. */
export function someFoundBy({ text, id, rut }: RequestSearch, most: number): SQL {
  const members = membersLike({ text, rut }).map(
    (member) => sql`select id from requests
      where state <> 'draft' and user_id in (select id from users where ${member} limit ${most})`,
  )
  const texts = isPartSearchable(text) ? withText(text) : []
  const parts = [...members, ...texts].map((part) => sql`(${part} limit ${most})`)
  return sql.join([sql`select ${id}::integer`, ...parts], sql` union `)
}

function withText(text: string): SQL[] {
  return [
    sql`select id from requests
      where state <> 'draft' and ${requestTexts} like contains_pattern(${text})`,
    sql`select request_id from request_events
      where kind <> 'note' and fold_text(text) like contains_pattern(${text})`,
  ]
}

/** As in the index `requests_texts`, which a migration creates where pg_trgm is. */
const requestTexts = sql`fold_text(procedure_title || ' ' || comment || ' ' || answer)`
