import type { Database, Transaction } from '../../db/client.ts'
import { many, type SQL, sql } from '../../db/query.ts'

export interface FoundMember {
  id: number
  name: string
  rut: string | null
  email: string
}

/** Accounts with this part of a name, an email or a rut. */
export function findMembers(
  db: Database,
  { text, rut, limit }: { text: string; rut: string | null; limit: number },
): Promise<FoundMember[]> {
  return findWhere(
    db,
    sql`folded_name like contains_pattern(${text}) or folded_email like contains_pattern(${text})
      or folded_rut like contains_pattern(${rut})`,
    limit,
  )
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
    sql`select id, trim(first_name || ' ' || last_name) as name, rut, email from users
      where deleted_at is null and (${where})
      order by spanish_order(first_name || ' ' || last_name) collate "C", id limit ${limit}`,
  )
}
