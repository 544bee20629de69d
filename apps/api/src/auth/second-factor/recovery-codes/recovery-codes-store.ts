import type { Database, Transaction } from '../../../db/client.ts'
import { exec, maybeOne, one, sql } from '../../../db/query.ts'
import type { StoredCode } from './recovery-codes.ts'

export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: number,
  codes: StoredCode[],
): Promise<void> {
  await deleteRecoveryCodes(tx, userId)
  for (const code of codes) {
    await exec(tx, sql`insert into recovery_codes ${sql.insert({ userId, ...code })}`)
  }
}

/** The hash of the user's unused code with this first character. */
export async function findCodeHash(
  db: Database,
  userId: number,
  label: string,
): Promise<string | null> {
  const found = await maybeOne<{ codeHash: string }>(
    db,
    sql`select code_hash from recovery_codes
      where user_id = ${userId} and label = ${label} and used_at is null`,
  )
  return found?.codeHash ?? null
}

/** False when the code was used or replaced meanwhile. */
export async function takeRecoveryCode(
  tx: Transaction,
  userId: number,
  codeHash: string,
): Promise<boolean> {
  const taken = await exec(
    tx,
    sql`update recovery_codes set used_at = now()
      where user_id = ${userId} and code_hash = ${codeHash} and used_at is null`,
  )
  return taken === 1
}

export async function countRecoveryCodes(
  db: Database | Transaction,
  userId: number,
): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*)::int as count from recovery_codes
      where user_id = ${userId} and used_at is null`,
  )
  return count
}

export async function deleteRecoveryCodes(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`delete from recovery_codes where user_id = ${userId}`)
}
