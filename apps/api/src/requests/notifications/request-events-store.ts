import type { Transaction } from '../../db/client.ts'
import { exec, sql } from '../../db/query.ts'

export async function insertEvent(
  tx: Transaction,
  event: { requestId: number; kind: string; actorId: number; text: string },
): Promise<void> {
  await exec(tx, sql`insert into request_events ${sql.insert(event)}`)
}
