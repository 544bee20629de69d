import { resolve } from 'node:path'
import { MEMBER_DOCUMENT_MAX_MB } from '@carpeta/domain/member-documents/member-document-rules'
import { z } from 'zod'
import type { ServerConfig } from './server-settings.ts'
import { commaList, period, url, wholeNumber } from './setting-kinds.ts'
import { readTimeout, requireStorageLocation, type StorageLocation } from './storage-location.ts'
import { ConfigError } from './usage-error.ts'

const CLAMD_PORT = 3310

/** Documents, backups, and emails. */
export const fileSettings = {
  /** Where documents are stored: file:FOLDER, or s3://BUCKET?region=…&endpoint=…&key=…&secret=…&timeout=… */
  DOCUMENTS_URL: z.string().optional(),
  /** MB of a document that staff publish in a sale. */
  MEMBER_DOCUMENT_MAX_MB: period(1, 200, MEMBER_DOCUMENT_MAX_MB),
  /** Where backups go, and are restored from, unless the command says: a folder, or s3://BUCKET?… */
  BACKUP_URL: z.string().optional(),
  /** Public keys of age, age1…, comma separated: every backup is encrypted to them. */
  BACKUP_RECIPIENTS: commaList.default([]),
  /** ClamAV's daemon, tcp://host:3310, to scan every document; without it none is scanned. */
  CLAMD_URL: url(/^tcp$/).optional(),
  /** The mail server, smtp(s)://user:password@host:port; smtp: needs STARTTLS unless ?requireTLS=false. Without it emails are files. */
  SMTP_URL: url(/^smtps?$/).optional(),
  /** The sender of emails. */
  MAIL_FROM: z.string().optional(),
  /** Emails that the mail provider takes in a minute, 10 or more; a fifth is kept for those about one's own account. */
  MAIL_PER_MINUTE: wholeNumber(10, 10_000).optional(),
}

const schema = z.object(fileSettings)

/** ClamAV's daemon (`CLAMD_URL`). */
export interface Scanner {
  host: string
  port: number
  /** Milliseconds without an answer until it counts as unavailable. */
  timeoutMs: number
}

export interface FileConfig {
  documents: StorageLocation
  memberDocumentMaxMb: number
  backup: { url: string | undefined; recipients: string[] }
  scanner: Scanner | null
  smtpUrl: string | undefined
  mailFrom: string
  /** Null without a limit. */
  mailPerMinute: number | null
}

/** @throws {ConfigError} */
export function fileConfig(
  set: z.infer<typeof schema>,
  { dataDir }: Pick<ServerConfig, 'dataDir'>,
  env: NodeJS.ProcessEnv,
): FileConfig {
  return {
    documents: set.DOCUMENTS_URL
      ? requireStorageLocation('DOCUMENTS_URL', set.DOCUMENTS_URL, env)
      : { kind: 'folder', folder: resolve(dataDir, 'documents') },
    memberDocumentMaxMb: set.MEMBER_DOCUMENT_MAX_MB,
    backup: { url: set.BACKUP_URL || undefined, recipients: set.BACKUP_RECIPIENTS },
    scanner: set.CLAMD_URL ? scannerAt(new URL(set.CLAMD_URL)) : null,
    smtpUrl: set.SMTP_URL,
    mailPerMinute: set.MAIL_PER_MINUTE ?? null,
    mailFrom: set.MAIL_FROM ?? 'Carpeta Virtual <no-responder@localhost>',
  }
}

function scannerAt({ hostname, port, searchParams }: URL): Scanner {
  const timeoutMs = readTimeout(searchParams)
  if (timeoutMs === null) {
    throw new ConfigError('CLAMD_URL no es válida: timeout son segundos. Ver docs/operations.md.')
  }
  // Only a URL has brackets around an IPv6 address.
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || CLAMD_PORT), timeoutMs }
}
