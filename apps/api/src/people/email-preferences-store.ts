import { type ReminderDays, USUAL_REMINDER_DAYS } from '@carpeta/domain/news/reminder-days'
import type { Database, Transaction } from '../db/client.ts'
import { exec, maybeOne, one, type SQL, sql } from '../db/query.ts'

/** The emails that a user can switch off, and when they come; a new kind is one column. */
export interface EmailPreferences {
  wantsRequestEmails: boolean
  wantsAnnouncementEmails: boolean
  wantsDeedEmails: boolean
  wantsPaymentEmails: boolean
  wantsDueEmails: boolean
  /** How many days before an instalment is due. */
  reminderDays: ReminderDays
}

/** A condition on `users`: the account can read its news in the portal, and gets emails. */
export const getsEmails = sql`users.deleted_at is null and users.is_active
  and users.password_hash is not null and users.email <> ''`

/** A condition on `users`: a document of this category is told by email, by the preference that it follows. */
export function wantsDocumentEmails(category: SQL): SQL {
  return sql`case ${category} when 'deed' then users.wants_deed_emails
    when 'payments' then users.wants_payment_emails else users.wants_announcement_emails end`
}

const none: EmailPreferences = {
  wantsRequestEmails: false,
  wantsAnnouncementEmails: false,
  wantsDeedEmails: false,
  wantsPaymentEmails: false,
  wantsDueEmails: false,
  reminderDays: USUAL_REMINDER_DAYS,
}

export async function findEmailPreferences(
  db: Database | Transaction,
  userId: number,
): Promise<EmailPreferences> {
  const preferences = await maybeOne<EmailPreferences>(
    db,
    sql`select wants_request_emails, wants_announcement_emails, wants_deed_emails,
        wants_payment_emails, wants_due_emails, reminder_days
      from users where id = ${userId}`,
  )
  return preferences ?? none
}

/** Fields that are missing keep their values. */
export async function saveEmailPreferences(
  tx: Transaction,
  userId: number,
  changes: { [Kind in keyof EmailPreferences]: EmailPreferences[Kind] | undefined },
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return
  await exec(tx, sql`update users set ${sql.assign(changes)} where id = ${userId}`)
}

/** The member that the emails about a request go to or name. */
export interface NotifiedMember {
  firstName: string
  fullName: string
  email: string
  wantsEmails: boolean
}

export function findNotifiedMember(tx: Transaction, userId: number): Promise<NotifiedMember> {
  return one<NotifiedMember>(
    tx,
    sql`select first_name, trim(first_name || ' ' || last_name) as full_name, email,
        wants_request_emails and is_active and deleted_at is null as wants_emails
      from users where id = ${userId}`,
  )
}
