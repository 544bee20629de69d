import { resolve } from 'node:path'
import { BYTES_PER_MB } from '@carpeta/domain/requests/document-rules'
import { findingCodes } from '@carpeta/domain/sales/doubtful-figures'
import { defaultSaleChecks, type SaleChecks } from '@carpeta/domain/sales/sale-findings'
import { z } from 'zod'
import type { ServerConfig } from './server-settings.ts'
import { commaList, flag, period, ufAmount, url } from './setting-kinds.ts'
import { ConfigError } from './usage-error.ts'

/** Accounting's exports, and the database they are loaded from. */
export const accountingSettings = {
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
}

const schema = z.object(accountingSettings)

export interface AccountingConfig {
  receiptHosts: string[]
  saleChecks: SaleChecks
  /** Limits of uploaded exports, in bytes. */
  maxExport: { packed: number; unpacked: number }
  accounting: {
    url: string | undefined
    password: string | undefined
    queries: string | undefined
    /** Times of day in Chile, 'hh:mm', at which a job imports. */
    every: string[]
    /** The emails to members wait after these loads. */
    pausesEmails: boolean
  }
}

/** @throws {ConfigError} */
export function accountingConfig(set: z.infer<typeof schema>): AccountingConfig {
  if (set.ACCOUNTING_EVERY.length > 0 && !(set.ACCOUNTING_URL && set.ACCOUNTING_QUERIES)) {
    throw new ConfigError(
      'ACCOUNTING_EVERY necesita ACCOUNTING_URL y ACCOUNTING_QUERIES: de qué base se carga, y con qué consultas.',
    )
  }
  return {
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
    accounting: {
      url: set.ACCOUNTING_URL,
      password: set.ACCOUNTING_PASSWORD,
      queries: set.ACCOUNTING_QUERIES && resolve(set.ACCOUNTING_QUERIES),
      every: set.ACCOUNTING_EVERY,
      pausesEmails: set.ACCOUNTING_PAUSE_EMAILS,
    },
  }
}

/** The sources of the values of the UF. */
export const ufSettings = {
  /** Whether a job fetches the values of the UF; true in production. */
  UF_FETCH: flag.optional(),
  /** The personal key for the UF of the Comisión para el Mercado Financiero; without it only mindicador.cl is asked. */
  CMF_API_KEY: z.string().trim().optional(),
  /** Address of the Comisión para el Mercado Financiero. */
  CMF_URL: url(/^https?$/).default('https://api.cmfchile.cl/api-sbifv3/recursos_api'),
  /** Address of mindicador.cl. */
  MINDICADOR_URL: url(/^https?$/).default('https://mindicador.cl/api'),
}

export interface UfConfig {
  uf: {
    /** Whether the job fetches. */
    fetch: boolean
    cmfApiKey: string | undefined
    cmfUrl: URL
    mindicadorUrl: URL
  }
}

export function ufConfig(
  set: z.infer<z.ZodObject<typeof ufSettings>>,
  { environment }: Pick<ServerConfig, 'environment'>,
): UfConfig {
  return {
    uf: {
      fetch: set.UF_FETCH ?? environment === 'production',
      cmfApiKey: set.CMF_API_KEY || undefined,
      cmfUrl: new URL(set.CMF_URL),
      mindicadorUrl: new URL(set.MINDICADOR_URL),
    },
  }
}
