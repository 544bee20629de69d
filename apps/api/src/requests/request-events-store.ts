import type { Permission } from '@carpeta/domain/permissions'
import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../db/client.ts'
import { requestEvents } from './requests-tables.ts'

const ANSWER: Permission = 'requests.answer_requests'

export interface Addressee {
  firstName: string
  email: string
  wantsLetters: boolean
}

/** What the letters about a request say of it. */
export interface AnnouncedRequest {
  id: number
  title: string
  saleCode: string
  member: Addressee & { fullName: string }
}

export async function insertEvent(
  tx: Transaction,
  event: { requestId: number; kind: string; actorId: number; text: string },
): Promise<void> {
  await tx.insert(requestEvents).values(event)
}

export async function findAnnounced(
  tx: Transaction,
  requestId: number,
): Promise<AnnouncedRequest | null> {
  const { rows } = await tx.execute<AnnouncedRow>(sql`
    select requests.id, requests.procedure_title, sales.code, users.first_name, users.last_name,
      users.email,
      users.wants_request_letters and users.is_active and users.deleted_at is null as wants_letters
    from requests
    join sales on sales.id = requests.sale_id
    join users on users.id = requests.user_id
    where requests.id = ${requestId}`)
  const [row] = rows
  if (!row) return null
  return {
    id: row.id,
    title: row.procedure_title,
    saleCode: row.code,
    member: { ...readAddressee(row), fullName: `${row.first_name} ${row.last_name}`.trim() },
  }
}

/** Every active account that may answer requests because of a group it is in. */
export function listStaffToTell(tx: Transaction): Promise<Addressee[]> {
  return activeStaffWhere(tx, inAnsweringGroup)
}

/** Whoever has this request on his desk, while he may still answer it. */
export async function findAssigneeToTell(
  tx: Transaction,
  requestId: number,
): Promise<Addressee | null> {
  const [assignee] = await activeStaffWhere(
    tx,
    sql`(users.is_superuser or ${inAnsweringGroup})
      and users.id = (select assignee_id from requests where requests.id = ${requestId})`,
  )
  return assignee ?? null
}

const inAnsweringGroup = sql`exists (
  select from user_groups join group_permissions using (group_id)
  where user_groups.user_id = users.id and group_permissions.permission = ${ANSWER})`

async function activeStaffWhere(tx: Transaction, where: SQL): Promise<Addressee[]> {
  const { rows } = await tx.execute<AddresseeRow>(sql`
    select users.first_name, users.email, users.wants_request_letters as wants_letters
    from users
    where users.is_active and users.password_hash is not null and users.deleted_at is null
      and ${where}
    order by users.id`)
  return rows.map(readAddressee)
}

interface AddresseeRow extends Record<string, unknown> {
  first_name: string
  email: string
  wants_letters: boolean
}

interface AnnouncedRow extends AddresseeRow {
  id: number
  procedure_title: string
  code: string
  last_name: string
}

function readAddressee(row: AddresseeRow): Addressee {
  return { firstName: row.first_name, email: row.email, wantsLetters: row.wants_letters }
}
