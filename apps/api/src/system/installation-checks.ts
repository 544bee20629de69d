import { existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { dirname, isAbsolute } from 'node:path'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { MAX_FILE_MB } from '@carpeta/domain/requests/document-rules'
import { mailOutcomeSentences } from '@carpeta/domain/setup/mail-outcomes'
import { anchorStorageAt } from '../audit/anchors.ts'
import { readBackupPlace } from '../backup/backup-place.ts'
import { latestBackup, MAX_BACKUP_AGE_MS } from '../backup/latest-backup.ts'
import { leftRehearsals } from '../backup/rehearsal-folder.ts'
import type { Config } from '../config/config.ts'
import { integrationCredentials } from '../config/payment-settings.ts'
import { allowsPlainMail, trustsAnyMailServer } from '../config/production-rules.ts'
import { rootCause } from '../db/client.ts'
import { readClock } from '../db/server-store.ts'
import { documentStorageAt } from '../documents/document-storage.ts'
import { checkScanner } from '../documents/scan-file.ts'
import { outcomeOf } from '../email/mail-outcome.ts'
import { checkMailServer, mailboxFolder, mailerFor } from '../email/mailer.ts'
import { emailTo } from '../email/render-email.ts'
import { readDatabaseAddress } from '../imports/mysql/database-address.ts'
import { readCutoff, readQueryFolder } from '../imports/mysql/mysql-source.ts'
import { openSnapshot } from '../imports/mysql/snapshot.ts'
import { readTransaction, WebpayRefused } from '../payments/webpay.ts'
import { type Check, failure, messageOf, ok, warning } from './check.ts'

// Settings that production refuses never get here: see `config/production-rules.ts`.

export const addressCheck: Check = {
  name: 'Dirección',
  examine: ({ config: { publicUrl, environment } }) => {
    if (publicUrl.protocol === 'https:' || environment === 'local') return ok(publicUrl.origin)
    return warning(`${publicUrl.origin} no es https: contraseñas y sesiones viajan sin cifrar.`)
  },
}

export const proxyCheck: Check = {
  name: 'Proxy',
  examine: ({ config: { trustProxy, environment } }) => {
    if (trustProxy === true) return ok('se confía en quien se conecta, un proxy.')
    if (trustProxy) return ok(`se confía en ${trustProxy.join(', ')}.`)
    if (environment === 'local') return ok('ninguno.')
    return warning(
      'ninguno (TRUST_PROXY): si hay uno delante, todas las visitas parecerán venir de su dirección.',
    )
  },
}

export const secretKeyCheck: Check = {
  name: 'Clave secreta',
  examine: ({ config: { secretKeys } }) => {
    const former = secretKeys.length - 1
    if (former === 0) return ok('una.')
    return ok(
      `una, y ${former} de antes en SECRET_KEY_PREVIOUS: quítelas cuando pase lo que dura una sesión y no queden correos en espera.`,
    )
  },
}

const GB = 1024 ** 3
const FEW_BYTES = 5 * GB
const TOO_FEW_BYTES = GB / 2
/** A code of an application is valid for half a minute. */
const WRONG_CLOCK_MS = 20_000
const INEXACT_CLOCK_MS = 2_000

export const diskCheck: Check = {
  name: 'Disco',
  examine: async ({ config }) => {
    const folders = await oneOfEachDisk([
      config.dataDir,
      config.documents.kind === 'folder' ? config.documents.folder : null,
      databaseFolder(config),
      backupFolder(config),
    ])
    const free = await Promise.all(
      folders.map(async (folder) => ({ folder, bytes: await freeBytes(folder) })),
    )
    const text = `${free.map(({ folder, bytes }) => `quedan ${gigabytes(bytes)} GB en ${folder}`).join(', ')}.`
    const least = Math.min(...free.map(({ bytes }) => bytes))
    if (least < TOO_FEW_BYTES) return failure(text)
    const [left] = existsSync(config.dataDir) ? leftRehearsals(config.dataDir) : []
    if (left) {
      return warning(
        `${text} Un ensayo de restauración que se cortó dejó ${left}, una copia de los datos: el próximo (carpeta restore --rehearse) la borra.`,
      )
    }
    return least < FEW_BYTES ? warning(text) : ok(text)
  },
}

export const clockCheck: Check = {
  name: 'Reloj',
  examine: async ({ config, database }) => {
    const db = config.databaseUrl ? await database() : null
    if (!db) return ok('uno solo, el de esta máquina.')
    const asked = Date.now()
    const now = await readClock(db)
    // The database looked at its clock between the question and the answer.
    const difference = Math.max(0, asked - now.getTime(), now.getTime() - Date.now())
    const text = `difiere en ${Math.round(difference / 1000)} segundos del de la base de datos.`
    if (difference > WRONG_CLOCK_MS) {
      return failure(`${text} Los códigos de segundo factor y los plazos quedan mal.`)
    }
    return difference > INEXACT_CLOCK_MS
      ? warning(text)
      : ok('el mismo que el de la base de datos.')
  },
}

/** Free bytes of the folder's disk. */
async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existingPart(folder))
  return bavail * bsize
}

/** The folder, or its nearest parent that exists. */
function existingPart(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingPart(dirname(folder))
}

async function diskOf(folder: string): Promise<number> {
  return (await stat(existingPart(folder))).dev
}

async function oneOfEachDisk(folders: (string | null)[]): Promise<string[]> {
  const byDisk = new Map<number, string>()
  for (const folder of folders) {
    if (folder === null) continue
    const disk = await diskOf(folder)
    if (!byDisk.has(disk)) byDisk.set(disk, folder)
  }
  return [...byDisk.values()]
}

const DEBIAN_CLUSTERS = '/var/lib/postgresql'

/** Where this machine has the database; null where another one may have it. */
function databaseFolder({ databaseUrl, dataDir }: Config): string | null {
  if (!databaseUrl) return dataDir
  return new URL(databaseUrl).host.startsWith('%2F') ? DEBIAN_CLUSTERS : null
}

/** Null without backups, and for a bucket. */
function backupFolder({ backup }: Config): string | null {
  if (backup.url === undefined) return null
  const { name } = readBackupPlace(backup.url, process.env).store
  return isAbsolute(name) ? name : null
}

async function isBesideDatabase(config: Config): Promise<boolean> {
  const [backups, database] = [backupFolder(config), databaseFolder(config)]
  if (backups === null || database === null) return false
  return (await diskOf(backups)) === (await diskOf(database))
}

function gigabytes(bytes: number): string {
  return (bytes / GB).toFixed(1).replace('.', ',')
}

export const mailCheck: Check = {
  name: 'Correo',
  examine: async ({ config }) => {
    const { smtpUrl, mailPerMinute } = config
    if (!smtpUrl) return warning(`sin SMTP_URL los correos quedan en ${mailboxFolder(config)}.`)
    const { host, protocol } = new URL(smtpUrl)
    try {
      await checkMailServer(smtpUrl)
    } catch (error) {
      return failure(`${host}: ${messageOf(error)}.`)
    }
    const limit =
      mailPerMinute === null ? '' : ` Se le entregan hasta ${mailPerMinute} correos por minuto.`
    if (allowsPlainMail(smtpUrl)) {
      return warning(
        `${host} responde, pero SMTP_URL permite correos sin cifrar (requireTLS=false).${limit}`,
      )
    }
    if (trustsAnyMailServer(smtpUrl)) {
      return warning(
        `${host} responde, pero SMTP_URL acepta cualquier certificado (tls.rejectUnauthorized=false).${limit}`,
      )
    }
    return ok(`${host} responde, con ${protocol === 'smtps:' ? 'TLS' : 'STARTTLS'}.${limit}`)
  },
}

export const documentsCheck: Check = {
  name: 'Documentos',
  examine: async ({ config: { documents } }) => {
    const place = documents.kind === 'folder' ? documents.folder : `el bucket ${documents.bucket}`
    try {
      await documentStorageAt(documents).check()
      return ok(`se guardan en ${place}.`)
    } catch (error) {
      return failure(`no se puede guardar en ${place} (${messageOf(rootCause(error))}).`)
    }
  },
}

export const anchorsCheck: Check = {
  name: 'Bitácora',
  examine: async ({ config: { auditAnchors, environment } }) => {
    if (!auditAnchors) {
      if (environment === 'local') return ok('sin anclajes.')
      return warning('sin anclajes (AUDIT_ANCHOR_URL): no se nota si le cortan el final.')
    }
    const isFolder = auditAnchors.kind === 'folder'
    const place = isFolder ? auditAnchors.folder : `el bucket ${auditAnchors.bucket}`
    try {
      await anchorStorageAt(auditAnchors).check()
      return ok(`se ancla en ${place}.`)
    } catch (error) {
      return failure(`no se puede anclar en ${place} (${messageOf(rootCause(error))}).`)
    }
  },
}

const scannerCheckOf = (fileMb: (config: Config) => number, about = ''): Check => ({
  name: 'Antivirus',
  examine: async ({ config }) => {
    const { scanner } = config
    if (!scanner) return warning('ninguno (CLAMD_URL): los documentos se guardan sin revisar.')
    const place = `${scanner.host}:${scanner.port}`
    try {
      await checkScanner(scanner, fileMb(config))
      return ok(`${place} responde${about}.`)
    } catch (error) {
      return failure(
        `${place} no revisa, y mientras tanto se rechazan documentos (${messageOf(rootCause(error))}).`,
      )
    }
  },
})

export const scannerCheck = scannerCheckOf(
  ({ memberDocumentMaxMb }) => Math.max(MAX_FILE_MB, memberDocumentMaxMb),
  ', también con un documento del mayor tamaño',
)

/** Takes a moment, for a page. */
export const quickScannerCheck = scannerCheckOf(() => 1)

/** Sends a real email to an address of the operator. */
export function mailTestCheck(to: string): Check {
  return {
    name: 'Correo de prueba',
    examine: async ({ config }) => {
      const email = emailTo({ firstName: '', email: to }, config, {
        subject: 'Correo de prueba de la Carpeta Virtual',
        paragraphs: [
          'Lo envió «carpeta doctor». Si lo lees, el portal puede enviar correos a los socios.',
        ],
      })
      try {
        await mailerFor(config)(email)
        return ok(mailOutcomeSentences[config.smtpUrl ? 'sent' : 'folder'])
      } catch (error) {
        return failure(mailOutcomeSentences[outcomeOf(error)])
      }
    },
  }
}

export const backupCheck: Check = {
  name: 'Respaldo',
  examine: async ({ config }) => {
    const { backup } = config
    if (backup.url === undefined) return warning('sin BACKUP_URL: no se sabe de ninguno.')
    const now = new Date()
    const { place, latest, ahead } = await latestBackup(backup.url, process.env, now)
    const wrong =
      ahead && `${ahead} tiene fecha futura: se hizo con el reloj mal. Muévalo a otra parte.`
    if (latest === null) return failure(`no hay ninguno en ${place}.${wrong ? ` ${wrong}` : ''}`)
    const { moment } = latest
    const text = `el último en ${place} es del ${dateTimeInSantiago(moment)}.`
    if (wrong) return warning(`${text} ${wrong}`)
    if (now.getTime() - moment.getTime() > MAX_BACKUP_AGE_MS) return warning(text)
    return (await isBesideDatabase(config))
      ? warning(`${text} Está en el disco de la base de datos: si falla, se pierden los dos.`)
      : ok(text)
  },
}

export const paymentsCheck: Check = {
  name: 'Pagos en línea',
  examine: async ({ config: { webpay, environment } }) => {
    if (webpay === null) return ok('no se ofrecen (ONLINE_PAYMENTS).')
    if (webpay.isSimulated) return warning('simulados: no se cobra nada.')
    const { host } = webpay.baseUrl
    try {
      await readTransaction(webpay, 'doctor')
    } catch (error) {
      // It does not know the transaction, but it knows the cooperative.
      const status = error instanceof WebpayRefused ? error.status : null
      if (status === 401) return failure(`${host} no acepta WEBPAY_COMMERCE_CODE y WEBPAY_API_KEY.`)
      if (status === null) return failure(`${host} no responde.`)
    }
    const isTest = webpay.commerceCode === integrationCredentials.commerceCode
    if (!isTest) return ok(`${host} responde y conoce a la cooperativa.`)
    const text = `${host} responde, con credenciales de integración: no se cobra nada.`
    return environment === 'production' ? failure(text) : warning(text)
  },
}

/** Only the cut-off is asked for: the other queries may take minutes. */
const SILENCE_MS = 30_000

export const accountingCheck: Check = {
  name: 'Contabilidad',
  examine: async ({ config: { accounting } }) => {
    const { url, password, queries, every, pausesEmails } = accounting
    if (url === undefined) return ok('las cargas llegan en archivos.')
    if (queries === undefined) return failure('falta ACCOUNTING_QUERIES.')
    const folder = await readQueryFolder(queries)
    const address = readDatabaseAddress(url, password)
    const snapshot = await openSnapshot(address, { silenceMs: SILENCE_MS })
    try {
      const { cutoff } = await readCutoff(snapshot.rows(folder.corte))
      const when = every.length > 0 ? `se carga a las ${every.join(', ')}` : 'se carga a mano'
      const emails =
        every.length > 0 && pausesEmails ? ', y los correos a los socios quedan en pausa' : ''
      return ok(
        `${address.name} responde, con corte ${dateTimeInSantiago(cutoff)}; ${when}${emails}.`,
      )
    } finally {
      await snapshot.close()
    }
  },
}
