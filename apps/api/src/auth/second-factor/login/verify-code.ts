import { readCode } from '@carpeta/domain/access/second-factor-rules'
import { recordAuditEvent } from '../../../audit/record-audit-event.ts'
import type { Config } from '../../../config/config.ts'
import type { Database, Transaction } from '../../../db/client.ts'
import { enqueueEmail } from '../../../email/enqueue-email.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Account } from '../../../users/account.ts'
import type { HashOwner } from '../../passwords.ts'
import { isRecoveryCode } from '../recovery-codes/recovery-codes.ts'
import {
  countRecoveryCodes,
  findCodeHash,
  takeRecoveryCode,
} from '../recovery-codes/recovery-codes-store.ts'
import { recoveryCodeUsedEmail } from '../second-factor-emails.ts'
import { openSecret } from '../totp/sealed-secret.ts'
import { matchStep } from '../totp/totp.ts'
import { findTotp, takeStep } from '../totp/totp-store.ts'

interface CodeServices {
  db: Database
  config: Config
}

/** Uses the verified code in the transaction of the login. False when it was used meanwhile. */
export type UseCode = (tx: Transaction, user: Caller) => Promise<boolean>

/** Null for a wrong code. @throws {Unavailable} when the queue of hashes is full @throws {Throttled} */
export async function verifyCode(
  services: CodeServices,
  account: Account,
  { code: typed, owner }: { code: string; owner: HashOwner },
): Promise<UseCode | null> {
  const read = readCode(typed)
  if (!read) return null
  return read.method === 'totp'
    ? verifyTotpCode(services, account.id, read.code)
    : verifyRecoveryCode(services, account, { code: read.code, owner })
}

async function verifyTotpCode(
  { db, config }: CodeServices,
  userId: number,
  code: string,
): Promise<UseCode | null> {
  const totp = await findTotp(db, userId, 'confirmed')
  if (!totp) return null
  const step = matchStep(openSecret(totp.sealedSecret, config.secretKeys), code, totp)
  return step === null ? null : (tx) => takeStep(tx, userId, step)
}

async function verifyRecoveryCode(
  { db, config }: CodeServices,
  account: Account,
  { code, owner }: { code: string; owner: HashOwner },
): Promise<UseCode | null> {
  const codeHash = await findCodeHash(db, account.id, code.charAt(0))
  const isRight = await isRecoveryCode(codeHash, code, owner)
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
