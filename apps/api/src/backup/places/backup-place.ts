import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { requireStorageLocation, type StorageLocation } from '../../config/storage-location.ts'
import { BackupRefused } from '../backup-error.ts'
import { namesEncrypted, namesFile } from './backup-names.ts'
import { type BackupStore, backupStoreAt } from './backup-store.ts'

/** Where an operator said that backups are. */
export interface BackupPlace {
  store: BackupStore
  /** The one file that he named; null for a folder or a bucket of backups. */
  fileName: string | null
}

/** A folder, the file of a backup, or a bucket `s3://…`. @throws {BackupRefused | ConfigError} */
export function readBackupPlace(given: string | undefined, env: NodeJS.ProcessEnv): BackupPlace {
  if (!given) {
    throw new BackupRefused(
      'Indique dónde: una carpeta, un archivo .tar.gz, s3://BUCKET?…, o el ajuste BACKUP_URL.',
    )
  }
  if (/^(s3|file):/.test(given)) {
    const location = requireStorageLocation('La dirección del respaldo', given, env)
    if (location.kind === 'bucket' || !namesFile(location.folder)) return wholePlace(location)
    return placeOfPath(location.folder)
  }
  return placeOfPath(resolve(given))
}

function placeOfPath(path: string): BackupPlace {
  if (!namesFile(path)) return wholePlace({ kind: 'folder', folder: path })
  const store = backupStoreAt({ kind: 'folder', folder: dirname(path) })
  return { store, fileName: basename(path) }
}

function wholePlace(location: StorageLocation): BackupPlace {
  return { store: backupStoreAt(location), fileName: null }
}

/** @throws {BackupRefused} for a file that exists, or whose name says the contrary of what it will be */
export function requireNewFile({ store, fileName }: BackupPlace, isEncrypted: boolean): void {
  if (fileName === null) return
  if (namesEncrypted(fileName) !== isEncrypted) {
    throw new BackupRefused(
      isEncrypted
        ? 'Un respaldo cifrado termina en .tar.gz.age.'
        : 'Un archivo .tar.gz.age se cifra: indique --recipient.',
    )
  }
  if (existsSync(`${store.name}/${fileName}`)) {
    throw new BackupRefused(`${store.name}/${fileName} ya existe: elija otro nombre.`)
  }
}
