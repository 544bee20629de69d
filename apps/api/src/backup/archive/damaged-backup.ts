import { BackupRefused } from '../backup-error.ts'

const DAMAGED = 'El respaldo está cortado o alterado: no se puede reponer. Nada cambió; use otro.'

/** The backup is not as it was written. */
export class DamagedBackup extends BackupRefused {
  constructor(cause: unknown) {
    super(DAMAGED, { cause })
  }
}
