import { eq } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { users } from '../../users/users-tables.ts'

export async function wantsRequestEmails(db: Database, userId: number): Promise<boolean> {
  const [row] = await db
    .select({ wants: users.wantsRequestEmails })
    .from(users)
    .where(eq(users.id, userId))
  return row?.wants ?? false
}

export async function saveWantsRequestEmails(
  db: Database,
  userId: number,
  wantsRequestEmails: boolean,
): Promise<void> {
  await db.update(users).set({ wantsRequestEmails }).where(eq(users.id, userId))
}
