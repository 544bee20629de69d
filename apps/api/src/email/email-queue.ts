import { type KnownPerson, namesPerson } from '@carpeta/domain/people/person-in-text'
import { openSealedText, type SecretKeys, sealText } from '../config/secret-keys.ts'
import type { Database, Transaction } from '../db/client.ts'
import { enqueueFrom, enqueueJobs, type JobOptions } from '../jobs/jobs-store.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { isMailServerAway, isPolicy, type Mailer } from './mailer.ts'
import { countRecentEmails, recordEmail } from './recent-emails-store.ts'
import { type Addressee, type Email, greeting, type StaffReader } from './render-email.ts'
import { deleteWaiting, findWaiting, insertWaiting, listWaiting } from './waiting-emails-store.ts'

export const SEND_EMAIL = 'send_email'

/** Sends the email after the transaction commits, and not if it rolls back. */
export async function enqueueEmail(
  tx: Database | Transaction,
  message: Email,
  { secretKeys }: { secretKeys: SecretKeys },
): Promise<void> {
  // An account may have no email address.
  if (message.to === '') return
  const priority = message.isUrgent ? 'urgent' : 'ordinary'
  await enqueueStored(tx, SEND_EMAIL, message, { secretKeys, priority })
}

/** An email for staff: whoever may not read it any more when it would be sent does not get it. */
export function enqueueStaffEmail(
  tx: Transaction,
  message: Email,
  { colleague, ...needed }: { colleague: { id: number } } & Omit<StaffReader, 'userId'>,
  config: { secretKeys: SecretKeys },
): Promise<void> {
  const reader = { userId: colleague.id, ...needed }
  return enqueueEmail(tx, { ...message, reader }, config)
}

/** Stores an email and adds the job that sends it, with these facts in its payload, in one statement. */
export async function enqueueStored(
  tx: Database | Transaction,
  task: string,
  message: Email,
  { secretKeys, priority, facts = {} }: StoredEmailOptions,
): Promise<void> {
  const source = insertWaiting(sealEmail(message, secretKeys), facts)
  await enqueueFrom(tx, task, source, { priority, flags: flagsOf(priority) })
}

interface StoredEmailOptions {
  secretKeys: SecretKeys
  priority: NonNullable<JobOptions['priority']>
  facts?: object
}

/** An email. */
const EMAIL_FLAG = 'email'
/** An email that is not about one's own account. */
const UNHURRIED_FLAG = 'unhurried email'

function flagsOf(priority: StoredEmailOptions['priority']): string[] {
  return priority === 'urgent' ? [EMAIL_FLAG] : [EMAIL_FLAG, UNHURRIED_FLAG]
}

/** Adds jobs that send an email each. */
export function enqueueEmailJobs(
  tx: Database | Transaction,
  task: string,
  payloads: unknown[],
  priority: NonNullable<JobOptions['priority']>,
): Promise<void> {
  return enqueueJobs(tx, task, payloads, { priority, flags: flagsOf(priority) })
}

/** How long emails wait for a mail server that is away. */
const AWAY_MS = 60_000
/** A server that took an email so lately refuses the address, not the portal. */
const TAKES_MS = 10 * 60_000

/**
 * The same mailer, and the flags of jobs that wait because it found the mail server away. A policy may be the server's
 * about one address, and anybody types addresses: one that it refuses holds up no other while the server takes those.
 */
export function watchMailServer(
  mailer: Mailer,
  awayMs = AWAY_MS,
): { mailer: Mailer; waitingFlags: () => string[] } {
  let awayUntil = 0
  let takenAt = Number.NEGATIVE_INFINITY
  return {
    mailer: async (email) => {
      try {
        await mailer(email)
        takenAt = performance.now()
      } catch (error) {
        const isOfAddress = isPolicy(error) && performance.now() - takenAt < TAKES_MS
        if (isMailServerAway(error) && !isOfAddress) awayUntil = performance.now() + awayMs
        throw error
      }
    },
    waitingFlags: () => (performance.now() < awayUntil ? [EMAIL_FLAG] : []),
  }
}

/** The share of each minute's limit that is kept for emails about one's own account. */
const URGENT_SHARE = 1 / 5
/** At least so many: each slot of the worker may begin one at the same instant. */
const LEAST_URGENT = 4

/**
 * The same mailer, and the flags of jobs that wait because the provider takes no more for now. They wait in the queue, so
 * that they take no slot and urgent emails still overtake them.
 */
export function paceEmails(
  db: Database,
  mailer: Mailer,
  perMinute: number | null,
): { mailer: Mailer; waitingFlags: () => Promise<string[]> } {
  if (perMinute === null) return { mailer, waitingFlags: async () => [] }
  const urgent = Math.max(perMinute * URGENT_SHARE, LEAST_URGENT)
  return {
    mailer: async (email) => {
      await recordEmail(db)
      await mailer(email)
    },
    waitingFlags: async () => {
      const left = perMinute - (await countRecentEmails(db))
      if (left <= 0) return [EMAIL_FLAG]
      return left <= urgent ? [UNHURRIED_FLAG] : []
    },
  }
}

/** The payload of a job that sends an email; an earlier release put the whole email into it. */
export type QueuedEmail = { emailId: number } | { sealed: string }

export interface SendServices {
  db: Database
  config: { secretKeys: SecretKeys }
  mailer: Mailer
  /** Whether somebody of staff may still read it. */
  mayRead: (reader: StaffReader) => Promise<boolean>
}

/** Sends a stored email and deletes it; one that was deleted meanwhile is not sent. */
export async function sendStored(
  { db, config, mailer, mayRead }: SendServices,
  queued: QueuedEmail,
): Promise<void> {
  const sealed = 'sealed' in queued ? queued.sealed : await findWaiting(db, queued.emailId)
  if (sealed === null) return
  const email = openSealedEmail(sealed, config.secretKeys)
  if (!email.reader || (await mayRead(email.reader))) await mailer(email)
  await dropStored(db, queued)
}

export async function dropStored(db: Database, queued: QueuedEmail): Promise<void> {
  if ('emailId' in queued) await deleteWaiting(db, [queued.emailId])
}

/**
 * Deletes the emails to this person, and those to others that name the person. One that is on its way to the mail
 * server is not tried again. @returns how many
 */
export async function deleteEmailsAbout(
  tx: Transaction,
  person: KnownPerson,
  { secretKeys }: { secretKeys: SecretKeys },
): Promise<number> {
  const waiting = await listWaiting(tx)
  const about = waiting.filter(({ sealed }) => {
    const email = openIfPossible(sealed, secretKeys)
    // What no key opens can neither be sent nor searched.
    return email === null || isAbout(email, person)
  })
  return deleteWaiting(
    tx,
    about.map(({ id }) => id),
  )
}

/**
 * Deletes the waiting emails to somebody who must not get them at this address any more, except those about the account
 * itself. An address that several people share keeps the emails of the others.
 */
export async function deleteNonUrgentEmailsTo(
  tx: Transaction,
  { email: address, firstName }: Addressee,
  { secretKeys }: { secretKeys: SecretKeys },
): Promise<void> {
  const theirs = (await listWaiting(tx)).filter(({ sealed }) => {
    const email = openIfPossible(sealed, secretKeys)
    if (email === null || email.isUrgent) return false
    const isTo = email.to.toLowerCase() === address.toLowerCase()
    return isTo && email.text.startsWith(greeting(firstName))
  })
  await deleteWaiting(
    tx,
    theirs.map(({ id }) => id),
  )
}

function openIfPossible(sealed: string, keys: SecretKeys): Email | null {
  try {
    return openSealedEmail(sealed, keys)
  } catch {
    return null
  }
}

function isAbout({ to, subject, text }: Email, person: KnownPerson): boolean {
  const isShared = person.sharedEmails.some((email) => email.toLowerCase() === to.toLowerCase())
  const isGreeted = person.names.some(({ firstName }) => text.startsWith(greeting(firstName)))
  if ((isShared && isGreeted) || namesPerson(to, person)) return true
  return namesPerson(`${subject}\n${text}`, withoutContactOf(text, person))
}

/** For who has none, accounting or staff may write the cooperative's own address or phone, which every email has. */
function withoutContactOf(text: string, person: KnownPerson): KnownPerson {
  const signature = text.trimEnd().split('\n\n').at(-1) ?? ''
  const nobody = { ...person, rut: null, names: [], emails: [], phones: [] }
  const isOther = (one: Partial<KnownPerson>) => !namesPerson(signature, { ...nobody, ...one })
  return {
    ...person,
    emails: person.emails.filter((email) => isOther({ emails: [email] })),
    phones: person.phones.filter((phone) => isOther({ phones: [phone] })),
  }
}

// Emails that wait in the queue were encrypted for this purpose.
const PURPOSE = 'carpeta letters'

/** Encrypts an email that waits: it may contain a link, and links are stored only as hashes. */
export function sealEmail(message: Email, keys: SecretKeys): string {
  return sealText(JSON.stringify(message), keys, PURPOSE)
}

/** @throws when none of the keys fits or the text was changed */
export function openSealedEmail(sealed: string, keys: SecretKeys): Email {
  return JSON.parse(openSealedText(sealed, keys, PURPOSE))
}

export function emailJobs(services: SendServices): ModuleJobs {
  return {
    tasks: {
      [SEND_EMAIL]: (payload) => sendStored(services, payload as QueuedEmail),
    },
    slow: [SEND_EMAIL],
  }
}
