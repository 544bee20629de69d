import { randomInt } from 'node:crypto'
import {
  formatRecoveryCode,
  RECOVERY_ALPHABET,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
} from '@carpeta/domain/access/second-factor-rules'
import { type HashOwner, hashPassword, userHashes, verifyPassword } from '../../passwords.ts'

export interface StoredCode {
  label: string
  codeHash: string
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

/** Compares a code in its normal spelling. @throws {Unavailable} · {Throttled} */
export function isRecoveryCode(
  codeHash: string | null,
  code: string,
  owner: HashOwner,
): Promise<boolean> {
  return verifyPassword(codeHash, code, { owner })
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
