import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { PRODUCTION_INACTIVITY_MS, SERVER_GRACE_MS } from '@carpeta/domain/access/session-rules'
import type { Uf } from '@carpeta/domain/money/money'
import type { PaymentAccount } from '@carpeta/domain/payments/payment-account'
import { type Retention, retentionDefaults } from '@carpeta/domain/personal-data/retention'
import { BYTES_PER_MB } from '@carpeta/domain/requests/document-rules'
import { findingCodes } from '@carpeta/domain/sales/findings/finding-codes'
import { defaultSaleChecks, type SaleChecks } from '@carpeta/domain/sales/findings/sale-findings'
import { z } from 'zod'
import { UsageError } from '../cli/usage-error.ts'
import { misspeltSettings } from './misspelt-settings.ts'
import { readPaymentAccount, sampleAccount } from './payment-account.ts'
import { productionRefusals } from './production-rules.ts'
import { readOrCreateFile } from './read-or-create-file.ts'
import type { SecretKeys } from './secret-keys.ts'
import { readStorageLocation, readTimeout, type StorageLocation } from './storage-location.ts'

/** A wrong setting stops the start; the message is for the operator. */
export class ConfigError extends UsageError {}

const MINUTE = 60_000
const CLAMD_PORT = 3310

const flag = z.stringbool({
  truthy: ['true', '1', 'yes', 'si', 'sí'],
  falsy: ['false', '0', 'no', ''],
})
const commaList = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)
const networkNames = ['loopback', 'linklocal', 'uniquelocal'] as const
/** As the server accepts them: addresses, networks, and the names of three kinds of them. */
const networks = commaList.pipe(
  z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.literal(networkNames)])),
)
const url = (protocols: RegExp) => z.url({ protocol: protocols })

// Digits only: an empty setting would be 0 as a number, and delete everything or take any port.
const period = (from: number, to: number, given: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.number().min(from).max(to))
    .default(given)
const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.number().max(65_535))
/** An amount in UF, with a decimal point. */
const ufAmount = (given: Uf) =>
  z
    .string()
    .regex(/^\d{1,4}(\.\d{1,4})?$/)
    .transform((text) => text as Uf)
    .default(given)
const days = (given: number) => period(0, 36_500, given)
const years = (given: number) => period(1, 100, given)

const settings = z.object({
  /** local, test or production: sets the label, the defaults and the restrictions. */
  ENVIRONMENT: z.enum(['local', 'test', 'production']).default('local'),
  /** The port of API and web. */
  PORT: port.default(8010),
  /** The address to listen on; every interface of the machine unless set. */
  HOST: z.string().min(1).optional(),
  /** Database files, documents and the mailbox of local runs. */
  DATA_DIR: z.string().default('./data'),
  /** An outside PostgreSQL (15 or newer); without it an embedded one runs in DATA_DIR/postgres. */
  DATABASE_URL: url(/^postgres(ql)?$/).optional(),
  /** The owner of the tables, who migrates them; then the user of DATABASE_URL only reads and writes. */
  DATABASE_OWNER_URL: url(/^postgres(ql)?$/).optional(),
  /** Where the head of the audit log is written: file:FOLDER, or s3://BUCKET?…, as for DOCUMENTS_URL. */
  AUDIT_ANCHOR_URL: z.string().optional(),
  /** Production uses the embedded PostgreSQL only if this says so. */
  EMBEDDED_DATABASE: flag.default(false),
  /** The portal's address as members type it: for links in emails, cookies and the host table. */
  PUBLIC_URL: url(/^https?$/).optional(),
  /** Production accepts an http:// address only if this says so. */
  ALLOW_HTTP: flag.default(false),
  /** Other origins that may call the API from a browser, comma separated. */
  WEB_ORIGINS: commaList.default([]),
  /** Origins that may show the portal in a frame, as in CSP, comma separated. */
  FRAME_ANCESTORS: commaList.default(["'self'"]),
  /** Parent domain of the csrftoken cookie where web and API have different hosts. */
  COOKIE_DOMAIN: z.string().optional(),
  /** true (one proxy), or addresses of proxies whose X-Forwarded-* headers are trusted. */
  TRUST_PROXY: z.union([flag, networks]).default(false),
  /** Signs CSRF tokens and encrypts waiting emails; at least 32 characters, required in production. */
  SECRET_KEY: z.string().optional(),
  /** Former SECRET_KEYs, the latest first, comma separated: what they signed stays valid. */
  SECRET_KEY_PREVIOUS: commaList.default([]),
  /** Minutes without a call until a session ends, in the browser shortly before; 65 in production, no limit in local and test unless set. */
  SESSION_IDLE_MINUTES: z.coerce.number().positive().optional(),
  /** Whether staff who manage accounts or answer members need a second factor; true in production. */
  REQUIRE_STAFF_FACTOR: flag.optional(),
  /** Hours until a session ends, also an active one. */
  SESSION_MAX_HOURS: z.coerce.number().positive().default(12),
  /** Hosts whose receipt links are shown; any http(s) host unless set. */
  RECEIPT_HOSTS: commaList.default([]),
  /** UF by which the sums of a sale's instalments and commitments may be off without a finding. */
  SALE_CHECK_TOLERANCE_UF: ufAmount(defaultSaleChecks.tolerance),
  /** The same for sums of payments, which were made in pesos. */
  SALE_CHECK_PAYMENTS_TOLERANCE_UF: ufAmount(defaultSaleChecks.paymentsTolerance),
  /** Checks of sales that are not made, comma separated. */
  SALE_CHECKS_OFF: commaList.pipe(z.array(z.enum(findingCodes))).default([]),
  /** MB of an uploaded accounting export. */
  IMPORT_MAX_MB: period(1, 10_000, 200),
  /** MB of an uploaded accounting export once it is unpacked. */
  IMPORT_MAX_UNPACKED_MB: period(1, 99_999, 4000),
  /** Where documents are stored: file:FOLDER, or s3://BUCKET?region=…&endpoint=…&key=…&secret=…&timeout=… */
  DOCUMENTS_URL: z.string().optional(),
  /** ClamAV's daemon, tcp://host:3310, to scan every document; without it none is scanned. */
  CLAMD_URL: url(/^tcp$/).optional(),
  /** The mail server, smtp(s)://user:password@host:port; smtp: needs STARTTLS unless ?requireTLS=false. Without it emails are files. */
  SMTP_URL: url(/^smtps?$/).optional(),
  /** The sender of emails. */
  MAIL_FROM: z.string().optional(),
  /** Whether visitors may register by email; members get their account from the import. */
  REGISTRATION_OPEN: flag.default(false),
  /** Accounting's MySQL or MariaDB, mysql://user@host:port/database, for imports. */
  ACCOUNTING_URL: url(/^(mysql|mariadb)$/).optional(),
  /** Its password, if the address has none. */
  ACCOUNTING_PASSWORD: z.string().optional(),
  /** The folder of the queries that read it. */
  ACCOUNTING_QUERIES: z.string().min(1).optional(),
  /** The times of day in Chile, hh:mm, at which a job imports from it, comma separated. */
  ACCOUNTING_EVERY: commaList
    .pipe(z.array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)))
    .default([]),
  /** Whether the emails to members wait after these loads, until staff send them. */
  ACCOUNTING_PAUSE_EMAILS: flag.default(false),
  /** Whether a job fetches the values of the UF; true in production. */
  UF_FETCH: flag.optional(),
  /** The personal key for the UF of the Comisión para el Mercado Financiero; without it only mindicador.cl is asked. */
  CMF_API_KEY: z.string().trim().optional(),
  /** Where the Comisión para el Mercado Financiero answers. */
  CMF_URL: url(/^https?$/).default('https://api.cmfchile.cl/api-sbifv3/recursos_api'),
  /** Where mindicador.cl answers. */
  MINDICADOR_URL: url(/^https?$/).default('https://mindicador.cl/api'),
  /** Days until an expired session is deleted. */
  RETAIN_SESSIONS_DAYS: days(retentionDefaults.sessionDays),
  /** Days without a login until a browser is no longer a known device. */
  RETAIN_DEVICE_DAYS: days(retentionDefaults.deviceDays),
  /** Days without a change until a draft is deleted, with its documents. */
  RETAIN_DRAFT_DAYS: period(1, 36_500, retentionDefaults.draftDays),
  /** Days until an unconfirmed registration is deleted, once its link has expired. */
  RETAIN_UNCONFIRMED_DAYS: days(retentionDefaults.unconfirmedDays),
  /** Days until the rejected values of a load are deleted. */
  RETAIN_LOAD_REJECT_DAYS: days(retentionDefaults.loadRejectDays),
  /** Days until it is deleted which sales a load changed; fifteen, since news look back ten. */
  RETAIN_LOAD_CHANGE_DAYS: period(15, 36_500, retentionDefaults.loadChangeDays),
  /** Days until an uploaded export that was not applied is deleted. */
  RETAIN_EXPORT_DAYS: period(1, 36_500, retentionDefaults.exportDays),
  /** Days until a job that failed for good is deleted, with the email in it. */
  RETAIN_FAILED_JOB_DAYS: days(retentionDefaults.failedJobDays),
  /** Years until a closed request is deleted, with its documents. */
  RETAIN_CLOSED_REQUEST_YEARS: years(retentionDefaults.closedRequestYears),
  /** Years until an announcement is deleted, with who read it. */
  RETAIN_NEWS_DAYS: days(retentionDefaults.newsDays),
  RETAIN_ANNOUNCEMENT_YEARS: years(retentionDefaults.announcementYears),
  /** Years until a deleted member's account is anonymised. */
  RETAIN_DELETED_ACCOUNT_YEARS: years(retentionDefaults.deletedAccountYears),
  /** The least severe level that is logged. */
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
  /** The cooperative's details, for the footer and emails. */
  COMPANY_NAME: z.string().optional(),
  CONTACT_EMAIL: z.string().optional(),
  CONTACT_PHONE: z.string().optional(),
  OFFICE_ADDRESS: z.string().optional(),
  /** The account that members transfer to, all six or none; the sample cooperative's in local. */
  PAYMENT_BANK: z.string().optional(),
  PAYMENT_ACCOUNT_TYPE: z.string().optional(),
  PAYMENT_ACCOUNT: z.string().optional(),
  PAYMENT_HOLDER: z.string().optional(),
  PAYMENT_RUT: z.string().optional(),
  PAYMENT_EMAIL: z.string().optional(),
})

export type Environment = z.infer<typeof settings>['ENVIRONMENT']

/** ClamAV's daemon (`CLAMD_URL`). */
export interface Scanner {
  host: string
  port: number
  /** Milliseconds without an answer until it counts as unavailable. */
  timeoutMs: number
}

export interface Config {
  environment: Environment
  port: number
  host: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  databaseOwnerUrl: string | undefined
  /** Null writes the head of the audit log to the program's log only. */
  auditAnchors: StorageLocation | null
  publicUrl: URL
  webOrigins: string[]
  frameAncestors: string[]
  cookieDomain: string | undefined
  trustProxy: boolean | string[]
  secretKeys: SecretKeys
  /** Milliseconds; null is no limit. */
  sessionIdleMs: number | null
  sessionMaxMs: number
  requireStaffFactor: boolean
  retention: Retention
  receiptHosts: string[]
  saleChecks: SaleChecks
  /** Limits of uploaded exports, in bytes. */
  maxExport: { packed: number; unpacked: number }
  documents: StorageLocation
  scanner: Scanner | null
  smtpUrl: string | undefined
  mailFrom: string
  registrationOpen: boolean
  accounting: {
    url: string | undefined
    password: string | undefined
    queries: string | undefined
    /** Times of day in Chile, 'hh:mm', at which a job imports. */
    every: string[]
    /** The emails to members wait after these loads. */
    pausesEmails: boolean
  }
  uf: {
    /** Whether the job fetches. */
    fetch: boolean
    cmfApiKey: string | undefined
    cmfUrl: URL
    mindicadorUrl: URL
  }
  logLevel: z.infer<typeof settings>['LOG_LEVEL']
  company: {
    company?: string | undefined
    contact_email?: string | undefined
    contact_phone?: string | undefined
    office_address?: string | undefined
  }
  /** Null where members cannot pay by transfer. */
  paymentAccount: PaymentAccount | null
}

/** The only place that reads the environment. @throws {ConfigError} naming the setting */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  refuseMisspelt(env)
  const parsed = settings.safeParse(env)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))]
    const wrong = names.map((name) => `${name}${shownValue(name, env[name])}`).join(', ')
    throw new ConfigError(`Configuración no válida: ${wrong}. Ver docs/operations.md.`)
  }
  const set = parsed.data
  const refusals = set.ENVIRONMENT === 'production' ? productionRefusals(set) : []
  if (refusals.length > 0) throw new ConfigError(refusals.join('\n'))
  if (set.DATABASE_OWNER_URL && !set.DATABASE_URL) {
    throw new ConfigError(
      'Falta DATABASE_URL: DATABASE_OWNER_URL dice solo quién cambia las tablas, y DATABASE_URL con quién corre el portal.',
    )
  }
  const paymentAccount = readPaymentAccount(set)
  if (typeof paymentAccount === 'string') throw new ConfigError(paymentAccount)
  if (set.ACCOUNTING_EVERY.length > 0 && !(set.ACCOUNTING_URL && set.ACCOUNTING_QUERIES)) {
    throw new ConfigError(
      'ACCOUNTING_EVERY necesita ACCOUNTING_URL y ACCOUNTING_QUERIES: de qué base se carga, y con qué consultas.',
    )
  }
  const dataDir = resolve(set.DATA_DIR)
  return {
    environment: set.ENVIRONMENT,
    port: set.PORT,
    host: set.HOST,
    dataDir,
    databaseUrl: set.DATABASE_URL,
    databaseOwnerUrl: set.DATABASE_OWNER_URL,
    auditAnchors: set.AUDIT_ANCHOR_URL
      ? requireStorageLocation('AUDIT_ANCHOR_URL', set.AUDIT_ANCHOR_URL, env)
      : null,
    publicUrl: new URL(set.PUBLIC_URL ?? `http://localhost:${set.PORT}`),
    webOrigins: set.WEB_ORIGINS,
    frameAncestors: set.FRAME_ANCESTORS,
    cookieDomain: set.COOKIE_DOMAIN,
    trustProxy: set.TRUST_PROXY,
    secretKeys: [set.SECRET_KEY || readOrCreateSecretKey(dataDir), ...set.SECRET_KEY_PREVIOUS],
    sessionIdleMs: sessionIdleMs(set.SESSION_IDLE_MINUTES, set.ENVIRONMENT),
    sessionMaxMs: set.SESSION_MAX_HOURS * 60 * MINUTE,
    requireStaffFactor: set.REQUIRE_STAFF_FACTOR ?? set.ENVIRONMENT === 'production',
    retention: {
      sessionDays: set.RETAIN_SESSIONS_DAYS,
      deviceDays: set.RETAIN_DEVICE_DAYS,
      draftDays: set.RETAIN_DRAFT_DAYS,
      unconfirmedDays: set.RETAIN_UNCONFIRMED_DAYS,
      loadRejectDays: set.RETAIN_LOAD_REJECT_DAYS,
      loadChangeDays: set.RETAIN_LOAD_CHANGE_DAYS,
      exportDays: set.RETAIN_EXPORT_DAYS,
      failedJobDays: set.RETAIN_FAILED_JOB_DAYS,
      closedRequestYears: set.RETAIN_CLOSED_REQUEST_YEARS,
      newsDays: set.RETAIN_NEWS_DAYS,
      announcementYears: set.RETAIN_ANNOUNCEMENT_YEARS,
      deletedAccountYears: set.RETAIN_DELETED_ACCOUNT_YEARS,
    },
    receiptHosts: set.RECEIPT_HOSTS,
    saleChecks: {
      tolerance: set.SALE_CHECK_TOLERANCE_UF,
      paymentsTolerance: set.SALE_CHECK_PAYMENTS_TOLERANCE_UF,
      off: set.SALE_CHECKS_OFF,
    },
    maxExport: {
      packed: set.IMPORT_MAX_MB * BYTES_PER_MB,
      unpacked: set.IMPORT_MAX_UNPACKED_MB * BYTES_PER_MB,
    },
    documents: storageLocation(set.DOCUMENTS_URL, dataDir, env),
    scanner: set.CLAMD_URL ? scannerAt(new URL(set.CLAMD_URL)) : null,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? 'Carpeta Virtual <no-responder@localhost>',
    registrationOpen: set.REGISTRATION_OPEN,
    accounting: {
      url: set.ACCOUNTING_URL,
      password: set.ACCOUNTING_PASSWORD,
      queries: set.ACCOUNTING_QUERIES && resolve(set.ACCOUNTING_QUERIES),
      every: set.ACCOUNTING_EVERY,
      pausesEmails: set.ACCOUNTING_PAUSE_EMAILS,
    },
    uf: {
      fetch: set.UF_FETCH ?? set.ENVIRONMENT === 'production',
      cmfApiKey: set.CMF_API_KEY || undefined,
      cmfUrl: new URL(set.CMF_URL),
      mindicadorUrl: new URL(set.MINDICADOR_URL),
    },
    logLevel: set.LOG_LEVEL,
    company: {
      company: set.COMPANY_NAME,
      contact_email: set.CONTACT_EMAIL,
      contact_phone: set.CONTACT_PHONE,
      office_address: set.OFFICE_ADDRESS,
    },
    paymentAccount: paymentAccount ?? (set.ENVIRONMENT === 'local' ? sampleAccount : null),
  }
}

/** In every environment: with 'ENVIROMENT=production' the portal would be a local one. */
function refuseMisspelt(env: NodeJS.ProcessEnv): void {
  const found = misspeltSettings(Object.keys(env), Object.keys(settings.shape))
  if (found.length === 0) return
  const sentences = found.map(
    ({ name, setting }) =>
      `La variable ${name} no existe: ¿quiso decir ${setting}? Corríjala, o quítela del entorno.`,
  )
  throw new ConfigError(sentences.join('\n'))
}

function sessionIdleMs(minutes: number | undefined, environment: Environment): number | null {
  if (minutes !== undefined) return minutes * MINUTE
  return environment === 'production' ? PRODUCTION_INACTIVITY_MS + SERVER_GRACE_MS : null
}

/** URLs of databases and mail servers, and keys, may contain a password. */
function shownValue(name: string, value = ''): string {
  return /_URL$|KEY|PASSWORD/.test(name) && name !== 'PUBLIC_URL' ? '' : ` (vale «${value}»)`
}

function storageLocation(
  given: string | undefined,
  dataDir: string,
  env: NodeJS.ProcessEnv,
): StorageLocation {
  if (!given) return { kind: 'folder', folder: resolve(dataDir, 'documents') }
  return requireStorageLocation('DOCUMENTS_URL', given, env)
}

function requireStorageLocation(
  setting: string,
  given: string,
  env: NodeJS.ProcessEnv,
): StorageLocation {
  const location = readStorageLocation(given, env)
  if (location) return location
  throw new ConfigError(
    `${setting} no es válida: use file:CARPETA, o s3://BUCKET?region=REGIÓN y, si hacen falta, endpoint, key, secret y timeout (segundos). Ver docs/operations.md.`,
  )
}

function scannerAt({ hostname, port, searchParams }: URL): Scanner {
  const timeoutMs = readTimeout(searchParams)
  if (timeoutMs === null) {
    throw new ConfigError('CLAMD_URL no es válida: timeout son segundos. Ver docs/operations.md.')
  }
  // Only a URL has brackets around an IPv6 address.
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || CLAMD_PORT), timeoutMs }
}

/** Creates the key once outside production, so that a restart ends no session. */
function readOrCreateSecretKey(dataDir: string): string {
  return readOrCreateFile(resolve(dataDir, 'secret-key'), () => randomBytes(48).toString('base64'))
}
