import type { MemberData } from '@carpeta/contract/personal-data/personal-data-schemas'
import { ERASED_NAME } from '@carpeta/domain/personal-data/personal-data-labels'
import type { Database, Transaction } from '../db/client.ts'
import { exec, one, sql } from '../db/query.ts'
import { instant } from '../db/wire-rows.ts'

type UserData = Pick<MemberData, 'account' | 'preferences' | 'email_changes'> & {
  invitation: Invitation | null
}

/** The last activation email. */
interface Invitation {
  invited_at: string | null
  delivery: 'queued' | 'sent' | 'failed' | null
  failure: string
}

export async function exportPersonalData(db: Database, userId: number): Promise<UserData> {
  type Row = Omit<UserData, 'email_changes'> & { emailChanges: UserData['email_changes'] }
  const { emailChanges, ...data } = await one<Row>(
    db,
    sql`select
        json_build_object(
          'id', id, 'social_security', coalesce(rut, ''), 'first_name', first_name,
          'last_name', last_name, 'email', email, 'is_active', is_active,
          'is_activated', password_hash is not null,
          'groups', array(
            select groups.name from user_groups join groups on groups.id = user_groups.group_id
            where user_groups.user_id = users.id order by groups.name),
          'created_at', ${instant('created_at')}, 'updated_at', ${instant('updated_at')},
          'deleted_at', ${instant('deleted_at')}) as account,
        json_build_object(
          'request_letters', wants_request_emails,
          'announcement_emails', wants_announcement_emails,
          'deed_emails', wants_deed_emails, 'payment_emails', wants_payment_emails,
          'due_emails', wants_due_emails) as preferences,
        coalesce((
          select json_agg(json_build_object(
            'old_email', old_email, 'new_email', new_email,
            'requested_at', ${instant('requested_at')}, 'confirmed_at', ${instant('confirmed_at')},
            'ended_at', ${instant('ended_at')}) order by email_changes.id)
          from email_changes where email_changes.user_id = users.id), '[]') as email_changes,
        case when invited_at is not null or invitation_delivery is not null then
          json_build_object(
            'invited_at', ${instant('invited_at')}, 'delivery', invitation_delivery,
            'failure', invitation_failure) end as invitation
      from users where id = ${userId}`,
  )
  return { ...data, email_changes: emailChanges }
}

/** The row stays because other tables refer to it; no column identifies the person. */
export async function erasePersonalData(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`delete from user_groups where user_id = ${userId}`)
  await exec(tx, sql`delete from email_changes where user_id = ${userId}`)
  await exec(
    tx,
    sql`update users set rut = null, first_name = ${ERASED_NAME}, last_name = '', email = '',
        password_hash = null, temporary_password_until = null, is_active = false, invited_at = null, invitation_delivery = null,
        invitation_failure = '', wants_request_emails = false,
        wants_announcement_emails = false, wants_deed_emails = false,
        wants_payment_emails = false, wants_due_emails = false, updated_at = now(),
        deleted_at = coalesce(deleted_at, now()), erased_at = now()
      where id = ${userId}`,
  )
}
