import type { WireRequestEvent } from '@carpeta/contract/requests/request-schemas'
import type { Transaction } from '../../db/client.ts'
import { exec, sql } from '../../db/query.ts'

type Kind = WireRequestEvent['kind']

// The previous release reads both as a reply (docs/decisions/0044).
const replies: Partial<Record<Kind, string>> = { commented: 'review', responded: 'answer' }

export async function insertEvent(
  tx: Transaction,
  { kind, ...event }: { requestId: number; kind: Kind; actorId: number; text: string },
): Promise<void> {
  const about = replies[kind] ?? null
  const stored = { ...event, kind: about === null ? kind : 'replied', about }
  await exec(tx, sql`insert into request_events ${sql.insert(stored)}`)
}
