import { readCode, secondFactorMessages } from '@carpeta/domain/access/second-factor-rules'
import { Secret, TOTP } from 'otpauth'
import type { Config } from '../config/config.ts'
import { openSealedText, type SecretKeys, sealText } from '../config/secret-keys.ts'
import type { Database } from '../db/client.ts'
import { senderOf } from '../email/render-email.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { InvalidFields, NotFound, Refused } from '../http/errors.ts'
import { runSteps } from '../jobs/run-steps.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { totpAddedEmail, totpRemovedEmail } from './auth-emails.ts'
import { requireConfirmation, requireRecentConfirmation } from './caller-transaction.ts'
import { addFactor, removeFactor, type UseCode } from './second-factor.ts'
import {
  confirmPendingTotp,
  deleteAbandonedTotp,
  deleteExpiredChallenges,
  deleteTotp,
  findTotp,
  listTotpSecrets,
  replaceTotpSecret,
  savePendingTotp,
  takeTotpStep,
} from './second-factor-store.ts'
import type { AuthServices } from './sessions.ts'

// Every code application supports these values; some ignore different ones.
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const SECRET_BYTES = 20
/** Steps before and after the present one, for clocks that differ. */
const WINDOW = 1

/** A secret for a code application. It counts once `confirmTotp` gets a code of it. @throws {Refused} 409 */
export async function startTotp(
  { db, config, limits }: AuthServices,
  caller: SignedInCaller,
): Promise<{ secret: string; uri: string; qr_svg: string }> {
  const { user } = caller
  await requireRecentConfirmation(db, caller)
  await limits.secondFactorChanges.consume(String(user.id))
  const secret = newSecret()
  if (!(await savePendingTotp(db, user.id, sealSecret(secret, config.secretKeys)))) {
    throw new Refused(secondFactorMessages.totpExists, 409)
  }
  const { default: QRCode } = await import('qrcode')
  const uri = otpauthUri(secret, { issuer: senderOf(config).company, label: user.username })
  return { secret, uri, qr_svg: await QRCode.toString(uri, { type: 'svg' }) }
}

/**
 * Adds the code application to the caller's account. @returns recovery codes with the first factor
 * @throws {InvalidFields} for a wrong code
 * @throws {Refused} 409 when the account has one, 422 when no secret waits for its first code
 */
export async function confirmTotp(
  services: AuthServices,
  caller: SignedInCaller,
  typed: string,
): Promise<string[]> {
  const { db, config, limits } = services
  const { user } = caller
  if (await findTotp(db, user.id, 'confirmed')) {
    throw new Refused(secondFactorMessages.totpExists, 409)
  }
  const pending = await findTotp(db, user.id, 'pending')
  const secret = pending && openSecret(pending.sealedSecret, config.secretKeys)
  if (!pending || secret === null) throw new Refused(secondFactorMessages.totpNotStarted, 422)
  await requireConfirmation(db, caller)
  await limits.secondFactorChanges.consume(String(user.id))
  const { sealedSecret } = pending
  const code = readCode(typed)?.code ?? ''
  const step = matchStep(secret, code, pending)
  if (step === null) throw new InvalidFields({ code: [secondFactorMessages.wrongCode] })

  const { recoveryCodes } = await addFactor(services, caller, totpAddedEmail, async (tx) => {
    if (!(await confirmPendingTotp(tx, user.id, { sealedSecret, step }))) {
      throw new Refused(secondFactorMessages.totpNotStarted, 422)
    }
    return { added: null, event: { action: 'totp.added' } }
  })
  return recoveryCodes
}

/**
 * @throws {NotFound} without a code application
 * @throws {Refused} 409 for the last factor of an account that needs one
 */
export async function removeTotp(services: AuthServices, caller: SignedInCaller): Promise<void> {
  await removeFactor(services, caller, totpRemovedEmail, async (tx, userId) => {
    if (!(await deleteTotp(tx, userId))) throw new NotFound()
    return { action: 'totp.removed' }
  })
}

/** Null for a wrong code, and for any code of a secret whose key is gone. */
export async function verifyTotpCode(
  { db, config }: { db: Database; config: Config },
  userId: number,
  code: string,
): Promise<UseCode | null> {
  const totp = await findTotp(db, userId, 'confirmed')
  if (!totp) return null
  const secret = openSecret(totp.sealedSecret, config.secretKeys)
  if (secret === null) {
    console.warn(`no key opens the code application of user ${userId}: carpeta reset-factor`)
    return null
  }
  const step = matchStep(secret, code, totp)
  return step === null ? null : (tx) => takeTotpStep(tx, userId, step)
}

/** 160 random bits, in Base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The address that a QR code hands to a code application. */
export function otpauthUri(secret: string, { issuer, label }: { issuer: string; label: string }) {
  return new TOTP({ ...SHAPE, issuer, label, secret }).toString()
}

/**
 * The time step of a code at this time; null when it is wrong or its step is not after `lastStep`,
 * so that each code is accepted once.
 */
export function matchStep(
  secret: string,
  code: string,
  { nowMs, lastStep }: { nowMs: number; lastStep: number | null },
): number | null {
  const totp = new TOTP({ ...SHAPE, secret })
  const delta = totp.validate({ token: code, timestamp: nowMs, window: WINDOW })
  if (delta === null) return null
  const step = totp.counter({ timestamp: nowMs }) + delta
  return lastStep === null || step > lastStep ? step : null
}

const PURPOSE = 'carpeta totp secrets'

/** Encrypts the secret, which verifying a code needs in clear. */
function sealSecret(secret: string, keys: SecretKeys): string {
  return sealText(secret, keys, PURPOSE)
}

/** Null when none of the keys fits: one that leaked is not kept. */
function openSecret(sealed: string, keys: SecretKeys): string | null {
  try {
    return openSealedText(sealed, keys, PURPOSE)
  } catch {
    return null
  }
}

/** Encrypts with the present key the secrets of a former one, so that the former can be retired. */
export async function resealTotpSecrets(db: Database, keys: SecretKeys): Promise<void> {
  for (const { userId, sealedSecret } of await listTotpSecrets(db)) {
    const after = resealed(sealedSecret, keys)
    if (after) await replaceTotpSecret(db, userId, { before: sealedSecret, after })
  }
}

/** The secret encrypted with the present key; null when it already is, or when no key fits. */
export function resealed(sealed: string, keys: SecretKeys): string | null {
  const [current] = keys
  const isCurrent = openSecret(sealed, [current]) !== null
  const secret = isCurrent ? null : openSecret(sealed, keys)
  return secret === null ? null : sealSecret(secret, keys)
}

const DELETE_OLD_ENROLLMENTS = 'delete_old_enrollments'
const RESEAL_TOTP_SECRETS = 'reseal_totp_secrets'

export function authJobs({ db, config }: { db: Database; config: Config }): ModuleJobs {
  return {
    tasks: {
      [DELETE_OLD_ENROLLMENTS]: async () => {
        await runSteps({
          challenges: () => deleteExpiredChallenges(db),
          secrets: () => deleteAbandonedTotp(db),
        })
      },
      [RESEAL_TOTP_SECRETS]: () => resealTotpSecrets(db, config.secretKeys),
    },
    schedule: [`34 * * * * ${DELETE_OLD_ENROLLMENTS}`, `41 4 * * * ${RESEAL_TOTP_SECRETS}`],
  }
}
