import { join } from 'node:path'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { counted } from '@carpeta/domain/text/counted'
import { chainPendingEntries } from '../audit/chain.ts'
import { encrypterFor, readIdentities } from '../backup/age.ts'
import { BackupRefused, DamagedBackup } from '../backup/backup-error.ts'
import {
  type BackupPlace,
  isBackupName,
  readBackupPlace,
  requireNewFile,
} from '../backup/backup-place.ts'
import { requireUpToDate } from '../backup/check-database.ts'
import { createBackup, type MadeBackup } from '../backup/create-backup.ts'
import { endAccessAfterRecovery } from '../backup/end-access.ts'
import { countUnknownKeys } from '../backup/erase-again.ts'
import {
  ERASED_LIST,
  type ErasedList,
  readErasedList,
  refreshErasedList,
} from '../backup/erased-list.ts'
import { type Rehearsal, recordRehearsal } from '../backup/last-rehearsal.ts'
import { openBackup } from '../backup/open-backup.ts'
import { openRehearsalFolder } from '../backup/rehearsal-folder.ts'
import { type RestoredBackup, restoreBackup } from '../backup/restore-backup.ts'
import { type FileFault, verifyFiles } from '../backup/stored-files.ts'
import { type Config, readConfig } from '../config/config.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { UsageError } from '../config/usage-error.ts'
import type { Connection } from '../db/client.ts'
import { accountForPostgres, findDatabase } from '../db/database-location.ts'
import { openDatabase } from '../db/open-database.ts'
import { requireAnswer } from '../db/server-store.ts'
import { documentStorageAt } from '../documents/document-storage.ts'
import { prepareDatabase, withDatabase } from './prepare-database.ts'

interface BackupOptions {
  recipient?: string[]
  keep?: number
  erasedOnly: boolean
}

const INCOMPLETE = 3

/** Exits with 3 when files that the database names are missing in the backup. */
export async function runBackup(target: string | undefined, options: BackupOptions): Promise<void> {
  const config = readConfig()
  const { secretKeys } = config
  const place = readBackupPlace(target ?? config.backup.url, process.env)
  const recipients = options.recipient ?? config.backup.recipients
  const encrypter = recipients.length > 0 ? encrypterFor(recipients) : null
  if (options.keep !== undefined && place.fileName !== null) {
    throw new UsageError('--keep es para una carpeta o un bucket de respaldos.')
  }
  await withExistingDatabase(config, async (connection) => {
    if (options.erasedOnly) {
      await requireUpToDate(connection.db)
      await refreshErasedList(connection.db, place.store, secretKeys)
      console.log(`Lista de personas borradas al día en ${place.store.name}.`)
      return
    }
    requireNewFile(place, encrypter !== null)
    const storage = documentStorageAt(config.documents)
    const made = await createBackup({ connection, storage, secretKeys }, place, encrypter)
    reportBackup(made, place, encrypter !== null)
    if (options.keep !== undefined) await removeOlder(place, made, options.keep)
  })
}

function reportBackup(made: MadeBackup, { store }: BackupPlace, isEncrypted: boolean): void {
  console.log(`Respaldado: ${made.name}, en ${store.name}${isEncrypted ? ', cifrado' : ''}.`)
  console.log(`  Momento   ${dateTimeInSantiago(made.moment)}`)
  console.log(`  Tablas    ${made.tables}, con ${made.rows} filas`)
  console.log(`  Archivos  ${made.files}`)
  if (made.faults === 0) return
  console.error(`${made.faults} archivos no están como la base dice («carpeta verify» los revisa):`)
  for (const fault of made.namedFaults) console.error(`  ${fault}`)
  process.exitCode = INCOMPLETE
}

/**
 * Never the one that was made, nor one whose date is ahead of it: nobody knows how old that is. None for one that
 * lacks files: an older one may be the last that has them.
 */
async function removeOlder({ store }: BackupPlace, made: MadeBackup, keep: number): Promise<void> {
  const older = (await store.list()).filter((name) => name <= made.name).slice(0, -keep)
  if (older.length === 0) return
  if (made.faults > 0) {
    console.error(
      `--keep no borró ${counted(older.length, 'respaldo anterior, que puede tener', 'respaldos anteriores, que pueden tener')} esos archivos.`,
    )
    return
  }
  for (const name of older) await store.remove(name)
  console.log(`Anteriores borrados: ${older.length}.`)
}

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
  { rehearse, ...options }: RestoreCommandOptions & { rehearse: boolean },
): Promise<void> {
  const config = readConfig()
  if (rehearse) return rehearseRestore(config, source, options)
  await restoreInto(config, source, options)
  console.log('Todas las sesiones terminaron. Revise los tokens de carga revocados desde entonces.')
}

const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Restores into a database and a folder that are removed afterwards, beside whatever runs. */
async function rehearseRestore(
  config: Config,
  source: string | undefined,
  options: RestoreCommandOptions,
): Promise<void> {
  const begun = performance.now()
  const interruption = new AbortController()
  const interrupt = () =>
    interruption.abort(new Error('El ensayo se interrumpió y se borró: no cambió nada.'))
  // Another one ends the process at once.
  for (const signal of INTERRUPTIONS) process.once(signal, interrupt)
  const { folder, remove } = await openRehearsalFolder(config.dataDir)
  const rehearsal: Config = {
    ...config,
    dataDir: folder,
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    documents: { kind: 'folder', folder: join(folder, 'documents') },
  }
  const record = async (outcome: Rehearsal['outcome'], seconds: number) => {
    const { store } = placeOf(source ?? config.backup.url, options.name)
    const at = new Date().toISOString()
    await recordRehearsal(store, { at, outcome, seconds }).catch((error: Error) =>
      console.error(`No se pudo anotar el ensayo en ${store.name} (${error.message}).`),
    )
  }
  try {
    await restoreInto(rehearsal, source, options, interruption.signal)
    const seconds = Math.ceil((performance.now() - begun) / 1000)
    console.log(`Fue un ensayo, de ${counted(seconds, 'segundo', 'segundos')}: no cambió nada.`)
    await record(process.exitCode === TO_REVIEW ? 'to_review' : 'restored', seconds)
  } catch (error) {
    // An interrupted restore fails at any step: that it was interrupted is the reason.
    interruption.signal.throwIfAborted()
    if (error instanceof DamagedBackup || !(error instanceof UsageError)) {
      await record('failed', Math.ceil((performance.now() - begun) / 1000))
    }
    throw error
  } finally {
    remove()
    for (const signal of INTERRUPTIONS) process.off(signal, interrupt)
  }
}

async function restoreInto(
  config: Config,
  source: string | undefined,
  options: RestoreCommandOptions,
  interruption?: AbortSignal,
): Promise<void> {
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
      const restored = await unlessAborted(interruption, () =>
        restoreBackup(services, backup, { erased, allowsOtherKey: options.otherKey }),
      )
      reportRestore(backup.name, restored)
      if (erased) warnOfUnknownKeys(countUnknownKeys(erased, secretKeys))
    } finally {
      await database.close()
    }
  } finally {
    backup.close()
  }
}

/** Does not wait for the work when it is aborted: the database that closes ends it. */
async function unlessAborted<Result>(
  interruption: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  interruption?.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  interruption?.addEventListener('abort', () => aborted.reject(interruption.reason))
  return Promise.race([work(), aborted.promise])
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

function reportRestore(
  name: string,
  { header, manifest, erased, isListOlder, endedAccess, unscheduled, audit }: RestoredBackup,
): void {
  const moment = dateTimeInSantiago(new Date(header.moment))
  console.log(`Repuesto ${name}, del ${moment}, hecho por la versión ${header.portal}.`)
  console.log(`  Tablas    ${header.tables.length}, con ${manifest.rows} filas; todas corresponden`)
  console.log(`  Archivos  ${manifest.files}; todos corresponden a su huella`)
  const { accounts, buyers } = erased
  if (accounts + buyers > 0) {
    console.log(`  Borrados de nuevo  ${accounts} cuentas y ${buyers} compradores`)
  }
  if (endedAccess > 0) console.log(`  Sin usar  ${endedAccessText(endedAccess)}`)
  if (unscheduled > 0) console.log(`  Avisos    ${unscheduledText(unscheduled)}`)
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
  if (isListOlder) {
    review(
      `La lista ${ERASED_LIST} es anterior al respaldo: quien se borró después puede haber vuelto. Ponga la última junto al respaldo y reponga de nuevo.`,
    )
  }
  for (const id of erased.staff) {
    review(
      `La cuenta ${id} se borró después y en el respaldo es de un funcionario: bórrela a mano.`,
    )
  }
}

function endedAccessText(accounts: number): string {
  return `las contraseñas temporales y los correos por confirmar de ${counted(accounts, 'cuenta', 'cuentas')} ya no sirven`
}

function unscheduledText(announcements: number): string {
  return `${counted(announcements, 'programado es otra vez borrador', 'programados son otra vez borradores')}: revise si alguien los publicó, cambió o retiró`
}

/** What a restore does, for a database that PostgreSQL itself recovered to a former moment. */
export async function runEndAccess(): Promise<void> {
  const { endedAccess, unscheduled } = await withDatabase(async (db, { secretKeys }) => {
    const ended = await endAccessAfterRecovery(db)
    // What waited at that moment waits since then: the doctor, asked next, would take it for forged.
    await chainPendingEntries(db, secretKeys)
    return ended
  })
  console.log('Terminaron todas las sesiones, los enlaces, las cartas y los navegadores conocidos.')
  if (endedAccess > 0) console.log(`Sin usar: ${endedAccessText(endedAccess)}.`)
  if (unscheduled > 0) console.log(`Avisos: ${unscheduledText(unscheduled)}.`)
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

const faults: Record<FileFault, string> = {
  missing: 'la base lo tiene, y el archivo no está',
  different: 'el archivo no es el que la base dice',
  'without row': 'el archivo no es de ningún documento',
}

/** Exits with 1 when a file is missing, is another, or belongs to nothing. */
export async function runVerify(): Promise<void> {
  const config = readConfig()
  const storage = documentStorageAt(config.documents)
  let found = 0
  await withExistingDatabase(config, async ({ db }) => {
    await requireUpToDate(db)
    const { files, bytes } = await verifyFiles({ db, storage }, (key, fault) => {
      found++
      console.error(`${key}: ${faults[fault]}`)
    })
    const megabytes = Math.ceil(bytes / 1_000_000)
    if (found === 0)
      console.log(`Todo está: ${counted(files, 'archivo', 'archivos')}, ${megabytes} MB.`)
    else console.error(`${found} de ${files} archivos no están como deben.`)
  })
  if (found > 0) process.exitCode = 1
}

/** Opens the database for a command that neither makes nor migrates one. @throws {BackupRefused} */
async function withExistingDatabase<Result>(
  config: Config,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  if (!config.databaseUrl && findDatabase(config.dataDir, accountForPostgres()).isNew) {
    throw new BackupRefused(`En ${config.dataDir} todavía no hay una base de datos.`)
  }
  const database = await openDatabase(config, 'command')
  try {
    await requireAnswer(database)
    return await work(database)
  } finally {
    await database.close()
  }
}
