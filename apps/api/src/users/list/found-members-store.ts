import type { Database, Transaction } from '../../db/client.ts'
import { many, type SQL, sql } from '../../db/query.ts'
import { isPartSearchable } from '../../http/filters.ts'

export interface FoundMember {
  id: number
  name: string
  rut: string | null
  email: string
}

/** Of more matches only these are ordered by name. */
const MAX_CANDIDATES = 100

/**
 * Accounts with this part of a name, an email or a rut; of a text too short for the indexes of parts, those
 * that begin with it (docs/decisions/0065).
 */
export function findMembers(
  db: Database,
  { text, rut, limit }: { text: string; rut: string | null; limit: number },
): Promise<FoundMember[]> {
  const conditions = [...membersLike({ text, rut }), isLike(sql`folded_email`, text)]
  const candidates = conditions.map(
    (condition) => sql`(select ${columns} from users where deleted_at is null and ${condition}
      limit ${MAX_CANDIDATES})`,
  )
  return many<FoundMember>(
    db,
    sql`select id, name, rut, email from (${sql.join(candidates, sql` union `)}) candidates
      order by spanish_order(full_name) collate "C", id limit ${limit}`,
  )
}

/** Conditions on `users` by name and rut, of which an account meets any; each has an index of its own. */
export function membersLike({ text, rut }: { text: string; rut: string | null }): SQL[] {
  const names = isPartSearchable(text)
    ? [isLike(sql`folded_name`, text)]
    : ['first_name', 'last_name'].map(
        // The index leaves out deleted accounts.
        (name) => sql`deleted_at is null and spanish_order(${sql.identifier(name)}) collate "C"
          like start_pattern(spanish_order(${text}))`,
      )
  return rut === null ? names : [...names, isLike(sql`folded_rut`, rut)]
}

/** A short text is looked for at the beginning only. */
function isLike(column: SQL, text: string): SQL {
  return isPartSearchable(text)
    ? sql`${column} like contains_pattern(${text})`
    : sql`deleted_at is null and ${column} collate "C" like start_pattern(${text})`
}

export async function findMember(
  db: Database | Transaction,
  id: number,
): Promise<FoundMember | null> {
  const [member = null] = await findWhere(db, sql`id = ${id} and erased_at is null`, 1)
  return member
}

export function findHolders(db: Database, ruts: string[]): Promise<FoundMember[]> {
  return findWhere(db, sql`rut = any(${ruts})`, ruts.length)
}

function findWhere(db: Database | Transaction, where: SQL, limit: number): Promise<FoundMember[]> {
  return many<FoundMember>(
    db,
    sql`select id, name, rut, email from (
        select ${columns} from users where deleted_at is null and ${where}) found
      order by spanish_order(full_name) collate "C", id limit ${limit}`,
  )
}

const columns = sql`id, first_name || ' ' || last_name as full_name,
  trim(first_name || ' ' || last_name) as name, rut, email`
