import type { LinkPurpose } from '@carpeta/domain/access/link-rules'
import { temporaryPasswordMessages } from '@carpeta/domain/access/password-rules'
import { deadLinkMessage } from '@carpeta/domain/errors/error-messages'
import { canonicalRut, rutMessages } from '@carpeta/domain/people/rut'
import { isActivationRecorded } from '../audit/audit-store.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { enqueueLinkEmail, requireLiveLink } from '../auth/links.ts'
import { endLinks, useLink } from '../auth/links-store.ts'
import { validatePassword } from '../auth/new-passwords.ts'
import { hashPassword, linkHashes, verifyPassword } from '../auth/passwords.ts'
import { deleteFirstFactors, listPasskeys } from '../auth/second-factor-store.ts'
import type { AuthServices } from '../auth/sessions.ts'
import { deleteSessionsOf } from '../auth/sessions-store.ts'
import type { Config } from '../config/config.ts'
import { openSealedText, sealText } from '../config/secret-keys.ts'
import type { Database, JobDatabase, Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import { type AuditActor, anonymous, auditActor, type Caller } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import { tokenHash } from '../http/tokens.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import type { Account } from '../people/account.ts'
import { lockInvited } from '../people/invitations-store.ts'
import { findById, findByRut, lockActive, savePasswordHash } from '../people/users-store.ts'
import { forgetDevices, listDeviceUsers, resetAccountAttempts } from '../throttle/throttle-store.ts'
import {
  activationEmail,
  letterUsedEmail,
  passwordChangedEmail,
  restoreEmail,
} from './account-emails.ts'
import { mayRemoveEmail, removeEmail } from './remove-email.ts'
export const SEND_RESTORE_EMAIL = 'send_restore_email'

type JobServices = AuthServices & { db: JobDatabase }

export function accountJobs(services: JobServices): ModuleJobs {
  return {
    tasks: {
      [SEND_RESTORE_EMAIL]: (payload) => {
        const request = openRestoreRequest(payload as SealedRestoreRequest, services.config)
        return sendRestoreEmail(services, request)
      },
      // Queued by a previous release.
      request_restore: (payload) => sendRestoreEmail(services, payload as RestoreRequest),
    },
  }
}

interface PasswordOfLink {
  token: string
  password: string
  purposes: LinkPurpose[]
  /** Only with a letter: the owner says that the account's email is somebody else's. */
  removesEmail?: boolean | undefined
}

/**
 * Activates an account or restores its password, with a link that works once. A password that breaks
 * the rules does not use the link. Opens no session: the browser logs in afterwards.
 * @throws {Refused} 422 for a dead link, 400 with the broken rules
 */
export async function setPassword(
  services: AuthServices,
  caller: Caller,
  { token, password, purposes, removesEmail = false }: PasswordOfLink,
): Promise<{ social_security: string; username: string }> {
  const { db, config } = services
  const { account, purpose } = await requireLiveLink(services, token, purposes, caller.address)
  validatePassword(password, account, config)
  await refuseTemporaryPassword(db, account, password)
  const passwordHash = await hashPassword(password, linkHashes(account.id))
  await db.uncheckedTransaction(async (tx) => {
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
      const passkeys = (await listPasskeys(tx, account.id)).length
      const factors = { areRemoved: removed.length > 0, passkeys }
      await enqueueEmail(tx, passwordChangedEmail(account, config, factors), config)
    }
    // The link proves that the caller owns the account.
    const owner = { ...anonymous(caller), id: account.id }
    const isLetter = purpose === 'letter'
    if (isLetter && removesEmail && mayRemoveEmail(account)) {
      await removeEmail(tx, owner, account, config)
    } else if (isLetter && account.email !== '') {
      // Whoever printed the letter, or was handed it, may not be its owner.
      await enqueueEmail(tx, letterUsedEmail(account, config), config)
    }
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
  const owner = linkHashes(id)
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
  { db, config, limits }: JobServices,
  { rut, actor }: RestoreRequest,
): Promise<void> {
  const [candidate] = await findByRut(db, rut)
  if (!candidate?.account.isActive) return
  if (!(await limits.restoreEmails.tryConsume(String(candidate.account.id)))) return
  await db.transaction(async (tx) => {
    // Its email may have changed meanwhile, or what staff prepared ended.
    const account = await lockActive(tx, candidate.account.id)
    if (!account?.isActive) return
    const restore = { purpose: 'restore', email: restoreEmail } as const
    const activate = { purpose: 'activate', email: activationEmail } as const
    if (account.isActivated) await enqueueLinkEmail(tx, account, restore, config)
    else if (await lockInvited(tx, account.id)) {
      await enqueueLinkEmail(tx, account, activate, config)
    }
    const about = { object: { type: 'user', id: account.id }, subjectId: account.id }
    await recordAuditEvent(tx, actor, { action: 'restore.requested', ...about })
  })
}
