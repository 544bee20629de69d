import type { CountedOutcome } from '@carpeta/domain/system/mail-failures'
import type { Database, Queryable } from '../db/client.ts'
import { exec, many, sql } from '../db/query.ts'
import { outcomeOf } from './mail-outcome.ts'
import type { Mailer } from './mailer.ts'

/** Emails of an hour with the same outcome. */
export interface MailHour {
  hour: Date
  outcome: CountedOutcome
  emails: number
}

/** The same mailer, which counts what became of each email. */
export function countEmails(db: Database, mailer: Mailer): Mailer {
  return async (email) => {
    try {
      await mailer(email)
    } catch (error) {
      await countEmail(db, outcomeOf(error))
      throw error
    }
    await countEmail(db, 'sent')
  }
}

/** An email that was sent is not sent again because it could not be counted. */
async function countEmail(db: Database, outcome: CountedOutcome): Promise<void> {
  await exec(
    db,
    sql`insert into mail_hours (hour, outcome, emails) values (date_trunc('hour', now()), ${outcome}, 1)
      on conflict (hour, outcome) do update set emails = mail_hours.emails + 1`,
  ).catch(() => {})
}

/** Newest hour first. */
export function listMailHours(db: Queryable, hours: number): Promise<MailHour[]> {
  return many<MailHour>(
    db,
    sql`select hour, outcome, emails from mail_hours
      where hour > now() - ${hours} * interval '1 hour' order by hour desc, outcome`,
  )
}

const KEPT_DAYS = 30

export function deleteOldMailHours(db: Database): Promise<number> {
  return exec(db, sql`delete from mail_hours where hour < now() - ${KEPT_DAYS} * interval '1 day'`)
}
