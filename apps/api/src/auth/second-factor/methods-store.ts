import type { SecondFactorMethod } from '@carpeta/domain/access/second-factor-rules'
import type { Database, Transaction } from '../../db/client.ts'
import { many, one, type SQL, sql } from '../../db/query.ts'

/** Whether the user of a query's row has a second factor. */
export function hasSecondFactor(userId: SQL): SQL {
  return sql`(exists (select from passkeys where passkeys.user_id = ${userId})
    or exists (select from totp_secrets
      where totp_secrets.user_id = ${userId} and confirmed_at is not null))`
}

/** Those of these users who have a second factor. */
export async function listWithSecondFactor(db: Database, userIds: number[]): Promise<number[]> {
  const found = await many<{ id: number }>(
    db,
    sql`select id from unnest(${userIds}::integer[]) as staff (id)
      where ${hasSecondFactor(sql`staff.id`)}`,
  )
  return found.map(({ id }) => id)
}

/** What completes the user's login; empty when a password alone opens the account. */
export async function listMethods(
  db: Database | Transaction,
  userId: number,
): Promise<SecondFactorMethod[]> {
  const { passkey, totp, recoveryCode } = await one<{
    passkey: boolean
    totp: boolean
    recoveryCode: boolean
  }>(
    db,
    sql`select exists (select from passkeys where user_id = ${userId}) as passkey,
      exists (select from totp_secrets
        where user_id = ${userId} and confirmed_at is not null) as totp,
      exists (select from recovery_codes
        where user_id = ${userId} and used_at is null) as recovery_code`,
  )
  if (!passkey && !totp) return []
  const methods: SecondFactorMethod[] = []
  if (passkey) methods.push('passkey')
  if (totp) methods.push('totp')
  if (recoveryCode) methods.push('recovery_code')
  return methods
}
