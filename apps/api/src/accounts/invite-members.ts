import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import { findNotInvited } from './invitations-store.ts'
import { sendLink } from './send-link.ts'

const BATCH = 100

/** Who to invite: one rut, sent again if need be, or every member without a letter so far. */
export type Invitees = { rut: string } | 'all-not-invited'

/**
 * Sends activation letters to members who have not activated their account and have an e-mail.
 * @returns how many letters were queued
 */
export async function inviteMembers(
  { db, config }: { db: Database; config: Config },
  invitees: Invitees,
): Promise<number> {
  let invited = 0
  for (;;) {
    const queued = await db.transaction(async (tx) => {
      const accounts = await findNotInvited(tx, invitees, BATCH)
      for (const account of accounts) await sendLink(tx, 'activate', account, config)
      return accounts.length
    })
    invited += queued
    if (queued < BATCH) return invited
  }
}
