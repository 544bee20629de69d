import type { Database, Transaction } from '../db/client.ts'
import { exec, many, type SQL, sql } from '../db/query.ts'

/** How an operator names an account. */
export type AccountKey = { rut: string } | { id: number } | { email: string }

/** Active and deleted accounts that are not erased: the active one first, then the last deleted. */
export function listAccounts(
  db: Database | Transaction,
  key: AccountKey,
): Promise<{ id: number; rut: string | null }[]> {
  return many(
    db,
    sql`select id, rut from users where ${matching(key)} and erased_at is null
      order by deleted_at is not null, deleted_at desc, id desc`,
  )
}

function matching(key: AccountKey): SQL {
  if ('rut' in key) return sql`rut = ${key.rut}`
  if ('id' in key) return sql`id = ${key.id}`
  return sql`lower(email) = lower(${key.email})`
}

export async function isErased(db: Database | Transaction, id: number): Promise<boolean> {
  const found = await exec(db, sql`select from users where id = ${id} and erased_at is not null`)
  return found > 0
}

// For queries of other modules that know people by rut, of which there may be no account.

/** Selects the id of the account with this rut. */
export function accountIdOf(rut: SQL): SQL {
  return sql`(select users.id from users where users.rut = ${rut} and users.deleted_at is null)`
}

/** The account as an email needs it. */
export interface RutAccount {
  id: number
  firstName: string
  email: string
  isActive: boolean
  isActivated: boolean
}

/** Selects a `RutAccount` as JSON; null without an account. */
export function accountOf(rut: SQL): SQL {
  return sql`(
    select json_build_object('id', users.id, 'firstName', users.first_name, 'email', users.email,
      'isActive', users.is_active, 'isActivated', users.password_hash is not null)
    from users where users.rut = ${rut} and users.deleted_at is null)`
}

/** A condition: the account with this id has this rut. */
export function isAccountOf(id: SQL, rut: SQL): SQL {
  return sql`exists (select from users where users.id = ${id} and users.rut = ${rut})`
}
