import { UsageError } from '../config/usage-error.ts'

/** The backup or the installation does not allow it; nothing was changed. */
export class BackupRefused extends UsageError {}

/** It broke off on the way; the message says what is left. */
export class BackupFailed extends Error {}

const OUT_OF_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Whether a disk is full, anywhere in the chain of causes. */
export function isOutOfSpace(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && OUT_OF_SPACE.has(String(cause.code))) return true
  }
  return false
}

const DAMAGED = 'El respaldo está cortado o alterado: no se puede reponer. Nada cambió; use otro.'

/** The backup is not as it was written. */
export class DamagedBackup extends BackupRefused {
  constructor(cause: unknown) {
    super(DAMAGED, { cause })
  }
}
