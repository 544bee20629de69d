import { breaksUniqueness, type Database, type Transaction } from '../db/client.ts'
import { exec, many, maybeOne, scalar, sql } from '../db/query.ts'

/** The first is the default. */
export const groupOrders = ['id', 'name'] as const

export interface Group {
  id: number
  name: string
  permissions: string[]
  /** How many active accounts belong to it; deleted ones do not count. */
  members: number
}

const groupColumns = sql`
  groups.id, groups.name,
  array(select permission from group_permissions where group_id = groups.id order by permission)
    as permissions,
  (select count(*) from user_groups join users on users.id = user_groups.user_id
    where user_groups.group_id = groups.id and users.deleted_at is null) as members`

export function countGroups(db: Database | Transaction): Promise<number> {
  return scalar(db, sql`select count(*) from groups`)
}

export function readGroupsPage(
  db: Database,
  by: (typeof groupOrders)[number],
  descending: boolean,
  { limit, offset }: { limit: number; offset: number },
): Promise<Group[]> {
  const column = by === 'name' ? sql`spanish_order(groups.name) collate "C"` : sql`groups.id`
  const direction = descending ? sql`desc` : sql`asc`
  return many<Group>(
    db,
    sql`select ${groupColumns} from groups
      order by ${column} ${direction}, groups.id limit ${limit} offset ${offset}`,
  )
}

export function findGroup(db: Database, id: number): Promise<Group | null> {
  return maybeOne<Group>(db, sql`select ${groupColumns} from groups where groups.id = ${id}`)
}

/** Locks the group to the end of the transaction. */
export async function lockGroup(tx: Transaction, id: number): Promise<Group | null> {
  await exec(tx, sql`select from groups where id = ${id} for update`)
  // A second statement sees members that were added while the first one waited for the lock.
  return maybeOne<Group>(tx, sql`select ${groupColumns} from groups where groups.id = ${id}`)
}

export function insertGroup(tx: Transaction, name: string): Promise<number> {
  return scalar(tx, sql`insert into groups (name) values (${name}) returning id`)
}

export async function renameGroup(tx: Transaction, id: number, name: string): Promise<void> {
  await exec(tx, sql`update groups set name = ${name} where id = ${id}`)
}

export async function replacePermissions(
  tx: Transaction,
  groupId: number,
  permissions: readonly string[],
): Promise<void> {
  await exec(tx, sql`delete from group_permissions where group_id = ${groupId}`)
  await exec(
    tx,
    sql`insert into group_permissions (group_id, permission)
      select distinct ${groupId}::integer, unnest(${permissions}::text[])`,
  )
}

/** A deleted member does not prevent the deletion of a group, and is restored without it. */
export async function removeDeletedMembers(tx: Transaction, groupId: number): Promise<void> {
  await exec(
    tx,
    sql`delete from user_groups using users
      where user_groups.group_id = ${groupId} and users.id = user_groups.user_id
        and users.deleted_at is not null`,
  )
}

/** Includes deleted accounts. */
export function countMemberships(tx: Transaction, groupId: number): Promise<number> {
  return scalar(tx, sql`select count(*) from user_groups where group_id = ${groupId}`)
}

export async function removeGroup(tx: Transaction, id: number): Promise<void> {
  await exec(tx, sql`delete from groups where id = ${id}`)
}

export function isNameTaken(error: unknown): boolean {
  return breaksUniqueness(error, 'groups_name_unique')
}

/** The ids that are not groups. Locks the others to the end of the transaction. */
export async function findUnknownGroups(tx: Transaction, ids: number[]): Promise<number[]> {
  const groups = await many<{ id: number }>(
    tx,
    sql`select id from groups where id = any(${ids}) order by id for key share`,
  )
  const known = new Set(groups.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

export async function replaceGroups(tx: Transaction, userId: number, ids: number[]): Promise<void> {
  await exec(tx, sql`delete from user_groups where user_id = ${userId}`)
  await exec(
    tx,
    sql`insert into user_groups (user_id, group_id)
      select ${userId}::integer, unnest(${ids}::integer[])`,
  )
  await exec(tx, sql`update users set updated_at = now() where id = ${userId}`)
}
