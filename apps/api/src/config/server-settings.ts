import { resolve } from 'node:path'
import { z } from 'zod'
import {
  commaList,
  cookieDomain,
  flag,
  frameSource,
  origin,
  period,
  port,
  url,
} from './setting-kinds.ts'
import { requireStorageLocation, type StorageLocation } from './storage-location.ts'
import { ConfigError } from './usage-error.ts'

const networkNames = ['loopback', 'linklocal', 'uniquelocal'] as const
/** As the server accepts them: addresses, networks, and the names of three kinds of them. */
const networks = commaList.pipe(
  z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.literal(networkNames)])),
)

/** The process, its database, and where it is reached. */
export const serverSettings = {
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
  /** Connections to PostgreSQL that the calls of one process share. */
  DATABASE_CALL_CONNECTIONS: period(2, 1000, 10),
  /** The same for its jobs, which so never wait for calls, nor calls for them: two listen, five may run. */
  DATABASE_JOB_CONNECTIONS: period(8, 1000, 10),
  /** Where the head of the audit log is written: file:FOLDER, or s3://BUCKET?…, as for DOCUMENTS_URL. */
  AUDIT_ANCHOR_URL: z.string().optional(),
  /** Production uses the embedded PostgreSQL only if this says so. */
  EMBEDDED_DATABASE: flag.default(false),
  /** The portal's address as members type it: for links in emails, cookies and the host table. */
  PUBLIC_URL: url(/^https?$/).optional(),
  /** Production accepts an http:// address only if this says so. */
  ALLOW_HTTP: flag.default(false),
  /** Other origins that may call the API from a browser, comma separated. */
  WEB_ORIGINS: commaList.pipe(z.array(origin)).default([]),
  /** Origins that may show the portal in a frame, as in CSP, comma separated. */
  FRAME_ANCESTORS: commaList.pipe(z.array(frameSource)).default(["'self'"]),
  /** Parent domain of the csrftoken cookie where web and API have different hosts. */
  COOKIE_DOMAIN: cookieDomain.optional(),
  /** true (one proxy), or addresses of proxies whose X-Forwarded-* headers are trusted. */
  TRUST_PROXY: z.union([flag, networks]).default(false),
  /** The https address of the newest release's package.json, as an npm registry answers it for `latest`; without it nobody is asked. */
  LATEST_VERSION_URL: url(/^https$/)
    .transform((text) => new URL(text))
    .refine(({ username, password }) => username === '' && password === '')
    .optional(),
  /** The least severe level that is logged. */
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
}

const schema = z.object(serverSettings)
type ServerSettings = z.infer<typeof schema>

type Environment = ServerSettings['ENVIRONMENT']

export interface ServerConfig {
  environment: Environment
  port: number
  host: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  databaseOwnerUrl: string | undefined
  /** Connections to PostgreSQL that a process opens at most, for each of the two. */
  connections: { calls: number; jobs: number }
  /** Null writes the head of the audit log to the program's log only. */
  auditAnchors: StorageLocation | null
  publicUrl: URL
  webOrigins: string[]
  frameAncestors: string[]
  cookieDomain: string | undefined
  trustProxy: boolean | string[]
  /** Null asks nobody whether there is a newer version. */
  latestVersionUrl: URL | null
  logLevel: ServerSettings['LOG_LEVEL']
}

/** @throws {ConfigError} */
export function serverConfig(set: ServerSettings, env: NodeJS.ProcessEnv): ServerConfig {
  if (set.DATABASE_OWNER_URL && !set.DATABASE_URL) {
    throw new ConfigError(
      'Falta DATABASE_URL: DATABASE_OWNER_URL dice solo quién cambia las tablas, y DATABASE_URL con quién corre el portal.',
    )
  }
  return {
    environment: set.ENVIRONMENT,
    port: set.PORT,
    host: set.HOST,
    dataDir: resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL,
    databaseOwnerUrl: set.DATABASE_OWNER_URL,
    connections: { calls: set.DATABASE_CALL_CONNECTIONS, jobs: set.DATABASE_JOB_CONNECTIONS },
    auditAnchors: set.AUDIT_ANCHOR_URL
      ? requireStorageLocation('AUDIT_ANCHOR_URL', set.AUDIT_ANCHOR_URL, env)
      : null,
    publicUrl: new URL(set.PUBLIC_URL ?? `http://localhost:${set.PORT}`),
    webOrigins: set.WEB_ORIGINS,
    frameAncestors: set.FRAME_ANCESTORS,
    cookieDomain: set.COOKIE_DOMAIN,
    trustProxy: set.TRUST_PROXY,
    latestVersionUrl: set.LATEST_VERSION_URL ?? null,
    logLevel: set.LOG_LEVEL,
  }
}
