import { eq } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { users } from '../../users/users-tables.ts'

export async function wantsRequestLetters(db: Database, userId: number): Promise<boolean> {
  const [row] = await db
    .select({ wants: users.wantsRequestLetters })
    .from(users)
    .where(eq(users.id, userId))
  return row?.wants ?? false
}

export async function saveWantsRequestLetters(
  db: Database,
  userId: number,
  wantsRequestLetters: boolean,
): Promise<void> {
  await db.update(users).set({ wantsRequestLetters }).where(eq(users.id, userId))
}
