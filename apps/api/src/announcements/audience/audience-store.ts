import type { Audience, Reach } from '@carpeta/domain/announcements/announcement-rules'
import { AUDIENCE_COUNTS_LOCK } from '../../db/advisory-locks.ts'
import type { Database, Transaction } from '../../db/client.ts'
import { exec, one, type SQL, sql } from '../../db/query.ts'
import { wireRows } from '../../db/wire-rows.ts'
import { isVisibleSale } from '../../sales/own-projects-store.ts'

/** A condition on `users`: the account can read announcements in the portal. */
export const canRead = sql`users.deleted_at is null and users.is_active
  and users.password_hash is not null`

/** A condition on `users`: the account also gets announcements by email. */
export const getsEmails = sql`${canRead} and users.email <> '' and users.wants_announcement_emails`

/** A condition on `users`: a visible sale of the person belongs to the audience. */
export function isInAudience(audience: Audience): SQL {
  return sql`users.rut in (select holder_rut from sales where ${salesOf(audience)})`
}

/** For one person of `users`: whether a visible sale belongs to the audience, as `is_in_audience`. */
export function isInAudienceOf(audience: Audience): SQL {
  return sql`select true as is_in_audience from sales
    where holder_rut = users.rut and ${salesOf(audience)} limit 1`
}

function salesOf({ audience, project, condominium }: Audience): SQL {
  return sql.and(
    isVisibleSale,
    audience === 'all' ? null : sql`project = ${project}`,
    audience === 'condominium' ? sql`condominium = ${condominium}` : null,
  )
}

/** The holders of the audience's sales, with an account or without. */
export async function countHolders(tx: Transaction, audience: Audience): Promise<number> {
  const { holders } = await one<{ holders: number }>(
    tx,
    sql`select count(distinct holder_rut) as holders from sales where ${salesOf(audience)}`,
  )
  return holders
}

const reach = sql`select
      case when grouping(project) = 1 then 'all' when grouping(condominium) = 1 then 'project'
        else 'condominium' end as audience,
      coalesce(project, '') as project, coalesce(condominium, '') as condominium,
      count(distinct users.id) filter (where ${canRead}) as people,
      count(distinct users.id) filter (where ${getsEmails}) as emails,
      count(distinct holder_rut) - count(distinct users.id) filter (where ${canRead})
        as without_account
    from sales left join users on users.rut = sales.holder_rut and users.deleted_at is null
    where ${isVisibleSale}
    group by grouping sets ((), (project), (project, condominium))
    having count(*) > 0 and (grouping(project) = 1 or project <> '')
      and (grouping(condominium) = 1 or condominium <> '')`

/** Counts the people of every audience that has a visible sale, for `listReach`. */
export async function countReach(tx: Transaction): Promise<void> {
  await exec(tx, sql`select pg_advisory_xact_lock(${AUDIENCE_COUNTS_LOCK})`)
  await exec(tx, sql`delete from audience_counts`)
  await exec(
    tx,
    sql`insert into audience_counts
        (audience, project, condominium, people, emails, without_account) ${reach}`,
  )
}

/** Every audience that has a visible sale, with the people whom it reaches, as they were counted last. */
export function listReach(db: Database): Promise<(Audience & Reach)[]> {
  return wireRows<Audience & Reach>(
    db,
    sql`select * from (
        select audience, project, condominium, people, emails, without_account from audience_counts
        union all
        select 'all', '', '', 0, 0, 0 where not exists (select from audience_counts)) audiences
      order by spanish_order(project) collate "C", project, spanish_order(condominium) collate "C",
        condominium`,
  )
}

/** Fixes the recipients. @returns how many */
export function insertRecipients(
  tx: Transaction,
  announcementId: number,
  audience: Audience,
): Promise<number> {
  return exec(
    tx,
    sql`insert into announcement_emails (announcement_id, user_id)
      select ${announcementId}::integer, users.id from users
      where ${getsEmails} and ${isInAudience(audience)}`,
  )
}
