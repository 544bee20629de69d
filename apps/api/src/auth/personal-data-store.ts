import type { MemberData } from '@carpeta/contract/personal-data/personal-data-schemas'
import type { Database, Transaction } from '../db/client.ts'
import { many, sql } from '../db/query.ts'
import { instant } from '../db/wire-rows.ts'
import { describeDevice, describePlace } from './describe-session.ts'
import { deleteFactors } from './second-factor/delete-factors.ts'
import { exportSecondFactor } from './second-factor/personal-data-store.ts'
import { deleteSessionsOf } from './sessions-store.ts'

interface SessionRow {
  userAgent: string
  address: string
  startedAt: string
  lastUsedAt: string
}

/** Includes the expired sessions that the next nightly run deletes. */
export async function exportPersonalData(
  db: Database,
  userId: number,
): Promise<Pick<MemberData, 'sessions' | 'second_factor'>> {
  const rows = await many<SessionRow>(
    db,
    sql`select user_agent, address, ${instant('created_at')} as started_at,
        ${instant('last_used_at')} as last_used_at
      from sessions where user_id = ${userId} order by sessions.last_used_at desc`,
  )
  const second_factor = await exportSecondFactor(db, userId)
  return { sessions: rows.map(presentSession), second_factor }
}

export async function erasePersonalData(tx: Transaction, userId: number): Promise<void> {
  await deleteSessionsOf(tx, userId)
  await deleteFactors(tx, userId)
}

function presentSession({ userAgent, address, startedAt, lastUsedAt }: SessionRow) {
  return {
    device: describeDevice(userAgent),
    place: describePlace(address),
    address,
    started_at: startedAt,
    last_used_at: lastUsedAt,
  }
}
