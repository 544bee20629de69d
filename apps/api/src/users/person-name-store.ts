import type { PersonalData } from '@carpeta/domain/people/person-in-text'
import type { Database, Transaction } from '../db/client.ts'
import { maybeOne, one, sql } from '../db/query.ts'

/** Empty for an unknown account. */
export async function findPersonName(db: Database | Transaction, userId: number): Promise<string> {
  const user = await maybeOne<{ name: string }>(
    db,
    sql`select trim(first_name || ' ' || last_name) as name from users where id = ${userId}`,
  )
  return user?.name ?? ''
}

/** What a text may name the user by. */
export function findPersonalData(tx: Transaction, userId: number): Promise<PersonalData> {
  return one<PersonalData>(
    tx,
    sql`select rut, first_name, last_name, email from users where id = ${userId}`,
  )
}
