import { MAX_UPLOADS_A_DAY } from '@carpeta/domain/requests/document-rules'

/** Limits on failed logins of one account name, existing or not (docs/decisions/sessions.md). */
export const loginLimits = {
  /** After this many failures in a row the next attempt waits: one minute, doubling. */
  failuresBeforeWait: 10,
  maxWaitMinutes: 15,
  /** The count expires after this time without an attempt. */
  countExpiresAfterHours: 12,
  /** After this many failures a successful login sends an email. */
  failuresBeforeNotice: 10,
  /** Password hashes that may wait in the queue; further logins get a 503. */
  maxWaitingHashes: 100,
  /** Hashes of one account name, user or address that may wait or run; further ones get a 429. */
  maxHashesOfOwner: 3,
  /** Those of one network's browsers that the accounts do not know; further ones get a 429. */
  maxHashesOfStrangers: 10,
  /** Browsers of an account with their own count of attempts; the oldest are forgotten. */
  maxKnownDevices: 20,
  /** Open sessions of an account; the oldest end. */
  maxSessions: 50,
}

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

export interface RateLimitRule {
  /** Prefix of the keys in `rate_limits`. */
  prefix: string
  points: number
  /** Seconds. */
  window: number
  /**
   * For a rule by address: an IPv6 visitor may use any address of his /64, so that counts as one. These
   * are the points of all visitors of a /48 together (docs/decisions/sessions.md).
   */
  sitePoints?: number
}

/**
 * Each rule counts per address, account or member. A secret that nobody guesses (a link, a token, a folio, a passkey)
 * is looked for first, and only a wrong one counts; a browser in which the account logged in before never depends on
 * the count of its address (docs/decisions/sessions.md).
 */
export const rateLimitRules = {
  /** Failed logins, by address, of browsers that the account does not know: enough for an office of members, too few for password spraying. */
  loginFailures: { prefix: 'login', points: 100, window: 15 * MINUTE, sitePoints: 500 },
  /** Emails that somebody has the password and not the code, by account. */
  knownPasswordNotices: { prefix: 'known-password', points: 1, window: DAY },
  /** Wrong passwords at confirmations, by account: from then on its owner is told. */
  wrongConfirmations: { prefix: 'confirm', points: 9, window: 60 * MINUTE },
  /** Emails that somebody guesses at confirmations, by account. */
  wrongConfirmationNotices: { prefix: 'confirm-told', points: 1, window: DAY },
  /** Logins of an account, with whatever factor: far more than a person needs. */
  logins: { prefix: 'logins', points: 60, window: 60 * MINUTE },
  /** Challenges for a passkey, by address, known browser or session: a login page may ask for one each time it is shown. */
  passkeyChallenges: { prefix: 'passkey', points: 300, window: 15 * MINUTE, sitePoints: 1500 },
  /** Steps to add a second factor, and new recovery codes, by account, in a session that confirmed the password. */
  secondFactorChanges: { prefix: 'factor', points: 30, window: 60 * MINUTE },
  /** Dead links and codes, by address. */
  linkFailures: { prefix: 'link', points: 30, window: 15 * MINUTE, sitePoints: 150 },
  /** Requests for an email to any account, by address or by a browser that the account knows. */
  emailRequests: { prefix: 'ask', points: 30, window: 15 * MINUTE, sitePoints: 150 },
  /** Emails of registrations, by mailbox: further ones get the same answer and send none. */
  registrationEmails: { prefix: 'registration', points: 3, window: 60 * MINUTE },
  /** Restore emails, by account: further requests get the same answer and send none. */
  restoreEmails: { prefix: 'restore', points: 3, window: 60 * MINUTE },
  /** New passwords, by account, once the present one is confirmed: nobody else can keep the owner from changing it. */
  passwordChanges: { prefix: 'password', points: 30, window: 60 * MINUTE },
  /** Changes of the own names, by account. */
  nameChanges: { prefix: 'own', points: 30, window: 60 * MINUTE },
  /** New names of passkeys, by account. */
  passkeyNames: { prefix: 'passkey-name', points: 30, window: 60 * MINUTE },
  /** Ratings of answers, by account. */
  ratings: { prefix: 'rating', points: 30, window: 60 * MINUTE },
  /** Emails that a user switches on or off, by account. */
  emailPreferences: { prefix: 'preferences', points: 30, window: 60 * MINUTE },
  /** Changes of an email, by account, of staff by staff user and account: each sends an email to any address. */
  emailChanges: { prefix: 'email', points: 20, window: 60 * MINUTE },
  /** Folios that do not exist, by address. */
  folioFailures: { prefix: 'folio', points: 30, window: 15 * MINUTE, sitePoints: 150 },
  /** Checks of a paper whose sale has changed, by folio: each reads the whole sale. */
  folioComparisons: { prefix: 'folio-check', points: 60, window: 15 * MINUTE },
  /** Statement PDFs, by who opens them: each is expensive to draw. */
  statements: { prefix: 'statement', points: 60, window: 15 * MINUTE },
  /** Zips of all documents, by user: each reads every file. */
  documentArchives: { prefix: 'archive', points: 20, window: 60 * MINUTE },
  /** Exports of personal data, by member: each takes dozens of queries. */
  dataExports: { prefix: 'data', points: 10, window: 60 * MINUTE },
  /** Tokens of programs that do not exist, by address. */
  importTokenFailures: { prefix: 'import-token', points: 30, window: 15 * MINUTE, sitePoints: 150 },
  /** Uploaded exports, accepted or not, by staff user or token. */
  importUploads: { prefix: 'import', points: 30, window: 60 * MINUTE },
  /** New requests, by the member or the staff user who files them. */
  newRequests: { prefix: 'request', points: 100, window: 60 * MINUTE },
  /** Comments and replies to answers, by member: each sends emails to staff. */
  requestComments: { prefix: 'comment', points: 30, window: DAY },
  /** Batches of printed letters, by staff user. */
  letterBatches: { prefix: 'letters', points: 30, window: 60 * MINUTE },
  /** Test emails of staff to themselves, by account. */
  testEmails: { prefix: 'test-email', points: 10, window: 60 * MINUTE },
  /** Reported payments, accepted or not, by member: each is work for staff. */
  paymentReports: { prefix: 'payment', points: 30, window: DAY },
  /** Payments begun at Webpay, by member. */
  onlinePayments: { prefix: 'online-payment', points: 30, window: 60 * MINUTE },
  /** Accesses to a sale, given or refused, by the member, or by staff user and member: each sends emails. */
  saleAccesses: { prefix: 'sale-access', points: 20, window: DAY },
  /** New addresses of a calendar, by member: each sends an email. */
  dueCalendars: { prefix: 'calendar', points: 20, window: DAY },
  /** Reads of a calendar, by member: several programs ask for it each hour. */
  dueCalendarReads: { prefix: 'calendar-read', points: 60, window: 60 * MINUTE },
  /** Addresses of calendars that do not exist, by address. */
  dueCalendarFailures: { prefix: 'calendar-key', points: 30, window: 15 * MINUTE, sitePoints: 150 },
  /** Pages of documents as pictures, by user: each is expensive to draw. */
  documentPages: { prefix: 'page', points: 600, window: 15 * MINUTE },
  /** Files joined into one document, by member: each is expensive to make. */
  joins: { prefix: 'join', points: 60, window: 15 * MINUTE },
  /** Uploaded files, accepted or not, by who sends them. */
  uploads: { prefix: 'upload', points: MAX_UPLOADS_A_DAY, window: DAY },
} satisfies Record<string, RateLimitRule>
