import { randomInt } from 'node:crypto'
import type { Passkey, SecondFactor } from '@carpeta/contract/auth'
import {
  formatRecoveryCode,
  needsSecondFactor,
  RECOVERY_ALPHABET,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
  secondFactorMessages,
} from '@carpeta/domain/access/second-factor-rules'
import type { AuditEvent } from '../audit/audit-event.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import type { Email } from '../email/render-email.ts'
import type { Caller, SignedInCaller } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import { type Account, presentUser } from '../people/account.ts'
import { recoveryCodesRenewedEmail, recoveryCodeUsedEmail } from './auth-emails.ts'
import {
  ownAccountTransaction,
  requireConfirmation,
  requireRecentConfirmation,
} from './caller-transaction.ts'
import { type EmailWithLink, enqueueLinkEmail } from './links.ts'
import { type HashOwner, hashPassword, userHashes, verifyPassword } from './passwords.ts'
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  findRecoveryCodeHash,
  findTotp,
  listMethods,
  listPasskeys,
  rememberOldFactor,
  replaceRecoveryCodes,
  type StoredCode,
  type StoredPasskey,
  takeRecoveryCode,
} from './second-factor-store.ts'
import type { AuthServices } from './sessions.ts'
import { deleteOtherSessions } from './sessions-store.ts'

/** The caller's own factors, without their keys. */
export async function readSecondFactor(
  { db, config }: { db: Database; config: Config },
  { user }: SignedInCaller,
): Promise<SecondFactor> {
  const passkeys = await listPasskeys(db, user.id)
  const totp = await findTotp(db, user.id, 'confirmed')
  return {
    is_required: config.requireStaffFactor && needsSecondFactor(user),
    passkeys: passkeys.map(presentPasskey),
    totp: totp && {
      created_at: totp.createdAt.toISOString(),
      last_used_at: totp.lastUsedAt?.toISOString() ?? null,
    },
    recovery_codes_left: await countRecoveryCodes(db, user.id),
  }
}

export function presentPasskey(passkey: StoredPasskey): Passkey {
  return {
    id: passkey.id,
    name: passkey.name,
    is_backed_up: passkey.isBackedUp,
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
  }
}

/**
 * Adds a factor to the caller's account, and tells the owner with a link that undoes it. With the first one the
 * account gets recovery codes, and its other sessions end: a password alone opened them. The confirmation was
 * recent when adding began.
 */
export async function addFactor<Factor>(
  { db, config }: { db: Database; config: Config },
  caller: SignedInCaller,
  notice: EmailWithLink,
  add: (tx: Transaction, account: Account) => Promise<{ added: Factor; event: AuditEvent }>,
): Promise<{ added: Factor; recoveryCodes: string[] }> {
  const { user, sessionNumber } = caller
  const hasFactor = (await listMethods(db, user.id)).length > 0
  const generated = hasFactor ? null : await generateRecoveryCodes(user.id)
  return ownAccountTransaction(db, caller, async (tx, account) => {
    const isFirst = (await listMethods(tx, user.id)).length === 0
    await requireConfirmation(tx, caller)
    // Before the factor, which the link undoes with whatever comes later.
    await enqueueLinkEmail(tx, account, { purpose: 'not_me', email: notice }, config)
    const { added, event } = await add(tx, account)
    await recordAuditEvent(tx, caller, { ...event, subjectId: user.id })
    if (isFirst) await deleteOtherSessions(tx, user.id, sessionNumber)
    if (!isFirst || !generated) return { added, recoveryCodes: [] }
    await replaceRecoveryCodes(tx, user.id, generated.stored)
    return { added, recoveryCodes: generated.codes }
  })
}

/**
 * Removes a factor of the caller's account; with the last one also the recovery codes.
 * @throws {Refused} 409 for the last factor of an account that needs one
 */
export async function removeFactor(
  { db, config }: AuthServices,
  caller: SignedInCaller,
  notice: (to: Account, config: Config) => Email,
  remove: (tx: Transaction, userId: number) => Promise<AuditEvent>,
): Promise<void> {
  const userId = caller.user.id
  await ownAccountTransaction(db, caller, async (tx, account) => {
    await requireRecentConfirmation(tx, caller)
    await rememberOldFactor(tx, userId)
    const event = await remove(tx, userId)
    if ((await listMethods(tx, userId)).length === 0) {
      if (config.requireStaffFactor && needsSecondFactor(presentUser(account))) {
        throw new Refused(secondFactorMessages.lastFactor, 409)
      }
      await deleteRecoveryCodes(tx, userId)
    }
    await recordAuditEvent(tx, caller, { ...event, subjectId: userId })
    await enqueueEmail(tx, notice(account, config), config)
  })
}

/** Ten new codes; the former ones stop working. @throws {Refused} 403 without a confirmation, 409 without a second factor */
export async function renewRecoveryCodes(
  { db, config, limits }: AuthServices,
  caller: SignedInCaller,
): Promise<string[]> {
  const userId = caller.user.id
  await requireRecentConfirmation(db, caller)
  await limits.secondFactorChanges.consume(String(userId))
  const { codes, stored } = await generateRecoveryCodes(userId)
  await ownAccountTransaction(db, caller, async (tx, account) => {
    await requireRecentConfirmation(tx, caller)
    if ((await listMethods(tx, userId)).length === 0) {
      throw new Refused(secondFactorMessages.noFactor, 409)
    }
    const notice = { purpose: 'not_me', email: recoveryCodesRenewedEmail } as const
    await enqueueLinkEmail(tx, account, notice, config)
    await replaceRecoveryCodes(tx, userId, stored)
    await recordAuditEvent(tx, caller, { action: 'recovery_codes.renewed', subjectId: userId })
  })
  return codes
}

/** Ten codes, which differ in their first character. @throws {Unavailable} · {Throttled} */
async function generateRecoveryCodes(
  userId: number,
): Promise<{ codes: string[]; stored: StoredCode[] }> {
  const codes = distinctLabels().map((label) => label + randomText(RECOVERY_CODE_LENGTH - 1))
  const stored: StoredCode[] = []
  // One after the other: they would fill the user's part of the queue.
  for (const code of codes) {
    const codeHash = await hashPassword(code, userHashes(userId))
    stored.push({ label: code.charAt(0), codeHash })
  }
  return { codes: codes.map(formatRecoveryCode), stored }
}

function distinctLabels(): string[] {
  const labels = new Set<string>()
  while (labels.size < RECOVERY_CODES) labels.add(randomText(1))
  return [...labels]
}

function randomText(length: number): string {
  const characters = Array.from({ length }, () =>
    RECOVERY_ALPHABET.charAt(randomInt(RECOVERY_ALPHABET.length)),
  )
  return characters.join('')
}

/** Uses a verified code in the transaction of the login. False when it was used meanwhile. */
export type UseCode = (tx: Transaction, user: Caller) => Promise<boolean>

/** Null for a wrong code. @throws {Unavailable} · {Throttled} */
export async function verifyRecoveryCode(
  { db, config }: { db: Database; config: Config },
  account: Account,
  { code, owner }: { code: string; owner: HashOwner },
): Promise<UseCode | null> {
  const codeHash = await findRecoveryCodeHash(db, account.id, code.charAt(0))
  // Without a hash too, so that the time does not tell which first characters are left.
  const isRight = await verifyPassword(codeHash, code, { owner })
  if (!isRight || codeHash === null) return null
  return async (tx, user) => {
    if (!(await takeRecoveryCode(tx, account.id, codeHash))) return false
    const left = await countRecoveryCodes(tx, account.id)
    await recordAuditEvent(tx, user, {
      action: 'recovery_code.used',
      subjectId: account.id,
      after: { codes_left: left },
    })
    await enqueueEmail(tx, recoveryCodeUsedEmail(account, config, left), config)
    return true
  }
}
