import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { LinkPurpose } from '@carpeta/domain/access/link-rules'
import { deadLinkMessage } from '@carpeta/domain/errors/error-messages'
import type { Config } from '../config/config.ts'
import type { JobDatabase, Transaction } from '../db/client.ts'
import {
  dropStored,
  enqueueStored,
  type QueuedEmail,
  type SendServices,
  sendStored,
} from '../email/email-queue.ts'
import type { Addressee, Email } from '../email/render-email.ts'
import type { Caller } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import { randomToken, tokenHash } from '../http/tokens.ts'
import { runSteps } from '../jobs/run-steps.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import type { Account } from '../people/account.ts'
import { deleteOldChanges } from '../people/email-changes-store.ts'
import {
  deleteExpiredLinks,
  endOlderLinks,
  findLink,
  insertLink,
  type Link,
  restartLink,
} from './links-store.ts'
import { endAccessOfPartners } from './prepared-access.ts'
import type { AuthServices } from './sessions.ts'

export const SEND_LINK_EMAIL = 'send_link_email'
const DELETE_EXPIRED_LINKS = 'delete_expired_links'
const END_UNUSED_ACCESS = 'end_unused_access'

export function linkJobs(services: SendServices & { db: JobDatabase }): ModuleJobs {
  return {
    tasks: {
      [SEND_LINK_EMAIL]: (payload) => sendLinkEmail(services, payload as LinkEmail),
      [DELETE_EXPIRED_LINKS]: async () => {
        await runSteps({
          links: () => deleteExpiredLinks(services.db),
          emailChanges: () => deleteOldChanges(services.db),
        })
      },
      // Ends them again: staff may have been preparing one while a load or an access brought them into a purchase.
      [END_UNUSED_ACCESS]: () => services.db.transaction((tx) => endAccessOfPartners(tx, null)),
    },
    slow: [SEND_LINK_EMAIL],
    schedule: [`17 4 * * * ${DELETE_EXPIRED_LINKS}`, `*/10 * * * * ${END_UNUSED_ACCESS}`],
  }
}

/** Links of one purpose that work at the same time: somebody else's request does not end its owner's. */
const LIVE_LINKS = 3

export type EmailWithLink<To = Account> = (to: To, token: string, config: Config) => Email

type LinkEmail = QueuedEmail & {
  /** The hash of the link's token. */
  link: string
}

/**
 * Makes a link and queues its email, unless the account has no email. Anyone can ask for one, so the
 * newest three of a purpose work (docs/security.md 6.28), those of every registration, and every one
 * that undoes what a thief did.
 * @returns the token's hash
 */
export async function enqueueLinkEmail<To extends Addressee & { id: number }>(
  tx: Transaction,
  account: To,
  { purpose, email }: { purpose: LinkPurpose; email: EmailWithLink<To> },
  config: Config,
): Promise<string> {
  const token = randomToken()
  const link = tokenHash(token)
  if (account.email === '') return link
  if (purpose === 'activate' || purpose === 'restore') {
    await endOlderLinks(tx, account.id, purpose, LIVE_LINKS - 1)
  }
  await insertLink(tx, { token, userId: account.id, purpose })
  const { secretKeys } = config
  const facts = { link }
  const stored = { secretKeys, priority: 'urgent', facts } as const
  await enqueueStored(tx, SEND_LINK_EMAIL, email(account, token, config), stored)
  return link
}

/** Sends the email and restarts the link's life; skips a link that ended meanwhile. */
async function sendLinkEmail(services: SendServices, queued: LinkEmail): Promise<void> {
  if (await restartLink(services.db, queued.link)) await sendStored(services, queued)
  else await dropStored(services.db, queued)
}

/**
 * Tells what a link is for. A used activation link of an active account leads a second click to the
 * login; every other dead link answers the same 422 (docs/security.md 1.5).
 * @throws {Refused} 422 · {Throttled} for an address that guesses
 */
export async function checkLink(
  services: LinkServices,
  { address }: Caller,
  token: string,
): Promise<AnswerOf<'GET /api/client/check/'>> {
  const { purpose, isUsed, account } = await requireLink(services, token, address, (link) => {
    const { purpose, isUsed } = link
    return purpose === 'activate' || purpose === 'letter' || (purpose === 'restore' && !isUsed)
  })
  const isRestore = purpose === 'restore'
  return {
    can_restore_password: isRestore,
    is_active: isRestore || isUsed,
    ...(!isUsed && {
      username: account.rut ?? account.email,
      first_name: account.firstName,
      last_name: account.lastName,
    }),
    ...(purpose === 'letter' && !isUsed && account.email !== '' && { email: account.email }),
  }
}

/** Finds an unused link of one of these purposes. @throws {Refused} 422 · {Throttled} */
export function requireLiveLink(
  services: LinkServices,
  token: string,
  purposes: LinkPurpose[],
  address: string,
): Promise<Link> {
  const isLive = ({ purpose, isUsed }: Link) => !isUsed && purposes.includes(purpose)
  return requireLink(services, token, address, isLive)
}

type LinkServices = Pick<AuthServices, 'db' | 'limits'>

/** A token without an accepted link counts as a guess of this address; a right one never asks the count. */
async function requireLink(
  { db, limits }: LinkServices,
  token: string,
  address: string,
  isAccepted: (link: Link) => boolean,
): Promise<Link> {
  const link = await findLink(db, token)
  if (link && isAccepted(link)) return link
  await limits.linkFailures.consume(address)
  throw new Refused(deadLinkMessage, 422)
}
