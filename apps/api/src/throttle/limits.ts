import { MAX_UPLOADS_A_DAY } from '@carpeta/domain/requests/document-rules'

/** Failed logins of one account name, known or not (docs/decisions/0007). */
export const loginLimits = {
  /** From this many failures in a row on, the next attempt waits: one minute, doubling. */
  failuresBeforeWait: 10,
  maxWaitMinutes: 15,
  /** After this long without an attempt the count starts again. */
  countExpiresAfterHours: 12,
  /** After this many failures a successful login is followed by an e-mail. */
  failuresBeforeNotice: 10,
  /** Password hashes that wait for their turn; further logins get a 503. */
  maxWaitingHashes: 100,
}

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

export interface RateLimitRule {
  /** Prefix of its rows in `rate_limits`. */
  prefix: string
  points: number
  /** Seconds. */
  window: number
}

/** Counted per address, account or member, as each says. */
export const rateLimitRules = {
  /** Failed logins of an address: an office full of members passes, a spray does not. */
  loginFailures: { prefix: 'login', points: 100, window: 15 * MINUTE },
  /** Links and codes that do not exist, by address. */
  linkFailures: { prefix: 'link', points: 30, window: 15 * MINUTE },
  /** E-mails asked for by an address, for any account. */
  emailRequests: { prefix: 'ask', points: 30, window: 15 * MINUTE },
  /** Restore e-mails of an account: further requests send none and are answered the same. */
  restoreEmails: { prefix: 'restore', points: 3, window: 60 * MINUTE },
  /** Folios that do not exist, by address. */
  folioFailures: { prefix: 'folio', points: 30, window: 15 * MINUTE },
  /** Statement PDFs of a member: drawing one takes the server a while. */
  statements: { prefix: 'statement', points: 60, window: 15 * MINUTE },
  /** Exports of all of a member's data: each takes dozens of queries. */
  dataExports: { prefix: 'data', points: 10, window: 60 * MINUTE },
  /** Requests that a member begins. */
  newRequests: { prefix: 'request', points: 100, window: 60 * MINUTE },
  /** Files that a member sends, accepted or not. */
  uploads: { prefix: 'upload', points: MAX_UPLOADS_A_DAY, window: DAY },
} satisfies Record<string, RateLimitRule>
