import type { importTokenSchema } from '@carpeta/contract/imports'
import type { Permission } from '@carpeta/domain/access/permissions'
import type { z } from 'zod'
import type { Database, Transaction } from '../db/client.ts'
import { exec, instant, many, maybeOne, scalar, sql, wireRows } from '../db/query.ts'
import type { ImportToken } from '../http/access.ts'
import { permittedIds } from '../people/staff-store.ts'

export type WireToken = z.infer<typeof importTokenSchema>

const IMPORT_SALES: Permission = 'sales.import_sales'

/** A suspended one too, since it may count again. */
const isCurrent = sql`revoked_at is null and expires_at > now()`

/** The command line's server is trusted; a person's token needs the person. */
const hasCreator = sql`(import_tokens.created_by is null
  or import_tokens.created_by in (${permittedIds(IMPORT_SALES)}))`

const counts = sql`${isCurrent} and ${hasCreator}`

const columns = sql`import_tokens.id, name, prefix,
  case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired'
    when ${hasCreator} then 'active' else 'suspended' end as state,
  coalesce(nullif(trim(concat_ws(' ', users.first_name, users.last_name)), ''), users.email, '')
    as created_by,
  ${instant('import_tokens.created_at')} as created_at, ${instant('expires_at')} as expires_at,
  ${instant('last_used_at')} as last_used_at`

/** Current tokens, then those that expired or were revoked; the newest first in each group. */
export function listTokens(db: Database): Promise<WireToken[]> {
  return wireRows<WireToken>(
    db,
    sql`select ${columns} from import_tokens left join users on users.id = created_by
      order by not (${isCurrent}), import_tokens.id desc`,
  )
}

export async function readToken(tx: Transaction, id: number): Promise<WireToken | null> {
  const [token] = await wireRows<WireToken>(
    tx,
    sql`select ${columns} from import_tokens left join users on users.id = created_by
      where import_tokens.id = ${id}`,
  )
  return token ?? null
}

/** Serialises writers, so that their number stays within its limit. */
export async function lockTokens(tx: Transaction): Promise<void> {
  await exec(tx, sql`lock table import_tokens in share row exclusive mode`)
}

export function countCurrentTokens(tx: Transaction): Promise<number> {
  return scalar(tx, sql`select count(*) from import_tokens where ${isCurrent}`)
}

interface NewToken {
  name: string
  prefix: string
  tokenHash: string
  createdBy: number | null
  days: number
}

export function insertToken(
  tx: Transaction,
  { name, prefix, tokenHash, createdBy, days }: NewToken,
): Promise<number> {
  return scalar(
    tx,
    sql`insert into import_tokens (name, prefix, token_hash, created_by, expires_at)
      values (${name}, ${prefix}, ${tokenHash}, ${createdBy}, now() + ${days} * interval '1 day')
      returning id`,
  )
}

/** False when there is no such token, or it is revoked already. */
export async function markRevoked(tx: Transaction, id: number): Promise<boolean> {
  const revoked = await exec(
    tx,
    sql`update import_tokens set revoked_at = now() where id = ${id} and revoked_at is null`,
  )
  return revoked > 0
}

/** Revokes every token that the user made. */
export function markRevokedOf(
  tx: Transaction,
  userId: number,
): Promise<{ id: number; name: string; prefix: string }[]> {
  return many(
    tx,
    sql`update import_tokens set revoked_at = now()
      where created_by = ${userId} and ${isCurrent} returning id, name, prefix`,
  )
}

/** Deletes tokens that ended that many days ago, but for those of an upload that is still listed. @returns how many */
export function deleteEndedTokens(db: Database, days: number): Promise<number> {
  return exec(
    db,
    sql`delete from import_tokens
      where least(revoked_at, expires_at) < now() - ${days} * interval '1 day'
        and id not in (select token_id from uploaded_exports where token_id is not null)`,
  )
}

/** The active token of a hash, judged now; notes its use. */
export function useToken(db: Database, tokenHash: string): Promise<ImportToken | null> {
  return maybeOne<ImportToken>(
    db,
    sql`update import_tokens set last_used_at = now()
      where token_hash = ${tokenHash} and ${counts} returning id, name, prefix`,
  )
}

/** Whether the token is still active; keeps it so until the commit. */
export async function lockActiveToken(tx: Transaction, id: number): Promise<boolean> {
  const locked = await exec(
    tx,
    sql`select from import_tokens where id = ${id} and ${counts} for share`,
  )
  return locked > 0
}

export function isTokenActive(tx: Transaction, id: number): Promise<boolean> {
  return scalar(tx, sql`select exists (select from import_tokens where id = ${id} and ${counts})`)
}
