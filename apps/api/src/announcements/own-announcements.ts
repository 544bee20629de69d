import type { OwnAnnouncement, OwnAnnouncementRow } from '@carpeta/contract/announcements'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import { listOwnProjects } from '../sales/sales-store.ts'
import {
  findConcerning,
  insertRead,
  listConcerning,
  listFiles,
  type MemberAnnouncement,
} from './announcements-store.ts'
import { presentFile } from './read-announcements.ts'

type Member = SignedInCaller['user']

/** A member's announcements follow from the visible sales that the member holds now. */
export async function listOwn(db: Database, member: Member): Promise<OwnAnnouncementRow[]> {
  const projects = await listOwnProjects(db, member.profile.social_security)
  return (await listConcerning(db, member.id, projects)).map(presentRow)
}

export async function findOwn(
  db: Database | Transaction,
  member: Member,
  id: number,
): Promise<MemberAnnouncement | null> {
  const projects = await listOwnProjects(db, member.profile.social_security)
  return findConcerning(db, member.id, projects, id)
}

/** @throws {NotFound} */
export async function readOwn(db: Database, member: Member, id: number): Promise<OwnAnnouncement> {
  const announcement = await findOwn(db, member, id)
  if (!announcement) throw new NotFound()
  return {
    ...presentRow(announcement),
    body: announcement.body,
    visible_until: announcement.visibleUntil ?? '',
    files: (await listFiles(db, id)).map(presentFile),
  }
}

/** @throws {NotFound} */
export async function markOwnRead(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, { user }) => {
    if (!(await findOwn(tx, user, id))) throw new NotFound()
    await insertRead(tx, id, user.id)
  })
}

function presentRow({ id, title, publishedAt, readAt }: MemberAnnouncement): OwnAnnouncementRow {
  return {
    id,
    title,
    published_at: publishedAt.toISOString(),
    read_at: readAt?.toISOString() ?? null,
  }
}
