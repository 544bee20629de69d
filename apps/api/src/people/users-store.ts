import { TEMPORARY_PASSWORD_DAYS } from '@carpeta/domain/access/password-rules'
import { SUPERUSERS_LOCK } from '../db/advisory-locks.ts'
import { breaksUniqueness, type Database, type Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, scalar, sql } from '../db/query.ts'
import type { Account, UserColumns } from './account.ts'
import {
  changesByOthers,
  changesRequestedBy,
  isPendingEmailRefused,
  openChanges,
  pendingEmail,
} from './email-changes-store.ts'

// An array is fetched once; joins would prepare a hash table in every call.
const groupIds = sql`array(
  select group_id from user_groups where user_groups.user_id = users.id)`

/** The columns of an `Account`, for a query that reads the table `users`. */
export const accountColumns: SQL = sql`
  users.id, users.rut, users.first_name, users.last_name, users.email, users.is_active,
  users.is_superuser, users.password_hash is not null as is_activated,
  users.temporary_password_until, ${pendingEmail} as pending_email,
  ${isPendingEmailRefused} as is_pending_email_refused, users.updated_at,
  users.deleted_at,
  coalesce((
    select json_agg(json_build_object('id', groups.id, 'name', groups.name) order by groups.id)
    from groups where groups.id = any(${groupIds})), '[]') as groups,
  array(
    select permission from group_permissions
    where group_permissions.group_id = any(${groupIds})) as group_permissions,
  exists (select from sales where sales.holder_rut = users.rut) as holds_sale`

export interface LoginCandidate {
  account: Account
  passwordHash: string | null
  /** A temporary password that no longer opens the account. */
  isExpired: boolean
}

/** The active account with this canonical rut, as a list of at most one. */
export function findByRut(db: Database, rut: string): Promise<LoginCandidate[]> {
  return findCandidates(db, sql`users.rut = ${rut}`)
}

/** All active accounts with this email; couples may share one. */
export function findByEmail(db: Database | Transaction, email: string): Promise<LoginCandidate[]> {
  return findCandidates(db, sql`lower(users.email) = lower(${email})`)
}

/** The active account with this id and its password hash. */
export async function findById(db: Database, id: number): Promise<LoginCandidate | null> {
  const [candidate] = await findCandidates(db, sql`users.id = ${id}`)
  return candidate ?? null
}

async function findCandidates(db: Database | Transaction, where: SQL): Promise<LoginCandidate[]> {
  const rows = await many<Account & Omit<LoginCandidate, 'account'>>(
    db,
    sql`select ${accountColumns}, users.password_hash,
        coalesce(users.temporary_password_until < now(), false) as is_expired
      from users where ${where} and users.deleted_at is null
      order by users.id limit 10`,
  )
  return rows.map(({ passwordHash, isExpired, ...account }) => ({
    account,
    passwordHash,
    isExpired,
  }))
}

/**
 * The algorithms and parameters of hashes from the former system, each once, without salt and value:
 * they decide how long a verification takes. Empty once all hashes were replaced.
 */
export async function listFormerHashCosts(db: Database): Promise<string[]> {
  const rows = await many<{ cost: string }>(
    db,
    sql`select distinct substring(password_hash from '^(?:pbkdf2_sha256\\$\\d+\\$|(?:argon2)?(?:\\$[^$]+){3}\\$)') as cost
      from users
      where deleted_at is null and password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%'`,
  )
  return rows.flatMap(({ cost }) => cost ?? [])
}

/**
 * Locks the account to the end of the transaction. False when its password changed or it was
 * deactivated or deleted: a concurrent restore or deactivation wins (docs/security.md 3.10).
 */
export async function lockIfUnchanged(
  tx: Transaction,
  userId: number,
  passwordHash: string | null,
): Promise<boolean> {
  const locked = await maybeOne<{ same: boolean | null }>(
    tx,
    sql`select password_hash = ${passwordHash} and is_active and deleted_at is null as same
      from users where id = ${userId} for no key update`,
  )
  return locked?.same ?? false
}

/** 'share' prevents changes by others, 'update' also their locks; does nothing for an unknown user. */
export async function lockUser(
  tx: Transaction,
  id: number,
  lock: 'share' | 'update',
): Promise<void> {
  const strength = lock === 'share' ? sql`share` : sql`no key update`
  await exec(tx, sql`select from users where id = ${id} for ${strength}`)
}

/** Locks the account to the end of the transaction. */
export function lockActive(tx: Transaction, id: number): Promise<Account | null> {
  return lockAccount(tx, sql`users.id = ${id} and users.deleted_at is null`)
}

export function lockDeleted(tx: Transaction, id: number): Promise<Account | null> {
  return lockAccount(
    tx,
    sql`users.id = ${id} and users.deleted_at is not null and users.erased_at is null`,
  )
}

/** Also an account in the trash, which its owner takes back there. */
export function lockUnerased(tx: Transaction, id: number): Promise<Account | null> {
  return lockAccount(tx, sql`users.id = ${id} and users.erased_at is null`)
}

/** The living members of a group, but for superusers, who have its permissions anyway. */
export function lockMembers(tx: Transaction, groupId: number): Promise<Account[]> {
  return many<Account>(
    tx,
    sql`select ${accountColumns} from users
      where users.id in (select user_id from user_groups where group_id = ${groupId})
        and users.deleted_at is null and not users.is_superuser
      order by users.id for no key update of users`,
  )
}

async function lockAccount(tx: Transaction, where: SQL): Promise<Account | null> {
  await exec(tx, sql`select from users where ${where} for no key update`)
  // The first statement knows only the groups of before it waited for the lock.
  return maybeOne<Account>(tx, sql`select ${accountColumns} from users where ${where}`)
}

/** Activated accounts in the trash with this rut, one for each email address. */
export function listFormerOwners(
  tx: Transaction,
  rut: string,
): Promise<{ firstName: string; email: string }[]> {
  return many(
    tx,
    sql`select distinct on (lower(email)) first_name, email from users
      where rut = ${rut} and deleted_at is not null and erased_at is null
        and password_hash is not null and email <> ''
      order by lower(email), deleted_at desc`,
  )
}

// `updated_at` changes with every value that a form of the account shows or sets, and with nothing
// else: it is the version that a form compares. Erased accounts are not written.

export async function savePasswordHash(
  tx: Transaction,
  userId: number,
  passwordHash: string,
): Promise<void> {
  const changes = { passwordHash, ...notTemporary, emailTypedBy: null, updatedAt: sql`now()` }
  await updateUnerased(tx, userId, sql.assign(changes))
}

const notTemporary = { temporaryPasswordUntil: null, temporaryPasswordBy: null }

/** Stores a password that staff chose: its owner must change it. */
export async function saveTemporaryPassword(
  tx: Transaction,
  userId: number,
  { passwordHash, by }: { passwordHash: string; by: number },
): Promise<void> {
  const temporary = { temporaryPasswordUntil, temporaryPasswordBy: by }
  const changes = { passwordHash, ...temporary, updatedAt: sql`now()` }
  await updateUnerased(tx, userId, sql.assign(changes))
}

/** Nothing but a link of its email opens the account. It stays unproven that the email is its owner's. */
export async function saveNoPassword(
  tx: Transaction,
  userId: number,
  noPassword: string,
): Promise<void> {
  const changes = { passwordHash: noPassword, ...notTemporary, updatedAt: sql`now()` }
  await updateUnerased(tx, userId, sql.assign(changes))
}

/** Staff wrote the email, and its owner has not chosen a password since. */
export async function isEmailUnproven(tx: Transaction, userId: number): Promise<boolean> {
  const found = await exec(
    tx,
    sql`select from users where id = ${userId} and email_typed_by is not null`,
  )
  return found > 0
}

/**
 * For an account whose password its owner did not choose: nothing but a link to the mailbox opens it; only another
 * invitation where the email is unproven, too.
 */
export async function endUnprovenPassword(
  tx: Transaction,
  userId: number,
  noPassword: string,
): Promise<void> {
  const ifProven = (value: SQL) => sql`case when email_typed_by is null then ${value} end`
  await updateUnerased(
    tx,
    userId,
    sql.assign({
      passwordHash: ifProven(sql`${noPassword}::text`),
      ...notTemporary,
      invitedAt: ifProven(sql`invited_at`),
      updatedAt: sql`now()`,
    }),
  )
}

/** Whoever invites the account again answers for its email. Changes no version: no form shows who wrote it. */
export async function forgetEmailWriter(tx: Transaction, userId: number): Promise<void> {
  await exec(
    tx,
    sql`update users set email_typed_by = null
      where id = ${userId} and email_typed_by is not null`,
  )
}

/**
 * The accounts into which this user prepared a way that its owner has not used: by a temporary password, a change of
 * email, or the email of an account whose owner never chose a password.
 */
export async function listPreparedBy(tx: Transaction, userId: number): Promise<number[]> {
  const found = await many<{ id: number }>(
    tx,
    sql`select id from users where temporary_password_by = ${userId}
        or email_typed_by = ${userId} or id in (${changesRequestedBy(userId)})`,
  )
  return found.map(({ id }) => id)
}

/** Selects `user_id` and `maker` of all that `listPreparedBy` lists. */
export const preparedByOthers: SQL = sql`
  select id as user_id, temporary_password_by as maker from users
  where temporary_password_by is not null
  union all select id, email_typed_by from users where email_typed_by is not null
  union all ${changesByOthers}`

/** Accounts, also in the trash, with a temporary password or a change of email that is not confirmed. */
export async function listHalfOpen(tx: Transaction): Promise<number[]> {
  const found = await many<{ id: number }>(
    tx,
    sql`select id from users
      where erased_at is null and (temporary_password_until is not null or id in (${openChanges}))
      order by id`,
  )
  return found.map(({ id }) => id)
}

/** Starts its days, which an account that was closed meanwhile could not use. */
export async function restartTemporaryPassword(tx: Transaction, userId: number): Promise<void> {
  await updateUnerased(tx, userId, sql.assign({ temporaryPasswordUntil, updatedAt: sql`now()` }))
}

export const temporaryPasswordUntil = sql`now() + ${TEMPORARY_PASSWORD_DAYS} * interval '1 day'`

/** Stores a new hash of the same password. False when the password has changed. */
export async function renewPasswordHash(
  db: Database,
  userId: number,
  { former, renewed }: { former: string | null; renewed: string },
): Promise<boolean> {
  const written = await exec(
    db,
    sql`update users set password_hash = ${renewed}
      where id = ${userId} and password_hash = ${former} and deleted_at is null`,
  )
  return written === 1
}

async function updateUnerased(tx: Transaction, id: number, changes: SQL): Promise<void> {
  await exec(tx, sql`update users set ${changes} where id = ${id} and erased_at is null`)
}

/** Registered by a visitor, and nobody confirmed it: it keeps its email from nobody. */
const isUnconfirmed = sql`users.rut is null and users.awaits_confirmation and not users.is_active
  and users.password_hash is null`

/**
 * Deletes what a visitor registered with an email that an account is about to have: the unique index would keep
 * it from its owner.
 */
async function clearUnconfirmed(
  tx: Transaction,
  email: string | SQL,
  ownId: number | null,
): Promise<void> {
  await exec(
    tx,
    sql`delete from users where ${isUnconfirmed} and users.deleted_at is null
      and lower(users.email) = lower(${email}) and users.id is distinct from ${ownId}`,
  )
}

/**
 * Creates an account without a rut and without a password, inactive until its email is confirmed, or
 * locks the one that still awaits it. Null when another account without a rut has the email.
 */
export async function upsertUnconfirmed(
  tx: Transaction,
  person: { firstName: string; lastName: string; email: string },
): Promise<number | null> {
  const saved = await maybeOne<{ id: number }>(
    tx,
    sql`insert into users (first_name, last_name, email, is_active, awaits_confirmation)
      values (${person.firstName}, ${person.lastName}, ${person.email}, false, true)
      on conflict (lower(email)) where rut is null and deleted_at is null
        do update set awaits_confirmation = true
        where ${isUnconfirmed}
      returning id`,
  )
  return saved?.id ?? null
}

/**
 * Writes the given columns; an email only after its owner has confirmed it. False when the account has
 * no rut and another one without a rut logs in with this email.
 */
export async function saveDetails(
  tx: Transaction,
  userId: number,
  details: Pick<UserColumns, 'firstName' | 'lastName' | 'email'>,
): Promise<boolean> {
  if (Object.keys(details).length === 0) return true
  if (details.email !== undefined) await clearUnconfirmed(tx, details.email, userId)
  const proven = details.email === undefined ? {} : { emailTypedBy: null }
  try {
    await updateUnerased(tx, userId, sql.assign({ ...details, ...proven, updatedAt: sql`now()` }))
    return true
  } catch (error) {
    if (breaksUniqueness(error, 'users_email_unique_without_rut')) return false
    throw error
  }
}

/** Null forgets it. Changes no version: no form shows it. */
export async function saveOldFactorRemoval(
  tx: Transaction,
  userId: number,
  oldFactorRemovedAt: SQL | null,
): Promise<void> {
  await updateUnerased(tx, userId, sql.assign({ oldFactorRemovedAt }))
}

export async function isOldFactorRemoved(
  tx: Transaction,
  userId: number,
  { hours }: { hours: number },
): Promise<boolean> {
  const found = await exec(
    tx,
    sql`select from users
      where id = ${userId} and old_factor_removed_at >= now() - ${hours} * interval '1 hour'`,
  )
  return found > 0
}

/** Gives the account a new version, because its form shows something else now. */
export async function touchAccount(tx: Transaction, userId: number): Promise<void> {
  await updateUnerased(tx, userId, sql`updated_at = now()`)
}

/** Activates a registered account with what the owner of its email chose. */
export async function activateRegistered(
  tx: Transaction,
  userId: number,
  chosen: { firstName: string; lastName: string; email: string; passwordHash: string },
): Promise<void> {
  const { firstName, lastName, email, passwordHash } = chosen
  const columns = { firstName, lastName, email, passwordHash }
  const activated = { ...columns, isActive: true, awaitsConfirmation: false }
  await updateUnerased(tx, userId, sql.assign({ ...activated, updatedAt: sql`now()` }))
}

export async function insertSuperuser(
  tx: Transaction,
  person: { rut: string; firstName: string; lastName: string; email: string; passwordHash: string },
): Promise<number> {
  const { rut, firstName, lastName, email, passwordHash } = person
  const columns = { rut, firstName, lastName, email, passwordHash, isSuperuser: true }
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into users ${sql.insert(columns)} returning id`,
  )
  return id
}

/** Serialises the changes of superusers, so that two cannot remove each other. */
export async function lockSuperusers(tx: Transaction): Promise<void> {
  await exec(tx, sql`select pg_advisory_xact_lock(${SUPERUSERS_LOCK})`)
}

/** Whether another active superuser exists. */
export async function hasOtherSuperuser(tx: Transaction, userId: number): Promise<boolean> {
  const found = await exec(
    tx,
    sql`select from users where is_superuser and is_active and password_hash is not null
      and deleted_at is null and id <> ${userId} limit 1`,
  )
  return found > 0
}

/** Also changes deleted accounts of this rut. @returns the ids of those that were superusers */
export async function removeSuperuser(tx: Transaction, rut: string): Promise<number[]> {
  const demoted = await many<{ id: number }>(
    tx,
    sql`update users set is_superuser = false, updated_at = now()
      where rut = ${rut} and is_superuser returning id`,
  )
  return demoted.map(({ id }) => id)
}

interface NewUser {
  rut: string | null
  firstName: string
  lastName: string
  email: string
  passwordHash: string | null
  temporaryPasswordUntil: SQL | null
  temporaryPasswordBy: number | null
  emailTypedBy: number
  isActive: boolean
}

export async function insertUser(tx: Transaction, user: NewUser): Promise<number> {
  if (user.rut === null) await clearUnconfirmed(tx, user.email, null)
  return scalar(tx, sql`insert into users ${sql.insert(user)} returning id`)
}

export async function updateUser(tx: Transaction, id: number, columns: UserColumns): Promise<void> {
  const changes = { ...columns, updatedAt: sql`now()` }
  if (columns.email !== undefined) await clearUnconfirmed(tx, columns.email, id)
  await exec(tx, sql`update users set ${sql.assign(changes)} where id = ${id}`)
}

export async function softDeleteUser(tx: Transaction, id: number): Promise<void> {
  await exec(tx, sql`update users set deleted_at = now(), updated_at = now() where id = ${id}`)
}

export async function undeleteUser(tx: Transaction, id: number): Promise<void> {
  await clearUnconfirmed(
    tx,
    sql`(select email from users as restored where restored.id = ${id})`,
    id,
  )
  await exec(tx, sql`update users set deleted_at = null, updated_at = now() where id = ${id}`)
}

/** The fields whose value another active account has at this moment. */
export async function findTakenFields(
  db: Database | Transaction,
  { rut, email }: { rut: string | null; email: string },
  ownId: number | null,
): Promise<('social_security' | 'email')[]> {
  const taken = await many<{ field: 'social_security' | 'email' }>(
    db,
    sql`select case when rut is null then 'email' else 'social_security' end as field from users
      where deleted_at is null and id is distinct from ${ownId} and not (${isUnconfirmed})
        and case when ${rut}::text is null then rut is null and lower(email) = lower(${email})
          else rut = ${rut} end`,
  )
  return taken.map(({ field }) => field)
}

/** The field whose unique index a statement violated. */
export function takenField(error: unknown): 'social_security' | 'email' | null {
  if (breaksUniqueness(error, 'users_rut_unique_among_living')) return 'social_security'
  return breaksUniqueness(error, 'users_email_unique_without_rut') ? 'email' : null
}
