import type { Database, Transaction } from '../../../db/client.ts'
import { exec, many, maybeOne, sql } from '../../../db/query.ts'

export interface StoredTotp {
  sealedSecret: string
  lastStep: number | null
  createdAt: Date
  lastUsedAt: Date | null
  /** The database's clock. */
  nowMs: number
}

const ENROLLMENT_MINUTES = 10

const isPending = sql`confirmed_at is null
  and created_at > now() - ${ENROLLMENT_MINUTES} * interval '1 minute'`

/** The user's confirmed secret, or the one that waits for its first code. */
export function findTotp(
  db: Database | Transaction,
  userId: number,
  which: 'confirmed' | 'pending',
): Promise<StoredTotp | null> {
  const state = which === 'confirmed' ? sql`confirmed_at is not null` : isPending
  return maybeOne(
    db,
    sql`select sealed_secret, last_step, created_at, last_used_at,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms
      from totp_secrets where user_id = ${userId} and ${state}`,
  )
}

/** Replaces a secret that was not confirmed. False when the user has a confirmed one. */
export async function savePending(
  db: Database,
  userId: number,
  sealedSecret: string,
): Promise<boolean> {
  const saved = await exec(
    db,
    sql`insert into totp_secrets ${sql.insert({ userId, sealedSecret })}
      on conflict (user_id) do update
        set sealed_secret = excluded.sealed_secret, created_at = now(), last_step = null
        where totp_secrets.confirmed_at is null`,
  )
  return saved === 1
}

/** False when the secret was replaced or confirmed meanwhile. */
export async function confirmPending(
  tx: Transaction,
  userId: number,
  { sealedSecret, step }: { sealedSecret: string; step: number },
): Promise<boolean> {
  const confirmed = await exec(
    tx,
    sql`update totp_secrets set confirmed_at = now(), created_at = now(), last_step = ${step}
      where user_id = ${userId} and sealed_secret = ${sealedSecret} and confirmed_at is null`,
  )
  return confirmed === 1
}

/** False when a code of this step or of a later one was accepted meanwhile. */
export async function takeStep(tx: Transaction, userId: number, step: number): Promise<boolean> {
  const taken = await exec(
    tx,
    sql`update totp_secrets set last_step = ${step}, last_used_at = now()
      where user_id = ${userId} and confirmed_at is not null
        and coalesce(last_step, 0) < ${step}`,
  )
  return taken === 1
}

/** @returns whether the user had a confirmed one */
export async function deleteTotp(tx: Transaction, userId: number): Promise<boolean> {
  const deleted = await many<{ wasConfirmed: boolean }>(
    tx,
    sql`delete from totp_secrets where user_id = ${userId}
      returning confirmed_at is not null as was_confirmed`,
  )
  return deleted.some(({ wasConfirmed }) => wasConfirmed)
}

export async function deleteAbandoned(db: Database): Promise<void> {
  await exec(db, sql`delete from totp_secrets where confirmed_at is null and not (${isPending})`)
}

export function listSealed(db: Database): Promise<{ userId: number; sealedSecret: string }[]> {
  return many(db, sql`select user_id, sealed_secret from totp_secrets`)
}

/** Changes nothing when the secret was replaced meanwhile. */
export async function replaceSealed(
  db: Database,
  userId: number,
  { before, after }: { before: string; after: string },
): Promise<void> {
  await exec(
    db,
    sql`update totp_secrets set sealed_secret = ${after}
      where user_id = ${userId} and sealed_secret = ${before}`,
  )
}
