import type { MemberData } from '@carpeta/contract/personal-data'
import type { Database } from '../db/client.ts'
import { many, sql } from '../db/query.ts'
import { instant } from '../db/wire-rows.ts'
import { openEntries, type SealedFacts } from './sealed-facts.ts'

export { deletePersonKey as erasePersonalData } from './person-keys-store.ts'

interface SealedRow {
  actorId: number | null
  subjectId: number | null
  sealed: SealedFacts
}

export interface OwnActionRow extends SealedRow {
  at: string
  action: string
  objectType: string
  objectId: string
  address: string
  /** Whether the action concerned the person's own data. */
  isOwn: boolean
}

/** What the person did, without the other people concerned. */
export async function listOwnActions(db: Database, userId: number): Promise<OwnActionRow[]> {
  const rows = await many<OwnActionRow>(
    db,
    sql`select ${instant('at')} as at, action, object_type, object_id, address,
        coalesce(subject_id = actor_id, false) as is_own, actor_id, subject_id, ${sealedAddress}
      from audit_entries where actor_id = ${userId} order by id desc`,
  )
  return openEntries(db, rows)
}

const sealedAddress = sql`
  jsonb_strip_nulls(jsonb_build_object('address', sealed -> 'address')) as sealed`

/** What anonymous visitors tried or asked for on this account; the visitor may be its owner. */
export type AttemptRow = MemberData['attempts'][number] & SealedRow

export async function listAttempts(db: Database, userId: number): Promise<AttemptRow[]> {
  const rows = await many<AttemptRow>(
    db,
    sql`select ${instant('at')} as at, action, address, actor_id, subject_id, ${sealedAddress}
      from audit_entries
      where subject_id = ${userId} and actor_id is null and request_id <> '' order by id desc`,
  )
  return openEntries(db, rows)
}

export type AccountChangeRow = MemberData['changes'][number] & Omit<OwnActionRow, 'address'>

/** Every recorded change of the account, by any actor. */
export async function listAccountChanges(
  db: Database,
  userId: number,
): Promise<AccountChangeRow[]> {
  const rows = await many<AccountChangeRow>(
    db,
    sql`select ${instant('at')} as at, action, object_type, object_id, before, after,
        coalesce(actor_id = subject_id, false) as is_own, actor_id, subject_id,
        sealed - 'reason' - 'address' as sealed
      from audit_entries
      where subject_id = ${userId} and (action like 'user.%' or action like 'email.%')
        and (before <> '{}' or after <> '{}' or sealed ?| array['before', 'after'])
      order by id desc`,
  )
  return openEntries(db, rows)
}
