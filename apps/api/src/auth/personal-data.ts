import type { MemberData } from '@carpeta/contract/personal-data'
import type { Database, Transaction } from '../db/client.ts'
import { instant, many, sql, wireRows } from '../db/query.ts'
import { deleteLinksOf, type ExportedLink, exportLinks } from './links-store.ts'
import { countRecoveryCodes, deleteFactors } from './second-factor-store.ts'
import { describeDevice, describePlace } from './sessions.ts'
import { deleteSessionsOf } from './sessions-store.ts'

type Factors = MemberData['second_factor']

interface SessionRow {
  userAgent: string
  address: string
  startedAt: string
  lastUsedAt: string
}

export async function exportPersonalData(
  db: Database,
  userId: number,
): Promise<Pick<MemberData, 'sessions' | 'second_factor'> & { links: ExportedLink[] }> {
  return {
    sessions: await exportSessions(db, userId),
    second_factor: await exportSecondFactor(db, userId),
    links: await exportLinks(db, userId),
  }
}

/** Includes the expired sessions that the next nightly run deletes. */
async function exportSessions(db: Database, userId: number): Promise<MemberData['sessions']> {
  const rows = await many<SessionRow>(
    db,
    sql`select user_agent, address, ${instant('created_at')} as started_at,
        ${instant('last_used_at')} as last_used_at
      from sessions where user_id = ${userId} order by sessions.last_used_at desc`,
  )
  return rows.map(({ userAgent, address, startedAt, lastUsedAt }) => ({
    device: describeDevice(userAgent),
    place: describePlace(address),
    address,
    started_at: startedAt,
    last_used_at: lastUsedAt,
  }))
}

/** Names and dates, without keys and secrets. */
async function exportSecondFactor(db: Database, userId: number): Promise<Factors> {
  const passkeys = await wireRows<Factors['passkeys'][number]>(
    db,
    sql`select name, ${instant('created_at')} as created_at, ${instant('last_used_at')} as last_used_at
      from passkeys where user_id = ${userId} order by passkeys.id`,
  )
  const [totp = null] = await wireRows<NonNullable<Factors['totp']>>(
    db,
    sql`select ${instant('created_at')} as created_at, ${instant('last_used_at')} as last_used_at
      from totp_secrets where user_id = ${userId} and confirmed_at is not null`,
  )
  return { passkeys, totp, recovery_codes_left: await countRecoveryCodes(db, userId) }
}

export async function erasePersonalData(tx: Transaction, userId: number): Promise<void> {
  await deleteSessionsOf(tx, userId)
  await deleteFactors(tx, userId)
  await deleteLinksOf(tx, userId)
}
