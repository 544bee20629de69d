import type { WireRequestEvent } from '@carpeta/contract/requests/request-schemas'
import type { Transaction } from '../../db/client.ts'
import { exec, sql } from '../../db/query.ts'

type Kind = WireRequestEvent['kind']

// Kinds that the previous release knows by another name (docs/decisions/0044, docs/decisions/0045).
const storedAs: Partial<Record<Kind, { kind: Kind; about: string }>> = {
  commented: { kind: 'replied', about: 'review' },
  responded: { kind: 'replied', about: 'answer' },
  filed: { kind: 'sent', about: 'staff' },
  merged: { kind: 'cancelled', about: 'merge' },
  absorbed: { kind: 'note', about: 'absorption' },
}

/** The kind of a row of `request_events`. */
export const eventKind = sql`(case about when 'review' then 'commented'
  when 'answer' then 'responded' when 'staff' then 'filed' when 'merge' then 'merged'
  when 'absorption' then 'absorbed' else kind end)`

interface NewEvent {
  requestId: number
  kind: Kind
  actorId: number
  /** Written by a person; whoever it names is stored as an id. */
  text: string
  assigneeId?: number | null
}

export async function insertEvent(
  tx: Transaction,
  { kind, assigneeId = null, ...event }: NewEvent,
): Promise<void> {
  const stored = { ...event, assigneeId, ...(storedAs[kind] ?? { kind, about: null }) }
  await exec(tx, sql`insert into request_events ${sql.insert(stored)}`)
}
