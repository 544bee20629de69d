import { randomInt } from 'node:crypto'
import {
  formatRecoveryCode,
  RECOVERY_ALPHABET,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
} from '@carpeta/domain/access/second-factor-rules'
import { hashPassword, verifyPassword } from '../../passwords.ts'

export interface StoredCode {
  label: string
  codeHash: string
}

/** Ten codes, which differ in their first character. @throws {Unavailable} */
export async function generateRecoveryCodes(): Promise<{ codes: string[]; stored: StoredCode[] }> {
  const codes = distinctLabels().map((label) => label + randomText(RECOVERY_CODE_LENGTH - 1))
  const stored = codes.map(async (code) => ({
    label: code.charAt(0),
    codeHash: await hashPassword(code),
  }))
  return { codes: codes.map(formatRecoveryCode), stored: await Promise.all(stored) }
}

/** Compares a code in its normal spelling. @throws {Unavailable} */
export function isRecoveryCode(codeHash: string | null, code: string): Promise<boolean> {
  return verifyPassword(codeHash, code)
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
