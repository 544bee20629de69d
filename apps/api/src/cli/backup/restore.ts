import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { readIdentities } from '../../backup/archive/age.ts'
import { BackupRefused } from '../../backup/backup-error.ts'
import { countUnknownKeys } from '../../backup/erased/erase-again.ts'
import { ERASED_LIST, type ErasedList, readErasedList } from '../../backup/erased/erased-list.ts'
import { openBackup } from '../../backup/open-backup.ts'
import { isBackupName } from '../../backup/places/backup-names.ts'
import { type BackupPlace, readBackupPlace } from '../../backup/places/backup-place.ts'
import { type RestoredBackup, restoreBackup } from '../../backup/restore-backup.ts'
import { readConfig } from '../../config/config.ts'
import type { SecretKeys } from '../../config/secret-keys.ts'
import { openDatabase } from '../../db/open-database.ts'
import { requireAnswer } from '../../db/require-answer.ts'
import { documentStorageAt } from '../../documents/document-storage.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { UsageError } from '../usage-error.ts'

interface RestoreCommandOptions {
  name?: string
  identity?: string
  withoutErasedList: boolean
  otherKey: boolean
}

const TO_REVIEW = 3

/** Exits with 3 when it is restored and something needs a look. */
export async function runRestore(
  source: string | undefined,
  options: RestoreCommandOptions,
): Promise<void> {
  const config = readConfig()
  const { secretKeys } = config
  const place = placeOf(source ?? config.backup.url, options.name)
  const decrypter = options.identity === undefined ? null : readIdentities(options.identity)
  const erased = options.withoutErasedList ? null : await listOf(place, secretKeys)
  const backup = await openBackup(place, decrypter)
  try {
    const database = await openDatabase(config, 'portal')
    try {
      await requireAnswer(database)
      const storage = documentStorageAt(config.documents)
      await storage.check()
      const prepare = () => prepareDatabase(database, config)
      const services = { database, storage, config, prepare }
      const restored = await restoreBackup(services, backup, {
        erased,
        allowsOtherKey: options.otherKey,
      })
      report(backup.name, restored)
      if (erased) warnOfUnknownKeys(countUnknownKeys(erased, secretKeys))
    } finally {
      await database.close()
    }
  } finally {
    backup.close()
  }
}

function placeOf(source: string | undefined, name: string | undefined): BackupPlace {
  const place = readBackupPlace(source, process.env)
  if (name === undefined) return place
  if (place.fileName !== null || !isBackupName(name)) {
    throw new UsageError('--name es el nombre de un respaldo de una carpeta o de un bucket.')
  }
  return { ...place, fileName: name }
}

async function listOf({ store }: BackupPlace, secretKeys: SecretKeys): Promise<ErasedList> {
  const text = await store.readText(ERASED_LIST)
  if (text !== null) return readErasedList(text, secretKeys)
  throw new BackupRefused(
    `En ${store.name} no está ${ERASED_LIST}, que dice a quién volver a borrar: póngala junto al respaldo, o siga sin ella con --without-erased-list. Nada cambió.`,
  )
}

function report(name: string, { header, manifest, erased, audit }: RestoredBackup): void {
  const moment = dateTimeInSantiago(new Date(header.moment))
  console.log(`Repuesto ${name}, del ${moment}, hecho por la versión ${header.portal}.`)
  console.log(`  Tablas    ${header.tables.length}, con ${manifest.rows} filas; todas corresponden`)
  console.log(`  Archivos  ${manifest.files}; todos corresponden a su huella`)
  const { accounts, buyers } = erased
  if (accounts + buyers > 0) {
    console.log(`  Borrados de nuevo  ${accounts} cuentas y ${buyers} compradores`)
  }
  if (audit.firstFault || !audit.containsExpected) {
    review('La bitácora no está íntegra: revísela con «carpeta audit verify».')
  } else {
    console.log(`  Bitácora  íntegra, ${audit.entries} anotaciones`)
  }
  if (audit.unknownKeys > 0) {
    review(`De ${audit.unknownKeys} anotaciones no se comprobó la firma: falta su clave.`)
  }
  if (manifest.faults > 0) {
    review(`${manifest.faults} archivos ya no estaban como la base decía al respaldar.`)
  }
  for (const id of erased.staff) {
    review(
      `La cuenta ${id} se borró después y en el respaldo es de un funcionario: bórrela a mano.`,
    )
  }
  console.log('Todas las sesiones terminaron. Revise los tokens de carga revocados desde entonces.')
}

function warnOfUnknownKeys(count: number): void {
  if (count > 0) {
    review(
      `${count} personas borradas se anotaron con una clave que ya no está: no se reconocieron.`,
    )
  }
}

function review(sentence: string): void {
  console.error(sentence)
  process.exitCode = TO_REVIEW
}
