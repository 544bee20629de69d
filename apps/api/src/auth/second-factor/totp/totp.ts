import { Secret, TOTP } from 'otpauth'

// What every code application supports; others ignore different values.
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const SECRET_BYTES = 20
/** Steps before and after the present one, for clocks that differ. */
const WINDOW = 1

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
