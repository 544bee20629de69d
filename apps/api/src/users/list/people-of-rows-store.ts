import type { Database } from '../../db/client.ts'
import { many, type SQL, sql } from '../../db/query.ts'

// What the lists of staff about members have in common: requests, reported payments.

/** The full name of an alias of `users`. */
export const fullName = (person: SQL): SQL =>
  sql`trim(${person}.first_name || ' ' || ${person}.last_name)`

/** A condition on `userId`: a part of the name, or of the rut without dots and hyphen. */
export function isMemberLike(
  userId: SQL,
  { name, rut }: { name: string; rut: string | null },
): SQL {
  return sql`${userId} in (
    select id from users where folded_name like contains_pattern(${name})
      or folded_rut like contains_pattern(${rut}))`
}

export interface PeopleOfRow {
  member: { id: number; name: string; social_security: string; email: string }
  isMemberErased: boolean
  /** The user of staff who has the row, if anybody has. */
  colleague: { id: number; name: string } | null
  /** By the database's clock. */
  now: Date
}

export async function findPeopleOfRow(
  db: Database,
  { memberId, colleagueId }: { memberId: number; colleagueId: number | null },
): Promise<PeopleOfRow> {
  const people = await many<{
    id: number
    name: string
    rut: string
    email: string
    isErased: boolean
    now: Date
  }>(
    db,
    sql`select users.id, ${fullName(sql`users`)} as name, coalesce(users.rut, '') as rut, users.email,
        users.erased_at is not null as is_erased, now() as now
      from users where users.id = any(${[memberId, colleagueId]})`,
  )
  const member = people.find(({ id }) => id === memberId)
  const colleague = people.find(({ id }) => id === colleagueId)
  if (!member) throw new Error(`a row of an unknown member: ${memberId}`)
  const { id, name, rut, email, isErased, now } = member
  return {
    member: { id, name, social_security: rut, email },
    isMemberErased: isErased,
    colleague: colleague ? { id: colleague.id, name: colleague.name } : null,
    now,
  }
}
