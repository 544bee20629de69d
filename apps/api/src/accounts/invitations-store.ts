import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/client.ts'
import type { Invitees } from './invite-members.ts'

/** Living, not activated accounts with an e-mail; locked, so that two runs never write twice. */
export async function findNotInvited(
  tx: Transaction,
  invitees: Invitees,
  most: number,
): Promise<{ id: number; firstName: string; email: string }[]> {
  const who =
    invitees === 'all-not-invited'
      ? sql`not exists (select from account_links
          where account_links.user_id = users.id and purpose = 'activate')`
      : sql`users.rut = ${invitees.rut}`
  const { rows } = await tx.execute<{ id: number; firstName: string; email: string }>(sql`
    select id, first_name as "firstName", email from users
    where ${who} and password_hash is null and is_active and deleted_at is null and email <> ''
    order by id limit ${most} for update skip locked`)
  return rows
}
