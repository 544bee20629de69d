import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { LinkPurpose } from '@carpeta/domain/access/link-rules'
import { temporaryPasswordMessages } from '@carpeta/domain/access/password-rules'
import { deadLinkMessage } from '@carpeta/domain/errors/error-messages'
import { canonicalRut, rutMessages } from '@carpeta/domain/people/rut'
import { isActivationRecorded } from '../audit/audit-store.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { validatePassword } from '../auth/new-passwords.ts'
import { hashPassword, userHashes, verifyPassword } from '../auth/passwords.ts'
import { deleteFirstFactors } from '../auth/second-factor-store.ts'
import type { AuthServices } from '../auth/sessions.ts'
import { deleteSessionsOf } from '../auth/sessions-store.ts'
import type { Config } from '../config/config.ts'
import { openSealedText, sealText } from '../config/secret-keys.ts'
import type { Database, Transaction } from '../db/client.ts'
import {
  dropStored,
  enqueueEmail,
  enqueueStored,
  type QueuedEmail,
  sendStored,
} from '../email/email-queue.ts'
import type { Mailer } from '../email/mailer.ts'
import type { Addressee, Email } from '../email/render-email.ts'
import { type AuditActor, anonymous, auditActor, type Caller } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import { randomToken, tokenHash } from '../http/tokens.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import { runSteps } from '../jobs/run-steps.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { forgetDevices, listDeviceUsers, resetAccountAttempts } from '../throttle/throttle-store.ts'
import type { Account } from '../users/account.ts'
import { deleteOldChanges } from '../users/email-changes-store.ts'
import { lockInvited } from '../users/invitations-store.ts'
import { findById, findByRut, lockActive, savePasswordHash } from '../users/users-store.ts'
import { activationEmail, passwordChangedEmail, restoreEmail } from './account-emails.ts'
import {
  deleteExpiredLinks,
  endLinks,
  endOlderLinks,
  findLink,
  insertLink,
  type Link,
  restartLink,
  useLink,
} from './account-store.ts'

export const SEND_LINK_EMAIL = 'send_link_email'
export const SEND_RESTORE_EMAIL = 'send_restore_email'
const DELETE_EXPIRED_LINKS = 'delete_expired_links'

export function linkJobs(services: AuthServices & { mailer: Mailer }): ModuleJobs {
  return {
    tasks: {
      [SEND_LINK_EMAIL]: (payload) => sendLinkEmail(services, payload as LinkEmail),
      [SEND_RESTORE_EMAIL]: (payload) => {
        const request = openRestoreRequest(payload as SealedRestoreRequest, services.config)
        return sendRestoreEmail(services, request)
      },
      // Queued by a previous release.
      request_restore: (payload) => sendRestoreEmail(services, payload as RestoreRequest),
      [DELETE_EXPIRED_LINKS]: async () => {
        await runSteps({
          links: () => deleteExpiredLinks(services.db),
          emailChanges: () => deleteOldChanges(services.db),
        })
      },
    },
    slow: [SEND_LINK_EMAIL],
    schedule: [`17 4 * * * ${DELETE_EXPIRED_LINKS}`],
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
async function sendLinkEmail(
  services: { db: Database; config: Config; mailer: Mailer },
  queued: LinkEmail,
): Promise<void> {
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
    return link.purpose === 'activate' || (link.purpose === 'restore' && !link.isUsed)
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

/**
 * Activates an account or restores its password, with a link that works once. A password that breaks
 * the rules does not use the link. Opens no session: the browser logs in afterwards.
 * @throws {Refused} 422 for a dead link, 400 with the broken rules
 */
export async function setPassword(
  services: AuthServices,
  caller: Caller,
  { token, password, purposes }: { token: string; password: string; purposes: LinkPurpose[] },
): Promise<{ social_security: string; username: string }> {
  const { db, config } = services
  const { account, purpose } = await requireLiveLink(services, token, purposes, caller.address)
  validatePassword(password, account, config)
  await refuseTemporaryPassword(db, account, password)
  const passwordHash = await hashPassword(password, userHashes(account.id))
  await db.transaction(async (tx) => {
    // Locks the account before its links, as everywhere, so that no deadlock arises.
    await savePasswordHash(tx, account.id, passwordHash)
    if (!(await useLink(tx, token))) throw new Refused(deadLinkMessage, 422)
    await endLinks(tx, account.id)
    await deleteSessionsOf(tx, account.id)
    // The owner of the email need not wait because of the guesses of others.
    await resetAccountAttempts(tx, account)
    await forgetDevices(tx, account.id)
    const removed = purpose === 'restore' ? await deleteFirstFactors(tx, account.id) : []
    if (purpose === 'restore') {
      await enqueueEmail(tx, passwordChangedEmail(account, config, removed.length > 0), config)
    }
    // The link proves that the caller owns the account.
    const owner = { ...anonymous(caller), id: account.id }
    await recordAuditEvent(tx, owner, {
      action: purpose === 'restore' ? 'password.restored' : 'account.activated',
      object: { type: 'user', id: account.id },
      subjectId: account.id,
      ...(removed.length > 0 && { before: { methods: removed } }),
    })
    await recordFirstPassword(tx, owner, account)
  })
  return { social_security: account.rut ?? '', username: account.rut ?? account.email }
}

/** Who replaces the password of an account that staff opened activates it. */
export async function recordFirstPassword(
  tx: Transaction,
  caller: AuditActor,
  { id, temporaryPasswordUntil }: Account,
): Promise<void> {
  if (!temporaryPasswordUntil || (await isActivationRecorded(tx, id))) return
  const about = { object: { type: 'user', id }, subjectId: id }
  await recordAuditEvent(tx, caller, { action: 'account.activated', ...about })
}

/** Staff know the temporary password, so it cannot become the owner's. @throws {Refused} 400 */
async function refuseTemporaryPassword(
  db: Database,
  { id, temporaryPasswordUntil }: Account,
  password: string,
): Promise<void> {
  if (!temporaryPasswordUntil) return
  const candidate = await findById(db, id)
  const owner = userHashes(id)
  if (await verifyPassword(candidate?.passwordHash ?? null, password, { owner })) {
    throw new Refused([temporaryPasswordMessages.same])
  }
}

interface RestoreRequest {
  rut: string
  actor: AuditActor
}

/** The payload of the job, encrypted: a rut in the queue would outlast an erasure (docs/security.md 15.25). */
export interface SealedRestoreRequest {
  sealed: string
}

const PURPOSE = 'carpeta restore requests'

/** @throws when none of the keys fits or the text was changed */
export function openRestoreRequest(
  { sealed }: SealedRestoreRequest,
  { secretKeys }: Pick<Config, 'secretKeys'>,
): RestoreRequest {
  return JSON.parse(openSealedText(sealed, secretKeys, PURPOSE))
}

/**
 * Queues one job for every valid rut. The job looks for the account, so that neither the answer nor
 * its time tells which ruts are members (docs/security.md 1.3, 1.4). A browser in which the account
 * logged in before has a count of its own, which others at its address cannot fill.
 * @throws {Refused} for an invalid rut · {Throttled}
 */
export async function requestRestore(
  { db, limits, config }: AuthServices,
  caller: Caller,
  { typedRut, device }: { typedRut: string; device: string | undefined },
): Promise<void> {
  const rut = canonicalRut(typedRut)
  if (rut === null) throw new Refused([rutMessages.invalid])
  const deviceHash = tokenHash(device ?? '')
  const isKnown = await isDeviceOf(db, deviceHash, rut)
  await limits.emailRequests.consume(isKnown ? deviceHash : caller.address)
  const request: RestoreRequest = { rut, actor: auditActor(anonymous(caller)) }
  const sealed = sealText(JSON.stringify(request), config.secretKeys, PURPOSE)
  const payload: SealedRestoreRequest = { sealed }
  await enqueueJob(db, SEND_RESTORE_EMAIL, payload, { priority: 'urgent' })
}

/** Begins with the device, so that an unknown one costs the same time for every rut. */
async function isDeviceOf(db: Database, deviceHash: string, rut: string): Promise<boolean> {
  for (const userId of await listDeviceUsers(db, deviceHash)) {
    if ((await findById(db, userId))?.account.rut === rut) return true
  }
  return false
}

/**
 * Sends a restore link, or an activation link to an invited account that was never activated. Sends
 * nothing for an unknown or deactivated account, for one that staff never invited or whose invitation
 * they revoked (docs/security.md 6.27), or after too many requests.
 */
async function sendRestoreEmail(
  { db, config, limits }: AuthServices,
  { rut, actor }: RestoreRequest,
): Promise<void> {
  const [candidate] = await findByRut(db, rut)
  if (!candidate?.account.isActive) return
  const { passwordHash } = candidate
  if (!(await limits.restoreEmails.tryConsume(String(candidate.account.id)))) return
  await db.transaction(async (tx) => {
    // Its email may have changed meanwhile.
    const account = await lockActive(tx, candidate.account.id)
    if (!account?.isActive) return
    const restore = { purpose: 'restore', email: restoreEmail } as const
    const activate = { purpose: 'activate', email: activationEmail } as const
    if (passwordHash !== null) await enqueueLinkEmail(tx, account, restore, config)
    else if (await lockInvited(tx, account.id)) {
      await enqueueLinkEmail(tx, account, activate, config)
    }
    const about = { object: { type: 'user', id: account.id }, subjectId: account.id }
    await recordAuditEvent(tx, actor, { action: 'restore.requested', ...about })
  })
}
