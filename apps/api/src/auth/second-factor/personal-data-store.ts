import type { MemberData } from '@carpeta/contract/personal-data/personal-data-schemas'
import type { Database } from '../../db/client.ts'
import { one, sql } from '../../db/query.ts'
import { instant, wireRows } from '../../db/wire-rows.ts'

type Factors = MemberData['second_factor']

/** Names and dates, without keys and secrets. */
export async function exportSecondFactor(db: Database, userId: number): Promise<Factors> {
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
  const { left } = await one<{ left: number }>(
    db,
    sql`select count(*)::int as left from recovery_codes
      where user_id = ${userId} and used_at is null`,
  )
  return { passkeys, totp, recovery_codes_left: left }
}
