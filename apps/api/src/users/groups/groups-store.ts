import { eq, sql } from 'drizzle-orm'
import { breaksUniqueness, type Database, type Transaction } from '../../db/client.ts'
import { groupPermissions, groups, userGroups } from '../users-tables.ts'

/** The first is the default. */
export const groupOrders = ['id', 'name'] as const

export interface Group {
  id: number
  name: string
  permissions: string[]
  /** How many living accounts belong to it. */
  members: number
}

const groupColumns = sql`
  groups.id, groups.name,
  array(select permission from group_permissions where group_id = groups.id order by permission)
    as permissions,
  (select count(*)::integer from user_groups join users on users.id = user_groups.user_id
    where user_groups.group_id = groups.id and users.deleted_at is null) as members`

export async function countGroups(db: Database): Promise<number> {
  return db.$count(groups)
}

export async function readGroupsPage(
  db: Database,
  by: (typeof groupOrders)[number],
  descending: boolean,
  { limit, offset }: { limit: number; offset: number },
): Promise<Group[]> {
  const column = by === 'name' ? sql`spanish_order(groups.name) collate "C"` : sql`groups.id`
  const direction = descending ? sql`desc` : sql`asc`
  const { rows } = await db.execute<Group & Record<string, unknown>>(sql`
    select ${groupColumns} from groups
    order by ${column} ${direction}, groups.id limit ${limit} offset ${offset}`)
  return rows
}

/** The group, to the end of the transaction unchanged by anybody, and with the members that it has. */
export async function lockGroup(tx: Transaction, id: number): Promise<Group | null> {
  await tx.execute(sql`select from groups where id = ${id} for update`)
  // A statement of its own: it sees who came to belong to it while the other one waited.
  const { rows } = await tx.execute<Group & Record<string, unknown>>(
    sql`select ${groupColumns} from groups where groups.id = ${id}`,
  )
  return rows[0] ?? null
}

export async function insertGroup(tx: Transaction, name: string): Promise<number> {
  const [inserted] = await tx.insert(groups).values({ name }).returning({ id: groups.id })
  if (!inserted) throw new Error('no row was inserted')
  return inserted.id
}

export async function renameGroup(tx: Transaction, id: number, name: string): Promise<void> {
  await tx.update(groups).set({ name }).where(eq(groups.id, id))
}

export async function replacePermissions(
  tx: Transaction,
  groupId: number,
  permissions: readonly string[],
): Promise<void> {
  await tx.delete(groupPermissions).where(eq(groupPermissions.groupId, groupId))
  const rows = [...new Set(permissions)].map((permission) => ({ groupId, permission }))
  if (rows.length > 0) await tx.insert(groupPermissions).values(rows)
}

/** Who is in the trash holds no group back, and is restored without it. */
export async function removeTrashedMembers(tx: Transaction, groupId: number): Promise<void> {
  await tx.execute(sql`
    delete from user_groups using users
    where user_groups.group_id = ${groupId} and users.id = user_groups.user_id
      and users.deleted_at is not null`)
}

/** Of the living and of the trash. */
export async function countMemberships(tx: Transaction, groupId: number): Promise<number> {
  return tx.$count(userGroups, eq(userGroups.groupId, groupId))
}

export async function removeGroup(tx: Transaction, id: number): Promise<void> {
  await tx.delete(groups).where(eq(groups.id, id))
}

export function isNameTaken(error: unknown): boolean {
  return breaksUniqueness(error, 'groups_name_unique')
}
