import type { Database } from '../db/client.ts'
import { exec, maybeOne, sql } from '../db/query.ts'

export interface AuditChainFault {
  position: number
  entryId: number | null
  fault: 'changed' | 'missing' | 'not chained'
}

interface AuditChainState {
  entries: number
  /** The last hash; an operator who stores it elsewhere notices a log cut off at its end. */
  head: string
  firstFault: AuditChainFault | null
  /** Whether the head of an earlier check is still in the chain. */
  containsExpected: boolean
}

/** Recomputes every hash in the database and finds the first that differs. */
export async function verifyAuditChain(
  db: Database,
  expectedHead?: string,
): Promise<AuditChainState> {
  const firstFault = await maybeOne<AuditChainFault>(
    db,
    sql`select position, entry_id, fault from (
        select link.position, link.entry_id, case
            when entry.id is null or link.position <> row_number() over chain then 'missing'
            when link.hash <> audit_hash(coalesce(lag(link.hash) over chain, ''), entry)
              then 'changed'
          end as fault
        from audit_chain link left join audit_entries entry on entry.id = link.entry_id
        window chain as (order by link.position)
        union all
        select coalesce((select max(position) from audit_chain), 0) + 1, entry.id, 'not chained'
        from audit_entries entry
        where not exists (select from audit_chain where audit_chain.entry_id = entry.id)
      ) checked where fault is not null order by checked.position, checked.entry_id limit 1`,
  )
  const last = await maybeOne<{ entries: number; head: string }>(
    db,
    sql`select position as entries, hash as head from audit_chain order by position desc limit 1`,
  )
  const expected = await exec(db, sql`select from audit_chain where hash = ${expectedHead ?? ''}`)
  return {
    containsExpected: expectedHead === undefined || expected > 0,
    entries: last?.entries ?? 0,
    head: last?.head ?? '',
    firstFault,
  }
}
