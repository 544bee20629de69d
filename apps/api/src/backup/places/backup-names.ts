const SUFFIX = '.tar.gz'
const ENCRYPTED_SUFFIX = '.tar.gz.age'
const NAME = /^carpeta-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d)Z\.tar\.gz(\.age)?$/

/** Of a backup of this moment; by name they are in the order of their moments. */
export function backupName(moment: Date, isEncrypted: boolean): string {
  const time = moment.toISOString().slice(0, 19).replaceAll(':', '')
  return `carpeta-${time}Z${isEncrypted ? ENCRYPTED_SUFFIX : SUFFIX}`
}

export function isBackupName(name: string): boolean {
  return NAME.test(name)
}

/** When the backup of this name was made. */
export function momentOfBackup(name: string): Date {
  return new Date(name.replace(NAME, '$1$2:$3:$4Z'))
}

/** Whether a path names the file of a backup, and not a folder of backups. */
export function namesFile(path: string): boolean {
  return path.endsWith(SUFFIX) || path.endsWith(ENCRYPTED_SUFFIX)
}

export function namesEncrypted(path: string): boolean {
  return path.endsWith(ENCRYPTED_SUFFIX)
}
