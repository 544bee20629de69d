import type { Database, Queryable } from '../db/client.ts'
import { exec, maybeOne, sql } from '../db/query.ts'

export type VerificationOutcome = 'intact' | 'incomplete' | 'differs' | 'broken'

/** How the last `carpeta audit verify` ended. */
export interface Verification {
  at: Date
  outcome: VerificationOutcome
  entries: number
}

export function readVerification(db: Queryable): Promise<Verification | null> {
  return maybeOne<Verification>(db, sql`select at, outcome, entries from audit_verification`)
}

export async function recordVerification(
  db: Database,
  { outcome, entries }: Omit<Verification, 'at'>,
): Promise<void> {
  await exec(
    db,
    sql`insert into audit_verification (at, outcome, entries) values (now(), ${outcome}, ${entries})
      on conflict (is_only) do update
        set at = excluded.at, outcome = excluded.outcome, entries = excluded.entries`,
  )
}
