import type { MemberData } from '@carpeta/contract/personal-data/personal-data-schemas'
import type { Database } from '../db/client.ts'
import { many, sql } from '../db/query.ts'
import { instant } from '../db/wire-rows.ts'

export interface OwnActionRow {
  at: string
  action: string
  objectType: string
  objectId: string
  address: string
  /** Whether the action concerned the person's own data. */
  isOwn: boolean
}

/** What the person did, without the other people concerned. */
export function listOwnActions(db: Database, userId: number): Promise<OwnActionRow[]> {
  return many<OwnActionRow>(
    db,
    sql`select ${instant('at')} as at, action, object_type, object_id, address,
        coalesce(subject_id = actor_id, false) as is_own
      from audit_entries where actor_id = ${userId} order by id desc`,
  )
}

/** What anonymous visitors tried or asked for on this account; the visitor may be its owner. */
export function listAttempts(db: Database, userId: number): Promise<MemberData['attempts']> {
  return many(
    db,
    sql`select ${instant('at')} as at, action, address from audit_entries
      where subject_id = ${userId} and actor_id is null and request_id <> '' order by id desc`,
  )
}

export type AccountChangeRow = MemberData['changes'][number] & Omit<OwnActionRow, 'address'>

/** Every recorded change of the account, by any actor. */
export function listAccountChanges(db: Database, userId: number): Promise<AccountChangeRow[]> {
  return many<AccountChangeRow>(
    db,
    sql`select ${instant('at')} as at, action, object_type, object_id, before, after,
        coalesce(actor_id = subject_id, false) as is_own
      from audit_entries
      where subject_id = ${userId} and (action like 'user.%' or action like 'email.%')
        and (before <> '{}' or after <> '{}') order by id desc`,
  )
}
