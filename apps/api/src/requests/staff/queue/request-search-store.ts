import { type SQL, sql } from '../../../db/query.ts'

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
  const pattern = sql`contains_pattern(${text})`
  const members = sql`select id from requests where user_id in (
    select id from users where folded_name like ${pattern} or folded_rut like contains_pattern(${rut}))`
  const texts = sql`select id from requests
      where state <> 'draft' and ${requestTexts} like ${pattern}
    union select request_id from request_events
      where kind <> 'note' and fold_text(text) like ${pattern}`
  return sql`select ${id}::integer
    union ${members} ${text.length < MIN_TEXT_PART ? sql`` : sql`union ${texts}`}`
}

/** As in the index `requests_texts`, which a migration creates where pg_trgm is. */
const requestTexts = sql`fold_text(procedure_title || ' ' || comment || ' ' || answer)`
