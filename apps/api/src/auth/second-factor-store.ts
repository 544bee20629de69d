import {
  NEW_FACTOR_HOURS,
  type SecondFactorMethod,
} from '@carpeta/domain/access/second-factor-rules'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, sql } from '../db/query.ts'
import { tokenHash } from '../http/tokens.ts'
import { isOldFactorRemoved, saveOldFactorRemoval } from '../people/users-store.ts'

/** Whether the user of a query's row has a second factor. */
export function hasSecondFactor(userId: SQL): SQL {
  return sql`(exists (select from passkeys where passkeys.user_id = ${userId})
    or exists (select from totp_secrets
      where totp_secrets.user_id = ${userId} and confirmed_at is not null))`
}

/** The ids of those users who have a second factor. */
export async function listWithSecondFactor(db: Database, userIds: number[]): Promise<number[]> {
  const found = await many<{ id: number }>(
    db,
    sql`select id from unnest(${userIds}::integer[]) as staff (id)
      where ${hasSecondFactor(sql`staff.id`)}`,
  )
  return found.map(({ id }) => id)
}

/** The methods that complete the user's login; empty when a password alone opens the account. */
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

const isNew = sql`created_at >= now() - ${NEW_FACTOR_HOURS} * interval '1 hour'`

/** Whether the account has an old factor, or had one until its owner removed or replaced it lately. */
async function hadFactorBefore(tx: Transaction, userId: number): Promise<boolean> {
  const old = await exec(
    tx,
    sql`select from passkeys where user_id = ${userId} and not ${isNew}
      union all select from totp_secrets
        where user_id = ${userId} and confirmed_at is not null and not ${isNew}`,
  )
  return old > 0 || isOldFactorRemoved(tx, userId, { hours: NEW_FACTOR_HOURS })
}

/** Before the owner removes a factor: the one that replaces it is protected as it was. */
export async function rememberOldFactor(tx: Transaction, userId: number): Promise<void> {
  if (await hadFactorBefore(tx, userId)) await saveOldFactorRemoval(tx, userId, sql`now()`)
}

/**
 * Deletes the factors of an account that had none three days ago, because a thief of the password may have
 * added them. @returns the methods that the user had
 */
export async function deleteFirstFactors(
  tx: Transaction,
  userId: number,
): Promise<SecondFactorMethod[]> {
  return (await hadFactorBefore(tx, userId)) ? [] : deleteFactors(tx, userId)
}

/** Deletes all factors and recovery codes of a user. @returns the methods that the user had */
export async function deleteFactors(
  tx: Transaction,
  userId: number,
): Promise<SecondFactorMethod[]> {
  const methods = await listMethods(tx, userId)
  await exec(tx, sql`delete from passkeys where user_id = ${userId}`)
  await deleteTotp(tx, userId)
  await deleteRecoveryCodes(tx, userId)
  await saveOldFactorRemoval(tx, userId, null)
  return methods
}

export interface StoredPasskey {
  id: number
  userId: number
  credentialId: string
  publicKey: string
  counter: number
  transports: string[]
  name: string
  isBackedUp: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

const passkeyColumns = sql`id, user_id, credential_id, public_key, counter::float8 as counter,
  transports, name, is_backed_up, created_at, last_used_at`

/** The oldest first. */
export function listPasskeys(db: Database | Transaction, userId: number): Promise<StoredPasskey[]> {
  return many(db, sql`select ${passkeyColumns} from passkeys where user_id = ${userId} order by id`)
}

export function findPasskey(db: Database, credentialId: string): Promise<StoredPasskey | null> {
  return maybeOne(
    db,
    sql`select ${passkeyColumns} from passkeys where credential_id = ${credentialId}`,
  )
}

/** Null when the credential is registered, also by another user. */
export function insertPasskey(
  tx: Transaction,
  passkey: Omit<StoredPasskey, 'id' | 'createdAt' | 'lastUsedAt'>,
): Promise<StoredPasskey | null> {
  return maybeOne(
    tx,
    sql`insert into passkeys ${sql.insert(passkey)} on conflict (credential_id) do nothing
      returning ${passkeyColumns}`,
  )
}

/** Null when the user has no such passkey. */
export function savePasskeyName(
  tx: Transaction,
  { id, userId, name }: Pick<StoredPasskey, 'id' | 'userId' | 'name'>,
): Promise<StoredPasskey | null> {
  return maybeOne(
    tx,
    sql`update passkeys set name = ${name} where id = ${id} and user_id = ${userId}
      returning ${passkeyColumns}`,
  )
}

/**
 * Records a use. False when another use had the same or a higher counter meanwhile, or when the
 * passkey was removed.
 */
export async function recordPasskeyUse(
  tx: Transaction,
  { id, counter, isBackedUp }: Pick<StoredPasskey, 'id' | 'counter' | 'isBackedUp'>,
): Promise<boolean> {
  const used = await exec(
    tx,
    sql`update passkeys
      set counter = ${counter}, is_backed_up = ${isBackedUp}, last_used_at = now()
      where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`,
  )
  return used === 1
}

/** False when the user has no such passkey. */
export async function deletePasskey(
  tx: Transaction,
  { id, userId }: Pick<StoredPasskey, 'id' | 'userId'>,
): Promise<boolean> {
  return (await exec(tx, sql`delete from passkeys where id = ${id} and user_id = ${userId}`)) === 1
}

export type ChallengePurpose = 'registration' | 'login' | 'reauthentication'

interface Challenge {
  challenge: string
  purpose: ChallengePurpose
  /** The hash of the session, or of the anonymous visitor's cookie. */
  boundTo: string
}

const CHALLENGE_MINUTES = 5
export const CHALLENGE_LIFETIME_MS = CHALLENGE_MINUTES * 60_000

export async function saveChallenge(db: Database, challenge: Challenge): Promise<void> {
  const { purpose, boundTo } = challenge
  const challengeHash = tokenHash(challenge.challenge)
  const expiresAt = sql`now() + ${CHALLENGE_MINUTES} * interval '1 minute'`
  const row = sql.insert({ challengeHash, purpose, boundTo, expiresAt })
  await exec(db, sql`insert into passkey_challenges ${row}`)
}

/** Deletes the challenge, so that it is answered once. False for an unknown or expired one. */
export async function takeChallenge(db: Database, challenge: Challenge): Promise<boolean> {
  const { purpose, boundTo } = challenge
  const taken = await exec(
    db,
    sql`delete from passkey_challenges
      where challenge_hash = ${tokenHash(challenge.challenge)} and purpose = ${purpose}
        and bound_to = ${boundTo} and expires_at > now()`,
  )
  return taken === 1
}

export async function deleteExpiredChallenges(db: Database): Promise<void> {
  await exec(db, sql`delete from passkey_challenges where expires_at < now()`)
}

interface StoredTotp {
  sealedSecret: string
  lastStep: number | null
  createdAt: Date
  lastUsedAt: Date | null
  /** The database's clock. */
  nowMs: number
}

const ENROLLMENT_MINUTES = 10

const isPendingTotp = sql`confirmed_at is null
  and created_at > now() - ${ENROLLMENT_MINUTES} * interval '1 minute'`

/** The user's confirmed secret, or the one that waits for its first code. */
export function findTotp(
  db: Database | Transaction,
  userId: number,
  which: 'confirmed' | 'pending',
): Promise<StoredTotp | null> {
  const state = which === 'confirmed' ? sql`confirmed_at is not null` : isPendingTotp
  return maybeOne(
    db,
    sql`select sealed_secret, last_step, created_at, last_used_at,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms
      from totp_secrets where user_id = ${userId} and ${state}`,
  )
}

/** Replaces a secret that was not confirmed. False when the user has a confirmed one. */
export async function savePendingTotp(
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
export async function confirmPendingTotp(
  tx: Transaction,
  userId: number,
  { sealedSecret, step }: { sealedSecret: string; step: number },
): Promise<boolean> {
  const confirmed = await exec(
    tx,
    sql`update totp_secrets set confirmed_at = now(), created_at = clock_timestamp(), last_step = ${step}
      where user_id = ${userId} and sealed_secret = ${sealedSecret} and confirmed_at is null`,
  )
  return confirmed === 1
}

/** False when a code of this step or of a later one was accepted meanwhile. */
export async function takeTotpStep(
  tx: Transaction,
  userId: number,
  step: number,
): Promise<boolean> {
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

export async function deleteAbandonedTotp(db: Database): Promise<void> {
  await exec(
    db,
    sql`delete from totp_secrets where confirmed_at is null and not (${isPendingTotp})`,
  )
}

export function listTotpSecrets(db: Database): Promise<{ userId: number; sealedSecret: string }[]> {
  return many(db, sql`select user_id, sealed_secret from totp_secrets`)
}

/** Changes nothing when the secret was replaced meanwhile. */
export async function replaceTotpSecret(
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

export interface StoredCode {
  label: string
  codeHash: string
}

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
export async function findRecoveryCodeHash(
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
