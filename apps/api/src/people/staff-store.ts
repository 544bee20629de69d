import type { Permission } from '@carpeta/domain/access/permissions'
import type { Database, Transaction } from '../db/client.ts'
import { many, type SQL, sql } from '../db/query.ts'

/** An active member of staff. */
export interface Colleague {
  id: number
  name: string
  firstName: string
  email: string
  wantsEmails: boolean
}

const isActive = sql`users.is_active and users.password_hash is not null and users.deleted_at is null`

/** Superusers and members of a group with the permission. */
export function listPermitted(
  db: Database | Transaction,
  permission: Permission,
): Promise<Colleague[]> {
  return activeWhere(db, isPermitted(permission))
}

export async function findPermitted(
  db: Database | Transaction,
  permission: Permission,
  userId: number,
): Promise<Colleague | null> {
  const [colleague] = await activeWhere(
    db,
    sql`users.id = ${userId} and ${isPermitted(permission)}`,
  )
  return colleague ?? null
}

/** Whether they still have it. */
export async function mayRead(
  db: Database,
  { userId, permission }: { userId: number; permission: Permission | 'superuser' },
): Promise<boolean> {
  if (permission !== 'superuser') return (await findPermitted(db, permission, userId)) !== null
  const superusers = await listSuperusers(db)
  return superusers.some(({ id }) => id === userId)
}

export function listInGroupWith(
  db: Database | Transaction,
  permission: Permission,
): Promise<Colleague[]> {
  return activeWhere(db, isInGroupWith(permission))
}

/** Everyone with any permission. */
export function listStaff(db: Database): Promise<Colleague[]> {
  return activeWhere(db, sql`users.id = any(${staffIds})`)
}

export function listSuperusers(db: Database | Transaction): Promise<Colleague[]> {
  return activeWhere(db, sql`users.is_superuser`)
}

/** Selects the ids of the colleagues that `listPermitted` lists. */
export function permittedIds(permission: Permission): SQL {
  return sql`select users.id from users where ${isActive} and ${isPermitted(permission)}`
}

function isPermitted(permission: Permission): SQL {
  return sql`users.id = any(${superusersAnd(inGroupWith(permission))})`
}

/** An array, so that PostgreSQL looks each up and reads no member. */
function superusersAnd(others: SQL): SQL {
  return sql`array(select id from users where is_superuser union ${others})`
}

/** The ids of everyone with any permission, deleted accounts included. */
const staffIds = superusersAnd(
  sql`select user_id from user_groups join group_permissions using (group_id)`,
)

function isInGroupWith(permission: Permission): SQL {
  return sql`users.id = any(array(${inGroupWith(permission)}))`
}

function inGroupWith(permission: Permission): SQL {
  return sql`select user_id from user_groups join group_permissions using (group_id)
    where group_permissions.permission = ${permission}`
}

function activeWhere(db: Database | Transaction, where: SQL): Promise<Colleague[]> {
  return many<Colleague>(
    db,
    sql`select users.id, trim(users.first_name || ' ' || users.last_name) as name,
        users.first_name, users.email, users.wants_request_emails as wants_emails
      from users
      where ${isActive} and ${where}
      order by spanish_order(users.first_name || ' ' || users.last_name) collate "C", users.id`,
  )
}

/** A condition: the account `userId`, deleted or not, has no permission, so it is a member's. */
export function isMemberAccount(userId: SQL): SQL {
  return sql`${userId} <> all(${staffIds})`
}
