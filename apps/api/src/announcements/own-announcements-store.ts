import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, type SQL, sql } from '../db/query.ts'
import type { OwnProject } from '../sales/sales-store.ts'
import { santiagosToday } from './announcements-store.ts'

export interface MemberAnnouncement {
  id: number
  title: string
  body: string
  visibleUntil: string | null
  publishedAt: Date
  readAt: Date | null
}

const MAX_LISTED = 100

/** Published, not over, and for all members or for one of these projects. */
function concerning(projects: OwnProject[]): SQL {
  const names = projects.map(({ project }) => project)
  const condominiums = projects.map(({ condominium }) => condominium)
  return sql`state = 'published' and (visible_until is null or visible_until >= ${santiagosToday})
    and exists (
      select from unnest(${names}::text[], ${condominiums}::text[]) as own (project, condominium)
      where announcements.audience = 'all'
        or announcements.project = own.project and announcements.condominium in ('', own.condominium))`
}

const columns = sql`id, title, body, visible_until::text as visible_until, published_at, read_at`

function withReads(userId: number): SQL {
  return sql`announcements left join announcement_reads
    on announcement_id = announcements.id and user_id = ${userId}`
}

/** The last published first. */
export function listConcerning(
  db: Database,
  userId: number,
  projects: OwnProject[],
): Promise<MemberAnnouncement[]> {
  return many<MemberAnnouncement>(
    db,
    sql`select ${columns} from ${withReads(userId)} where ${concerning(projects)}
      order by published_at desc, id desc limit ${MAX_LISTED}`,
  )
}

export function findConcerning(
  db: Database | Transaction,
  userId: number,
  projects: OwnProject[],
  id: number,
): Promise<MemberAnnouncement | null> {
  return maybeOne<MemberAnnouncement>(
    db,
    sql`select ${columns} from ${withReads(userId)} where id = ${id} and ${concerning(projects)}`,
  )
}

/** The first time counts. */
export async function insertRead(tx: Transaction, id: number, userId: number): Promise<void> {
  await exec(
    tx,
    sql`insert into announcement_reads ${sql.insert({ announcementId: id, userId })}
      on conflict do nothing`,
  )
}
