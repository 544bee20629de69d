import { randomInt } from 'node:crypto'
import {
  formatRecoveryCode,
  RECOVERY_ALPHABET,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
  secondFactorMessages,
} from '@carpeta/domain/access/second-factor-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import type { Caller, SignedInCaller } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import type { Account } from '../people/account.ts'
import { recoveryCodesRenewedEmail, recoveryCodeUsedEmail } from './auth-emails.ts'
import { ownAccountTransaction, requireRecentConfirmation } from './caller-transaction.ts'
import { enqueueLinkEmail } from './links.ts'
import { type HashOwner, hashPassword, userHashes, verifyPassword } from './passwords.ts'
import {
  countRecoveryCodes,
  findRecoveryCodeHash,
  listMethods,
  replaceRecoveryCodes,
  type StoredCode,
  takeRecoveryCode,
} from './second-factor-store.ts'
import type { AuthServices } from './sessions.ts'

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
export async function generateRecoveryCodes(
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
